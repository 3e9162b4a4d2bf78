import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Secret, TOTP } from 'otpauth';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { verifiedMailOf } from '#server/engine/delivery/mail-to.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import { endSetUp } from '#server/engine/http/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { verifyPassword } from '#server/engine/secrets/passwords.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { checkProtectedAccount } from '#server/features/accounts/user-actions.ts';
import { deleteCalendar } from '#server/features/calendars/queries.ts';
import { findPasswordHash, wasResetSinceLock } from '#server/features/credentials/password-queries.ts';
import { isSecondStepRequired } from '#server/features/credentials/required-step-queries.ts';
import * as queries from '#server/features/credentials/second-step-queries.ts';
import { deleteSessionsOf } from '#server/features/sessions/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { findUser, findVisiblePerson } from '#server/features/users/queries.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { westernDigits } from '#shared/domain/people/phone-text.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { stepsChangedMessage } from './messages.ts';
import { verifyNewPasskey, verifyPasskeyUse } from './passkey-actions.ts';

/* RFC 6238, as every app for one-time codes supports it: SHA-1, six digits, half a minute. */
const periodSeconds = 30;
const digits = 6;
const secretBytes = 20;

/**
 * Encoded by RFC 4648 in groups of four, without padding. With 120 bits a plain hash may be stored (ASVS
 * 6.5.2).
 */
const recoveryCodeBytes = 15;
const recoveryCodesAtOnce = 10;
const normalizeRecoveryCode = (code: string): string => code.toUpperCase().replace(/[^A-Z2-7]/g, '');

function createTotp(secret: Buffer, viewer?: Viewer, issuer?: string): TOTP {
  return new TOTP({
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    period: periodSeconds,
    digits,
    ...(issuer && { issuer }),
    ...(viewer && { label: viewer.username ?? viewer.name }),
  });
}

export async function startAuthenticatorSetup(deps: Deps, viewer: Viewer) {
  const secret = randomBytes(secretBytes);
  if (!(await queries.saveUnconfirmedSecret(deps.db, viewer.id, secret))) throw new Refusal('stale');
  const { name } = await currentSettings(deps);
  const app = createTotp(secret, viewer, name);
  return { secret: app.secret.base32, uri: app.toString() };
}

/**
 * Uses a code of the app: of this half minute or a neighbouring one, each once. Rejects with `wrong_code`.
 */
async function consumeAppCode(
  deps: Deps,
  db: Db,
  userId: number,
  otp: string,
  confirmed: boolean,
): Promise<void> {
  const kept = await queries.findOneTimeSecret(db, userId);
  const now = deps.now();
  const delta =
    kept && (kept.confirmedAt !== null) === confirmed
      ? createTotp(kept.secret).validate({ token: westernDigits(otp), timestamp: now.getTime(), window: 1 })
      : null;
  const step = Math.floor(now.getTime() / 1000 / periodSeconds) + (delta ?? 0);
  if (delta === null || !(await queries.consumeTimeStep(db, userId, step, now)))
    throw new Refusal('wrong_code', { fields: { otp: 'error.wrongCode' } });
}

/** New recovery codes, shown once; only their hashes are stored. */
async function newRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesAtOnce }, () =>
    new Secret({ size: recoveryCodeBytes }).base32.replace(/.{4}(?=.)/g, '$&-'),
  );
  await queries.replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashToken(normalizeRecoveryCode(code))),
  );
  return codes;
}

/**
 * After adding a second step: a requirement is fulfilled, and staff get recovery codes with their first one.
 */
async function finishAddingStep(deps: Deps, tx: Db, viewer: Viewer, action: AuditAction): Promise<string[]> {
  await endSetUp(tx, viewer.id, viewer.tokenHash);
  await recordStepChange(deps, tx, viewer, viewer.id, action);
  const needsCodes = isStaff(viewer.role) && (await queries.countRecoveryCodes(tx, viewer.id)) === 0;
  return needsCodes ? newRecoveryCodes(tx, viewer.id) : [];
}

/** Records it and notifies the person, in case somebody else did it. */
async function recordStepChange(deps: Deps, tx: Db, viewer: Viewer, userId: number, action: AuditAction) {
  await recordEvent(tx, viewer, { action, subject: 'sessions', subjectId: userId });
  const person = await findUser(tx, userId);
  const to = person && verifiedMailOf(person);
  if (to) await enqueue(tx, stepsChangedMessage(to, deps.now()));
}

export const confirmApp = (deps: Deps, viewer: Viewer, otp: string): Promise<string[]> =>
  inTransaction(deps.db, async (tx) => {
    await consumeAppCode(deps, tx, viewer.id, otp, false);
    return finishAddingStep(deps, tx, viewer, 'app_added');
  });

export async function addPasskey(
  deps: Deps,
  viewer: Viewer,
  name: string,
  response: RegistrationResponseJSON,
): Promise<string[]> {
  const made = await verifyNewPasskey(deps, viewer, response);
  return inTransaction(deps.db, async (tx) => {
    const row = { ...made, userId: viewer.id, name, createdAt: deps.now() };
    if (!(await queries.insertPasskey(tx, row))) throw new Refusal('wrong_passkey');
    return finishAddingStep(deps, tx, viewer, 'passkey_added');
  });
}

/**
 * Removes a second step, under the person's lock, so that of two concurrent removals one sees the last step.
 * The last step stays if it is required, or if nothing else opens the lock of her appointments; otherwise the
 * recovery codes are removed with it.
 */
