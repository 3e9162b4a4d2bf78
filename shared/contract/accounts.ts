import * as z from 'zod/mini';
import {
  anyUsername,
  email,
  instant,
  nothing,
  optionalEmail,
  optionalPhone,
  password,
  personName,
  phoneText,
  username,
} from '../fields.ts';
import { endpoint } from './endpoint.ts';
import { userSchema } from './users.ts';

const signedIn = z.object({ user: userSchema });
const message = z.object({ message: z.string() });
const token = z.string().check(z.minLength(10, 'validation.required'), z.maxLength(200));

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  shows: ['notifications'],
  urgency: 'first',
  access: 'signed-in',
  summary: 'Returns the signed-in user and the number of unread notifications',
  reply: z.object({
    user: userSchema,
    session: z.object({
      idleSeconds: z.int(),
      expiresAt: instant,
      /** Until this time, actions that need a recent identity proof are allowed. */
      provedUntil: instant,
      /** Whether this session may see the patient's locked appointments; null: the patient has no lock. */
      lock: z.nullable(z.enum(['open', 'shut'])),
      /** Whether a PIN opens the lock; otherwise only an identity proof does. */
      lockHasPin: z.boolean(),
    }),
    unread: z.int(),
  }),
});

export const loginBody = z.object({
  username: anyUsername,
  password,
  keepSignedIn: z.optional(z.boolean()),
});
export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  changes: ['sessions'],
  urgency: 'first',
  access: 'public',
  summary: 'Signs in with a username, a confirmed e-mail address or phone number, and a password',
  body: loginBody,
  reply: signedIn,
  errors: ['wrong_credentials', 'password_expired', 'no_second_step', 'rate_limited', 'unavailable'],
});

export const registerBody = z.object({
  username,
  password,
  email: optionalEmail,
  phone: optionalPhone,
  name: z.optional(z.nullable(z.union([z.literal(''), personName()]))),
  authProvider: z.optional(z.enum(['phone', 'email', 'local'])),
});
export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  changes: ['users'],
  access: 'public',
  summary: 'Creates a patient account without signing in',
  body: registerBody,
  reply: message,
  status: 201,
  errors: ['username_taken', 'common_password', 'rate_limited', 'unavailable'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  changes: ['sessions'],
  urgency: 'first',
  access: 'public',
  alsoKnows: ['locked', 'unfinished'],
  summary:
    'Ends this session. Also ends push notifications in all browsers of the user, unless `push` is `stays`',
  /** `stays`: keep push in the other browsers; push in this browser has ended already or should stay. */
  query: z.object({ push: z.optional(z.enum(['stays'])) }),
  reply: nothing,
  status: 204,
});

/** Where a code is sent: to the phone by text message or WhatsApp, or to the e-mail if one is given. */
const codeAddress = { phone: phoneText, email: z.optional(email) };
export const requestCodeBody = z.object({
  ...codeAddress,
  channel: z.optional(z.enum(['sms', 'whatsapp'])),
  /** Name of a new patient, in case she follows the link beside the code instead of typing the code. */
  name: z.optional(personName()),
});
export const requestCode = endpoint({
  method: 'POST',
  path: '/api/auth/phone/request-otp',
  changes: [],
  urgency: 'first',
  access: 'public',
  summary: 'Sends a one-time code to a phone number, or to an e-mail address if one is given',
  body: requestCodeBody,
  reply: z.object({ message: z.string(), expiresInSeconds: z.int(), resendInSeconds: z.int() }),
  errors: ['rate_limited', 'codes_spent'],
});
export const verifyCodeBody = z.object({
  ...codeAddress,
  /** Name of a new patient, or of one of several with this number; an existing account keeps its name. */
  name: z.optional(personName()),
  /** She is none of the patients with this number: makes a new account with `name`. */
  isNewPatient: z.optional(z.boolean()),
  otp: z.string().check(z.regex(/^[0-9\u0660-\u0669\u06f0-\u06f9]{6}$/, 'validation.code')),
  keepSignedIn: z.optional(z.boolean()),
});
export const verifyCode = endpoint({
  method: 'POST',
  path: '/api/auth/phone/verify',
  changes: ['users', 'sessions'],
  urgency: 'first',
  access: 'public',
  summary:
    'Signs in with a one-time code and creates a patient account for an unknown phone number or e-mail address. With `wrong_code`, `fields.otp` says how many attempts are left. `fields.name` asks for the name if several patients have the number and `name` is missing or means none of them; send the same code again with `name`, or with `isNewPatient` for a new patient',
  body: verifyCodeBody,
  reply: signedIn,
  errors: ['wrong_code', 'rate_limited'],
});

