import * as z from 'zod/mini';
import { idParams, instant, isoDate, nothing, password } from '../fields.ts';
import { endpoint } from './endpoint.ts';
import { userSchema } from './users.ts';

const signedIn = z.object({ user: userSchema });
/** Six digits, Western, Arabic or Persian. */
const otp = z.string().check(z.regex(/^[0-9\u0660-\u0669\u06f0-\u06f9]{6}$/, 'validation.code'));
const recoveryCode = z.string().check(z.minLength(1, 'validation.required'), z.maxLength(60));
/** WebAuthn response of the browser as JSON; its library validates it. */
const answer = z.looseObject({
  id: z.string().check(z.maxLength(1400)),
  rawId: z.string().check(z.maxLength(1400)),
  type: z.literal('public-key'),
  response: z.unknown(),
});
/** WebAuthn options for the browser as JSON. */
const question = z.record(z.string(), z.unknown());

const passkey = z.object({
  /** Base64url, as in WebAuthn. */
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  usedAt: z.nullable(instant),
});
const passkeyName = z
  .string()
  .check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(60, 'validation.tooLong'));
/** New recovery codes, shown once; only if the user had none. */
const made = z.object({ recoveryCodes: z.array(z.string()) });

export const ownTwoSteps = endpoint({
  method: 'GET',
  path: '/api/auth/two-step',
  shows: ['sessions'],
  access: 'signed-in',
  summary: 'How she shows who she is besides her password, and whether she must',
  reply: z.object({
    /** Date from which staff need a second step; null if it is optional, or for patients. */
    requiredFrom: z.nullable(isoDate),
    app: z.boolean(),
    passkeys: z.array(passkey),
    recoveryCodes: z.int(),
  }),
});

const secondStepBody = z.union([
  z.object({ otp }),
  z.object({ recoveryCode }),
  z.object({ passkey: answer }),
]);
export const takeSecondStep = endpoint({
  method: 'POST',
  path: '/api/auth/two-step/sign-in',
  changes: ['sessions'],
  urgency: 'first',
  access: 'signed-in',
  summary: "The second step of signing in: an app's code, a recovery code or a passkey",
  body: secondStepBody,
  reply: signedIn,
  errors: ['wrong_code', 'wrong_passkey', 'rate_limited'],
});

const proofBody = z.union([z.object({ password }), z.object({ otp }), z.object({ passkey: answer })]);
export const proveAgain = endpoint({
  method: 'POST',
  path: '/api/auth/two-step/proof',
  changes: [],
  renews: 'session',
  access: 'signed-in',
  summary: 'Shows once more who she is: what asks for a recent proof is open for 15 minutes',
  body: proofBody,
  reply: nothing,
  status: 204,
  errors: ['wrong_password', 'reset_since_locked', 'wrong_code', 'wrong_passkey', 'rate_limited'],
});

export const beginApp = endpoint({
  method: 'POST',
  path: '/api/auth/two-step/app',
  lock: 'visits',
  changes: [],
  access: 'signed-in',
  proof: 'recent',
  summary: 'A new secret for an app of one-time codes; good once a code of it was typed',
  reply: z.object({ secret: z.string(), uri: z.string() }),
});
export const confirmApp = endpoint({
  method: 'POST',
  path: '/api/auth/two-step/app/confirm',
  lock: 'visits',
  changes: ['sessions'],
  access: 'signed-in',
  proof: 'recent',
  summary: 'The app has the secret: its code shows it',
  body: z.object({ otp }),
  reply: made,
  errors: ['wrong_code', 'rate_limited'],
});
export const removeApp = endpoint({
  method: 'DELETE',
  path: '/api/auth/two-step/app',
  lock: 'visits',
  changes: ['sessions'],
  access: 'signed-in',
  proof: 'recent',
  summary: "The app's codes no longer count",
  reply: nothing,
  status: 204,
});
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/two-step/recovery-codes',
  lock: 'visits',
  changes: ['sessions'],
  access: 'signed-in',
  proof: 'recent',
  summary: 'Ten new recovery codes in place of the old ones',
  reply: made,
});

export const askForPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  changes: [],
  urgency: 'first',
  access: 'public',
  // A passkey completes the second step and opens the lock.
  alsoKnows: ['locked', 'unfinished'],
  summary: 'What the browser asks its authenticator for a passkey of this clinic',
  body: z.object({}),
  reply: question,
  errors: ['rate_limited'],
});
export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/sign-in',
  changes: ['sessions'],
  urgency: 'first',
  access: 'public',
  summary: 'Signs in by a passkey alone',
  body: z.object({ passkey: answer, keepSignedIn: z.optional(z.boolean()) }),
  reply: signedIn,
  errors: ['wrong_passkey', 'rate_limited'],
});
export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/two-step/passkeys/options',
  lock: 'visits',
  changes: [],
  access: 'signed-in',
  proof: 'recent',
  summary: 'What the browser asks its authenticator to make a passkey of',
  reply: question,
});
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/two-step/passkeys',
  lock: 'visits',
  changes: ['sessions'],
  access: 'signed-in',
  proof: 'recent',
  summary: 'Keeps a passkey that was made',
  body: z.object({ name: passkeyName, passkey: answer }),
  reply: made,
  status: 201,
  errors: ['wrong_passkey'],
});
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/two-step/passkeys/:passkeyId',
  lock: 'visits',
  changes: ['sessions'],
  access: 'signed-in',
  proof: 'recent',
  summary: 'A passkey no longer opens her account',
  params: z.object({ passkeyId: z.string().check(z.regex(/^[\w-]{1,1400}$/, 'validation.id')) }),
  reply: nothing,
  status: 204,
  errors: ['in_use', 'opens_lock'],
});

export const resetTwoSteps = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/two-step',
  changes: ['users', 'sessions'],
  access: ['admin'],
  proof: 'recent',
  summary: 'For who has lost phone and codes: her second steps and sessions end, and she is told',
  params: idParams,
  reply: nothing,
  status: 204,
  errors: ['protected_account'],
});
