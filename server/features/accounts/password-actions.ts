import { randomInt } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { knownPasswords } from '#server/engine/secrets/known-passwords.ts';
import { hashPassword, verifyPassword } from '#server/engine/secrets/passwords.ts';
import { isProven } from '#server/engine/secrets/proof.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { deleteCalendar } from '#server/features/calendars/queries.ts';
import {
  confirmEmail,
  deleteTokensOf,
  findUsableLink,
  insertToken,
  spendLink,
} from '#server/features/credentials/code-queries.ts';
import {
  findPasswordHash,
  recordPasswordReset,
  savePassword,
} from '#server/features/credentials/password-queries.ts';
import { deleteSessionsOf } from '#server/features/sessions/queries.ts';
import { findUser, lockPeople, type UserRow } from '#server/features/users/queries.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import {
  isCommonPassword,
  isDerivedFromPerson,
  type PersonFacts,
} from '#shared/domain/people/common-passwords.ts';
import { minStaffPassword } from '#shared/domain/people/password-rules.ts';
import { isStaff, type Role } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { removeUnprovenSignIns, resetLinkSeconds } from './code-actions.ts';
import { passwordChangedMessage, resetLinkMessage } from './password-messages.ts';
import { findAccountByEmail, findRecoverableAccount } from './queries.ts';
import { deleteIdentitiesOf } from './social-login-queries.ts';

/**
 * Not longer than the half hour of the mail limit: if another mail is refused, the previous link still works.
 */
const resetLinkMs = resetLinkSeconds * 1000;

/**
 * Rejects a password that is too short for staff, very common, or guessable from the person's data. `field`
 * is the input's name.
 */
export async function checkNewPassword(
  person: PersonFacts & { role: Role },
  password: string,
  field: 'password' | 'newPassword',
): Promise<void> {
  if (isStaff(person.role) && password.length < minStaffPassword) {
    throw new Refusal('malformed', { fields: { [field]: 'validation.passwordShortStaff' } });
  }
  if (isCommonPassword(password, await knownPasswords()) || isDerivedFromPerson(password, person))
    throw new Refusal('common_password', { fields: { [field]: 'validation.passwordCommon' } });
}

/**
 * Sends a reset link if the address is confirmed, or carried by exactly one account; an older link stays
 * valid. The answer does not reveal whether there is an account.
 */
export async function sendResetLink(deps: Deps, email: string): Promise<void> {
  const now = deps.now();
  const token = randomToken();
  const hash = hashToken(token);
  await inTransaction(deps.db, async (tx) => {
    const owner = await findRecoverableAccount(tx, email);
    if (!owner || owner.deactivatedAt !== null) return;
    await insertToken(
      tx,
      {
        purpose: 'reset-password',
        hash,
        userId: owner.id,
        target: email,
        expiresAt: addMilliseconds(now, resetLinkMs),
      },
      now,
    );
    const key = hash.toString('hex').slice(0, 32);
    await enqueue(tx, resetLinkMessage({ userId: owner.id, email, lang: owner.locale, key }, token));
  });
}

/**
 * Sets a new password by a link: the link is used up, its address is confirmed, and every session and the
 * calendar address of the account end. Returns the person and the new hash.
 */