export const signInByLink = endpoint({
  method: 'POST',
  path: '/api/auth/phone/link',
  changes: ['users', 'sessions'],
  urgency: 'first',
  access: 'public',
  summary: 'Signs in with the link of an e-mailed code. The link and the code are then used up',
  body: z.object({ token }),
  reply: signedIn,
  errors: ['invalid_token', 'rate_limited'],
});

export const signInWays = endpoint({
  method: 'GET',
  path: '/api/auth/ways',
  shows: [],
  access: 'public',
  summary: 'Lists the configured ways to sign in and the channels of one-time codes',
  /**
   * `codes`: channels that can deliver a one-time code. `kept`: no channel can, but the log of this machine
   * shows the code.
   */
  reply: z.object({
    google: z.boolean(),
    facebook: z.boolean(),
    phone: z.boolean(),
    codes: z.array(z.enum(['sms', 'whatsapp', 'email'])),
    kept: z.boolean(),
  }),
});

const forgotPasswordBody = z.object({ email });
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  changes: [],
  access: 'public',
  summary: 'Sends a reset link. The answer is the same for known and unknown addresses',
  body: forgotPasswordBody,
  reply: message,
  errors: ['rate_limited'],
});
const resetPasswordBody = z.object({
  token,
  newPassword: z
    .string()
    .check(z.minLength(8, 'validation.passwordShortReset'), z.maxLength(128, 'validation.tooLong')),
});
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  changes: ['users', 'sessions'],
  access: 'public',
  summary: 'Sets a new password with a reset link that works once, for 30 minutes',
  body: resetPasswordBody,
  reply: message,
  errors: ['invalid_token', 'common_password', 'rate_limited'],
});

/** First sign-in to an account that staff created: the user must set a new password. */
const newSecretBody = z.object({ newPassword: password });
export const chooseNewSecret = endpoint({
  method: 'POST',
  path: '/api/auth/new-secret',
  changes: ['users', 'sessions'],
  access: 'signed-in',
  summary: 'Replaces a one-time password that staff handed over',
  body: newSecretBody,
  reply: signedIn,
  errors: ['common_password', 'same_password'],
});

export const sendConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/confirmations',
  changes: [],
  access: 'signed-in',
  summary: 'Sends a link (e-mail) or a code (phone) that confirms a contact of the user',
  body: z.object({ channel: z.enum(['email', 'phone']) }),
  reply: message,
  errors: ['rate_limited'],
});
export const confirmContact = endpoint({
  method: 'POST',
  path: '/api/auth/confirmations/verify',
  changes: ['users'],
  access: 'public',
  alsoKnows: ['locked'],
  summary: 'Confirms a contact with the token of the link or, if signed in, with the code',
  body: z.union([
    z.object({ token }),
    z.object({ otp: z.string().check(z.regex(/^[0-9\u0660-\u0669\u06f0-\u06f9]{6}$/, 'validation.code')) }),
  ]),
  reply: message,
  errors: ['invalid_token', 'wrong_code', 'contact_taken', 'rate_limited'],
});

const sessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  device: z.string(),
  /**
   * Whether the session uses the same network as this request. Not more precise: that would need another
   * service.
   */
  network: z.nullable(z.enum(['this', 'another'])),
  createdAt: instant,
  seenAt: instant,
  expiresAt: instant,
});
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  shows: ['sessions'],
  access: 'signed-in',
  summary: 'Lists up to 30 devices on which the user is signed in, last used first',
  reply: z.array(sessionSchema),
});
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionId',
  changes: ['sessions', 'notifications'],
  access: 'signed-in',
  summary: 'Signs the user out on one device',
  params: z.object({ sessionId: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'validation.id')) }),
  reply: nothing,
  status: 204,
});
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  changes: ['sessions', 'notifications'],
  access: 'signed-in',
  summary: 'Signs the user out on all other devices',
  reply: nothing,
  status: 204,
});
export const keepAlive = endpoint({
  method: 'POST',
  path: '/api/auth/keep-alive',
  changes: [],
  access: 'signed-in',
  summary: 'Extends the session, which would otherwise end after a time without requests',
  reply: z.object({ idleSeconds: z.int(), expiresAt: instant }),
});
