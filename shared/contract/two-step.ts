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
  summary: "Lists the user's second steps for signing in and says whether the clinic requires one",
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
  summary: 'Completes signing in with a code of an app, a recovery code or a passkey',
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
  summary: "Verifies the user's identity again: actions that need a recent proof are allowed for 15 minutes",
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
  summary: 'Creates a secret for an authenticator app, which is active once a code is confirmed',
  reply: z.object({ secret: z.string(), uri: z.string() }),
});
export const confirmApp = endpoint({
  method: 'POST',
  path: '/api/auth/two-step/app/confirm',
  lock: 'visits',
  changes: ['sessions'],
  access: 'signed-in',
  proof: 'recent',
  summary: 'Activates the authenticator app with one of its codes',
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
  summary: 'Removes the authenticator app',
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
  summary: 'Replaces the recovery codes with ten new ones',
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
  summary: "Returns the browser's options for signing in with a passkey",
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
  summary: 'Signs in with a passkey alone',
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
  summary: "Returns the browser's options for creating a passkey",
  reply: question,
});
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/two-step/passkeys',
  lock: 'visits',
  changes: ['sessions'],
  access: 'signed-in',
  proof: 'recent',
  summary: 'Saves a new passkey',
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
  summary: 'Deletes a passkey',
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
  summary:
    'Deletes the second steps and sessions of a user who lost phone and recovery codes, and notifies her',
  params: idParams,
  reply: nothing,
  status: 204,
  errors: ['protected_account'],
});