export async function resetPassword(
  deps: Deps,
  actor: Actor,
  token: string,
  newPassword: string,
): Promise<UserRow & { passwordHash: string }> {
  const now = deps.now();
  const hash = hashToken(token);
  const link = await findUsableLink(deps.db, 'reset-password', hash, now);
  const person = link?.userId == null ? undefined : await findUser(deps.db, link.userId);
  if (!person || person.deactivatedAt !== null) throw new Refusal('invalid_token');
  await checkNewPassword(person, newPassword, 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(deps.db, async (tx) => {
    await lockPeople(tx, [person.id]);
    if (!(await spendLink(tx, 'reset-password', hash, now))) throw new Refusal('invalid_token');
    const proven = await confirmResetEmail(tx, actor, person, link?.target ?? '', now);
    await replacePassword(tx, actor, proven, { passwordHash, action: 'password_reset', now });
    await deleteCalendar(tx, person.id);
    await recordPasswordReset(tx, person.id, now);
  });
  return { ...person, passwordHash };
}

/**
 * The link was opened at this address, so it is confirmed, unless the account has another one by now. A
 * patient's account loses the older ways to sign in and its lock: somebody else may have registered it with
 * this address.
 */
async function confirmResetEmail(
  tx: Db,
  actor: Actor,
  person: UserRow,
  address: string,
  now: Date,
): Promise<UserRow> {
  if (person.emailConfirmedAt !== null) return person;
  // Another account has confirmed it first: it can no longer reset this one.
  if (await findAccountByEmail(tx, address)) throw new Refusal('invalid_token');
  if (!(await confirmEmail(tx, person.id, address, now))) return person;
  if (!isStaff(person.role)) await removeUnprovenSignIns(tx, person.id);
  await recordEvent(tx, actor, { action: 'contact_confirmed', subject: 'users', subjectId: person.id });
  return { ...person, emailConfirmedAt: now };
}

/** Sets a password and ends every session; the caller starts a new one. Returns the hashes of the tokens. */
async function replacePassword(
  tx: Db,
  actor: Actor,
  person: UserRow,
  change: { passwordHash: string; action: AuditAction; now: Date },
): Promise<readonly Buffer[]> {
  const { now, action } = change;
  await savePassword(tx, person.id, change.passwordHash, false, now);
  await deleteTokensOf(tx, 'reset-password', person.id);
  const ended = await deleteSessionsOf(tx, person.id);
  await recordEvent(tx, actor, { action, subject: 'users', subjectId: person.id });
  await notifyPasswordChange(tx, person, now);
  return ended;
}

/** Notifies the person at a verified contact that her password was changed. */
async function notifyPasswordChange(tx: Db, person: UserRow, now: Date): Promise<void> {
  const to = { userId: person.id, lang: person.locale, key: `${person.id}:${now.getTime()}` };
  if (person.email && person.emailConfirmedAt) {
    await enqueue(tx, passwordChangedMessage({ ...to, channel: 'email', address: person.email }, now));
  } else if (person.phone && person.phoneConfirmedAt) {
    await enqueue(tx, passwordChangedMessage({ ...to, channel: 'sms', address: person.phone }, now));
  }
}

/** Changes one's own password with the current one. All sessions end; returns the new hash. */
export async function changePassword(
  deps: Deps,
  viewer: Viewer,
  typed: { currentPassword: string; newPassword: string },
): Promise<string> {
  await checkCurrentPassword(await findPasswordHash(deps.db, viewer.id), typed.currentPassword);
  const person = await loadOwnUser(deps, viewer);
  await checkNewPassword(person, typed.newPassword, 'newPassword');
  if (typed.newPassword === typed.currentPassword)
    throw new Refusal('same_password', { fields: { newPassword: 'error.samePassword' } });
  return saveChosenPassword(deps, viewer, person, typed.newPassword, 'password_changed');
}

/** Rate limit of typing one's current password. */
export const currentPasswordLimit = {
  name: 'password',
  network: { points: 100, seconds: 15 * 60 },
  subject: { points: 10, seconds: 15 * 60 },
};

/**
 * Reason why the viewer may not change her e-mail or phone, or null. Requires a sign-in or proof within 15
 * minutes, or the current password. A typed password must be correct in every case.
 */
export async function findMissingProof(deps: Deps, viewer: Viewer, typed?: string): Promise<Refusal | null> {
  const hash = await findPasswordHash(deps.db, viewer.id);
  if (typed) {
    await checkCurrentPassword(hash, typed);
    return null;
  }
  if (isProven(viewer, deps.now())) return null;
  if (hash === null) return new Refusal('sign_in_again');
  return new Refusal('password_needed', { fields: { currentPassword: 'error.passwordNeeded' } });
}

async function checkCurrentPassword(hash: string | null, typed: string): Promise<void> {
  if (await verifyPassword(hash, typed)) return;
  throw new Refusal('wrong_password', { fields: { currentPassword: 'error.wrongPassword' } });
}

/** Replaces a handed-over password by one's own. All sessions end; returns the new hash. */
export async function chooseNewSecret(deps: Deps, viewer: Viewer, newPassword: string): Promise<string> {
  if (viewer.mustFirst !== 'new-secret') throw new Refusal('forbidden');
  const person = await loadOwnUser(deps, viewer);
  await checkNewPassword(person, newPassword, 'newPassword');
  if (await verifyPassword(await findPasswordHash(deps.db, viewer.id), newPassword)) {
    throw new Refusal('same_password', { fields: { newPassword: 'error.samePassword' } });
  }
  return saveChosenPassword(deps, viewer, person, newPassword, 'password_chosen');
}

async function loadOwnUser(deps: Deps, viewer: Viewer): Promise<UserRow> {
  const person = await findUser(deps.db, viewer.id);
  if (!person) throw new Refusal('not_found');
  return person;
}

/** If two sessions choose at once, for example with one handed-over password, the first wins. */
async function saveChosenPassword(
  deps: Deps,
  viewer: Viewer,
  person: UserRow,
  newPassword: string,
  action: AuditAction,
): Promise<string> {
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(deps.db, async (tx) => {
    await lockPeople(tx, [person.id]);
    const ended = await replacePassword(tx, viewer, person, { passwordHash, action, now: deps.now() });
    if (!ended.some((tokenHash) => tokenHash.equals(viewer.tokenHash))) throw new Refusal('not_signed_in');
  });
  return passwordHash;
}

/**
 * Gives a person a password that she must replace at the next sign-in. Her sessions, linked providers and
 * calendar address end.
 */
export async function handOverPassword(
  tx: Db,
  actor: Actor,
  person: UserRow,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await savePassword(tx, person.id, passwordHash, true, now);
  await deleteTokensOf(tx, 'reset-password', person.id);
  await deleteIdentitiesOf(tx, person.id);
  await deleteSessionsOf(tx, person.id);
  await deleteCalendar(tx, person.id);
  await recordEvent(tx, actor, { action: 'password_handed_over', subject: 'users', subjectId: person.id });
  await notifyPasswordChange(tx, person, now);
}

/** From a cryptographic random source, for passwords that are printed or handed over. */
export const secureRandomInt = (below: number): number => randomInt(below);
