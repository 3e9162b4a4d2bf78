import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { hashPassword, isOutdated, verifyPassword } from '#server/engine/secrets/passwords.ts';
import {
  passwordHashOf,
  renewHash,
  requireNewPassword,
  savePassword,
} from '#server/features/credentials/password-queries.ts';
import { deleteAllSteps } from '#server/features/credentials/step-queries.ts';
import { agreeWithin } from '#server/features/privacy/consent-actions.ts';
import { keptNotice } from '#server/features/privacy/consent-queries.ts';
import { findUser, insertUser, lockPeople, registeredValues } from '#server/features/users/queries.ts';
import type { register } from '#shared/contract/accounts.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import {
  handedOverPasswordDays,
  minStaffPassword,
  randomPassword,
} from '#shared/domain/people/password-rules.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { announceEmail } from './code-actions.ts';
import { checkNewPassword, handOverPassword, secureRandomInt } from './password-actions.ts';
import { hasSuperAdmin, type signInCandidates, whomNobodyHelps } from './queries.ts';
import { checkUsername, usernameTaken } from './user-actions.ts';

/**
 * Whose of these accounts this password is, with the hash that says so. Takes as long to refuse a name nobody
 * has. One that was handed over and has lain too long opens nothing, and says so to who knows it; the super
 * admin, who has nobody to ask for another, keeps the one of the first start.
 */
export async function checkPassword(
  deps: Deps,
  actor: Actor,
  candidates: Awaited<ReturnType<typeof signInCandidates>>,
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
      throw new Refusal('password_expired', { params: { n: handedOverPasswordDays } });
    }
    // Made when she was no doctor or admin yet: too short for one.
    if (isStaff(candidate.role) && password.length < minStaffPassword)
      await requireNewPassword(deps.db, candidate.id);
    const passwordHash = await todaysHash(deps, candidate, password);
    if (passwordHash !== null) return { ...candidate, passwordHash };
  }
  // Whose account it was, where one was meant; never what was typed.
  const meant = candidates.length === 1 ? (candidates[0]?.id ?? null) : null;
  await noteFailure(meant);
  throw new Refusal('wrong_credentials');
}

/**
 * The hash of a password that was right: in today's way from now on, by whoever of two typed it first. Null
 * where another password was chosen meanwhile.
 */
async function todaysHash(
  deps: Deps,
  { id, passwordHash }: { id: number; passwordHash: string },
  password: string,
): Promise<string | null> {
  if (!isOutdated(passwordHash)) return passwordHash;
  const renewed = await hashPassword(password);
  if (await renewHash(deps.db, id, passwordHash, renewed)) return renewed;
  const kept = await passwordHashOf(deps.db, id);
  return (await verifyPassword(kept, password)) ? kept : null;
}

/**
 * Where the clinic asks for a second step, whoever has none sets it up by a one-time password, or by a link
 * of her mail (which signs her in itself): one of her own may be another's by now, who would set up his.
 */
export function checkMaySetUp({
  passwordExpiresAt,
}: Awaited<ReturnType<typeof signInCandidates>>[number]): void {
  if (passwordExpiresAt === null) throw new Refusal('no_second_step');
}

/**
 * A patient account that a visitor makes for herself. An e-mail that somebody has confirmed is answered like
 * any other; its owner gets a message instead of a link.
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
    if (id === null) throw usernameTaken();
    await savePassword(tx, id, passwordHash, false, now);
    await recordEvent(tx, actor, { action: 'registered', subject: 'users', subjectId: id, patientId: id });
    // What stands beside the button says that she agrees by it.
    const version = await keptNotice(tx);
    await agreeWithin(tx, actor, { userId: id, version, lang, now, givenBy: id, atDesk: false });
    if (values.email) await announceEmail(deps, tx, { id, email: values.email, lang });
  });
}

/**
 * At the first start: makes the super admin `admin`, whose password is good for one sign-in. Answers that
 * password, or null when there is a super admin already.
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
    if (id === null) return null; // another process was quicker
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
 * After a clinic has moved in, whose people came without passwords: whom nobody can hand one over (the super
 * admin, the owner) is given one that is good for one sign-in.
 */
export async function welcomeMovedIn(
  db: Db,
  { now, ownerUsername }: { now: Date; ownerUsername: string | undefined },
): Promise<OneTimePassword[]> {
  const given: OneTimePassword[] = [];
  for (const { id, username } of await whomNobodyHelps(db, ownerUsername)) {
    const password = randomPassword(secureRandomInt);
    await savePassword(db, id, await hashPassword(password), true, now);
    given.push({ name: username ?? '', password });
  }
  await recordEvent(db, systemActor, { action: 'moved_in', subject: 'moving' });
  return given;
}

/**
 * At the console: whom nobody else helps (the super admin, the owner) is given a password that is good for
 * one sign-in, and her second steps and sessions end. Null where the name is nobody's of these.
 */
export async function helpAtConsole(
  db: Db,
  { name, now, ownerUsername }: { name: string; now: Date; ownerUsername: string | undefined },
): Promise<OneTimePassword | null> {
  const password = randomPassword(secureRandomInt);
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const helped = await whomNobodyHelps(tx, ownerUsername);
    const meant = helped.find(({ username }) => canonicalHandle(username ?? '') === canonicalHandle(name));
    const person = meant && (await findUser(tx, meant.id));
    if (!person) return null;
    await lockPeople(tx, [person.id]);
    await deleteAllSteps(tx, person.id);
    await recordEvent(tx, systemActor, {
      action: 'two_steps_reset',
      subject: 'sessions',
      subjectId: person.id,
    });
    await handOverPassword(tx, systemActor, person, passwordHash, now);
    return { name: person.username ?? '', password };
  });
}
