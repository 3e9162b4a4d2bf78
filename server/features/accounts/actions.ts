import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { hashPassword, isOutdated, verifyPassword } from '#server/engine/secrets/passwords.ts';
import {
  findPasswordHash,
  replacePasswordHash,
  requireNewPassword,
  savePassword,
} from '#server/features/credentials/password-queries.ts';
import { deleteAllSecondSteps } from '#server/features/credentials/second-step-queries.ts';
import { saveConsent } from '#server/features/privacy/consent-actions.ts';
import { storedNotice } from '#server/features/privacy/consent-queries.ts';
import { findUser, insertUser, lockPeople, registeredValues } from '#server/features/users/queries.ts';
import type { register } from '#shared/contract/accounts.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import {
  minStaffPassword,
  randomPassword,
  temporaryPasswordDays,
} from '#shared/domain/people/password-rules.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { sendEmailConfirmation } from './code-actions.ts';
import { checkNewPassword, handOverPassword, secureRandomInt } from './password-actions.ts';
import { type findSignInCandidates, hasSuperAdmin, listProtectedAccounts } from './queries.ts';
import { checkUsername, usernameTakenRefusal } from './user-actions.ts';

/**
 * Finds the account among these that has this password. Takes as long for an unknown name. A handed-over
 * password that has expired is rejected with that reason; the super admin's first password never expires,
 * because nobody could replace it.
 */
export async function checkPassword(
  deps: Deps,
  actor: Actor,
  candidates: Awaited<ReturnType<typeof findSignInCandidates>>,
  password: string,
) {
  const noteFailure = (subjectId: number | null) =>
    recordEvent(deps.db, actor, { action: 'sign_in_failed', subject: 'sessions', subjectId });
  if (candidates.length === 0) await verifyPassword(null, password);
  for (const candidate of candidates) {
    if (!(await verifyPassword(candidate.passwordHash, password))) continue;
    const expires = candidate.isSuperAdmin ? null : candidate.passwordExpiresAt;
    if (expires && expires <= deps.now()) {
      await noteFailure(candidate.id);
      throw new Refusal('password_expired', { params: { n: temporaryPasswordDays } });
    }
    // The password was chosen as a patient: too short for staff.
    if (isStaff(candidate.role) && password.length < minStaffPassword)
      await requireNewPassword(deps.db, candidate.id);
    const passwordHash = await rehashIfOutdated(deps, candidate, password);
    if (passwordHash !== null) return { ...candidate, passwordHash };
  }
  // Records the account if the name belongs to one, never the typed name.
  const meant = candidates.length === 1 ? (candidates[0]?.id ?? null) : null;
  await noteFailure(meant);
  throw new Refusal('wrong_credentials');
}

/**
 * The current hash of a correct password: rehashes an outdated one. Null if another password was chosen
 * meanwhile.
 */
async function rehashIfOutdated(
  deps: Deps,
  { id, passwordHash }: { id: number; passwordHash: string },
  password: string,
): Promise<string | null> {
  if (!isOutdated(passwordHash)) return passwordHash;
  const renewed = await hashPassword(password);
  if (await replacePasswordHash(deps.db, id, passwordHash, renewed)) return renewed;
  const kept = await findPasswordHash(deps.db, id);
  return (await verifyPassword(kept, password)) ? kept : null;
}

/**
 * If the clinic requires a second step, a user without one sets it up after a one-time password or a reset
 * link from her mail. Her own password alone is not enough, because somebody else may know it.
 */
export function checkSecondStepSetup({
  passwordExpiresAt,
}: Awaited<ReturnType<typeof findSignInCandidates>>[number]): void {
  if (passwordExpiresAt === null) throw new Refusal('no_second_step');
}

/**
 * A patient registers. If the e-mail is already confirmed by another account, the answer is the same, and its
 * owner gets a message instead of a link.
 */
export async function registerPatient(
  deps: Deps,
  actor: Actor,
  lang: Lang,
  person: Body<typeof register>,
): Promise<void> {
  await checkNewPassword({ ...person, role: 'patient' }, person.password, 'password');
  checkUsername(deps, person.username);
  const values = registeredValues(person);
  const passwordHash = await hashPassword(person.password);
  const now = deps.now();
  await inTransaction(deps.db, async (tx) => {
    const id = await insertUser(tx, {
      authProvider: 'email',
      ...values,
      role: 'patient',
      locale: lang,
      createdAt: now,
    });
    if (id === null) throw usernameTakenRefusal();
    await savePassword(tx, id, passwordHash, false, now);
    await recordEvent(tx, actor, { action: 'registered', subject: 'users', subjectId: id, patientId: id });
    // The text beside the button says that pressing it means consent.
    const version = await storedNotice(tx);
    await saveConsent(tx, actor, { userId: id, version, lang, now, givenBy: id, atDesk: false });
    if (values.email) await sendEmailConfirmation(deps, tx, { id, email: values.email, lang });
  });
}

/**
 * At the first start, makes the super admin `admin` with a one-time password. Returns the password, or null
 * if there is a super admin already.
 */
export async function ensureSuperAdmin(deps: Deps): Promise<string | null> {
  if (await hasSuperAdmin(deps.db)) return null;
  const password = randomPassword(secureRandomInt);
  const passwordHash = await hashPassword(password);
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const id = await insertUser(tx, {
      role: 'admin',
      name: 'Admin',
      username: 'admin',
      isSuperAdmin: true,
      createdAt: now,
    });
    if (id === null) return null; // another process created it first
    await savePassword(tx, id, passwordHash, true, now);
    await recordEvent(tx, systemActor, { action: 'super_admin_made', subject: 'users', subjectId: id });
    return password;
  });
}

export interface OneTimePassword {
  readonly name: string;
  readonly password: string;
}

/**
 * After moving in, people have no passwords. Gives a one-time password to those whom nobody else could help:
 * the super admin and the owner.
 */
export async function giveOneTimePasswords(
  db: Db,
  { now, ownerUsername }: { now: Date; ownerUsername: string | undefined },
): Promise<OneTimePassword[]> {
  const given: OneTimePassword[] = [];
  for (const { id, username } of await listProtectedAccounts(db, ownerUsername)) {
    const password = randomPassword(secureRandomInt);
    await savePassword(db, id, await hashPassword(password), true, now);
    given.push({ name: username ?? '', password });
  }
  await recordEvent(db, systemActor, { action: 'moved_in', subject: 'moving' });
  return given;
}

/**
 * Console command: gives the super admin or the owner a one-time password and removes second steps and
 * sessions. Null if the name is neither.
 */
export async function resetAtConsole(
  db: Db,
  { name, now, ownerUsername }: { name: string; now: Date; ownerUsername: string | undefined },
): Promise<OneTimePassword | null> {
  const password = randomPassword(secureRandomInt);
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const helped = await listProtectedAccounts(tx, ownerUsername);
    const meant = helped.find(({ username }) => canonicalHandle(username ?? '') === canonicalHandle(name));
    const person = meant && (await findUser(tx, meant.id));
    if (!person) return null;
    await lockPeople(tx, [person.id]);
    await deleteAllSecondSteps(tx, person.id);
    await recordEvent(tx, systemActor, {
      action: 'two_steps_reset',
      subject: 'sessions',
      subjectId: person.id,
    });
    await handOverPassword(tx, systemActor, person, passwordHash, now);
    return { name: person.username ?? '', password };
  });
}