async function removeStep(
  deps: Deps,
  viewer: Viewer,
  action: AuditAction,
  taken: (tx: Db) => Promise<boolean>,
): Promise<void> {
  const must = await isSecondStepRequired(deps, viewer.role);
  await inTransaction(deps.db, async (tx) => {
    await findVisiblePerson(tx, viewer, viewer.id, { lock: true });
    if (!(await taken(tx))) throw new Refusal('not_found');
    const opensByPassword = viewer.lockHasPin && (await findPasswordHash(tx, viewer.id)) !== null;
    if (viewer.lock && !opensByPassword && (await queries.listPasskeys(tx, viewer.id)).length === 0)
      throw new Refusal('opens_lock');
    if (!(await queries.hasSecondStep(tx, viewer.id))) {
      if (must) throw new Refusal('in_use');
      await queries.replaceRecoveryCodes(tx, viewer.id, []);
    }
    await recordStepChange(deps, tx, viewer, viewer.id, action);
  });
}

export const removeApp = (deps: Deps, viewer: Viewer): Promise<void> =>
  removeStep(deps, viewer, 'app_removed', (tx) => queries.deleteSecret(tx, viewer.id));

export const removePasskey = (deps: Deps, viewer: Viewer, id: string): Promise<void> =>
  removeStep(deps, viewer, 'passkey_removed', (tx) =>
    queries.deletePasskey(tx, viewer.id, Buffer.from(id, 'base64url')),
  );

export const renewRecoveryCodes = (deps: Deps, viewer: Viewer): Promise<string[]> =>
  inTransaction(deps.db, async (tx) => {
    if (!(await queries.hasSecondStep(tx, viewer.id))) throw new Refusal('not_found');
    await recordStepChange(deps, tx, viewer, viewer.id, 'recovery_codes_renewed');
    return newRecoveryCodes(tx, viewer.id);
  });

type SecondStep = { otp: string } | { recoveryCode: string } | { passkey: AuthenticationResponseJSON };

/** Rejects with `wrong_code` or `wrong_passkey`; a correct answer is used up. */
async function checkSecondStep(deps: Deps, viewer: Viewer, step: SecondStep): Promise<void> {
  if ('passkey' in step) {
    await verifyPasskeyUse(deps, viewer, step.passkey);
  } else if ('otp' in step) {
    await consumeAppCode(deps, deps.db, viewer.id, step.otp, true);
  } else {
    await inTransaction(deps.db, async (tx) => {
      const hash = hashToken(normalizeRecoveryCode(step.recoveryCode));
      if (!(await queries.spendRecoveryCode(tx, viewer.id, hash, deps.now())))
        throw new Refusal('wrong_code', { fields: { recoveryCode: 'error.wrongCode' } });
      await recordStepChange(deps, tx, viewer, viewer.id, 'recovery_code_used');
    });
  }
}

/** The second step of signing in; a wrong one is recorded like a wrong password. */
export async function completeSecondStep(deps: Deps, viewer: Viewer, step: SecondStep): Promise<void> {
  try {
    await checkSecondStep(deps, viewer, step);
  } catch (error) {
    await recordEvent(deps.db, viewer, {
      action: 'sign_in_failed',
      subject: 'sessions',
      subjectId: viewer.id,
    });
    throw error;
  }
}

type Proof = { password: string } | Exclude<SecondStep, { recoveryCode: string }>;

/**
 * Rejects an insufficient proof of identity. A password suffices only without a second step; and not to open
 * a lock if the password was set by a mailed link after locking, because the holder of her phone reads her
 * mail.
 */
export async function proveAgain(deps: Deps, viewer: Viewer, proof: Proof): Promise<void> {
  if ('password' in proof) {
    const hash = await findPasswordHash(deps.db, viewer.id);
    if (hash === null) throw new Refusal('wrong_password', { fields: { password: 'error.proofBySignIn' } });
    const enough = !isStaff(viewer.role) || !(await queries.hasSecondStep(deps.db, viewer.id));
    if (!enough || !(await verifyPassword(hash, proof.password)))
      throw new Refusal('wrong_password', { fields: { password: 'error.wrongPassword' } });
    if (viewer.lock === 'shut' && (await wasResetSinceLock(deps.db, viewer.id)))
      throw new Refusal('reset_since_locked', { fields: { password: 'error.resetSinceLocked' } });
  } else {
    await checkSecondStep(deps, viewer, proof);
  }
}

/**
 * Removes second steps, sessions and the calendar address of a person; same permission as changing how she
 * signs in. She is notified. If only a passkey opened the lock of her appointments, staff must also give her
 * a new password.
 */
export async function resetTwoSteps(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const person = await findVisiblePerson(tx, viewer, id, { lock: true });
    if (!person) throw new Refusal('not_found');
    if (person.id === viewer.id) throw new Refusal('protected_account');
    await checkProtectedAccount(deps, tx, viewer, person, true);
    await queries.deleteAllSecondSteps(tx, id);
    await deleteSessionsOf(tx, id);
    await deleteCalendar(tx, id);
    await recordStepChange(deps, tx, viewer, id, 'two_steps_reset');
  });
}

/** Her second steps, and whether one is required. */
export async function loadTwoSteps(deps: Deps, viewer: Viewer) {
  const [keys, secret, codes, { secondStepFrom }] = await Promise.all([
    queries.listPasskeys(deps.db, viewer.id),
    queries.findOneTimeSecret(deps.db, viewer.id),
    queries.countRecoveryCodes(deps.db, viewer.id),
    currentSettings(deps),
  ]);
  return {
    requiredFrom: isStaff(viewer.role) ? secondStepFrom : null,
    app: secret?.confirmedAt != null,
    passkeys: keys.map(({ id, name, createdAt, usedAt }) => ({
      id: id.toString('base64url'),
      name,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    recoveryCodes: codes,
  };
}
