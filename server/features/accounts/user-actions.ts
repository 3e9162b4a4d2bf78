import { isOwner } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { constraintOf, inTransaction } from '#server/engine/db/transaction.ts';
import { provenMail } from '#server/engine/delivery/mail-to.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { refuseOldVersion } from '#server/engine/http/version.ts';
import { hashPassword } from '#server/engine/secrets/passwords.ts';
import { wantProof } from '#server/engine/secrets/proof.ts';
import { countComingOfDoctor } from '#server/features/appointments/queries.ts';
import { deleteCalendar } from '#server/features/calendars/queries.ts';
import { deleteTokensOf } from '#server/features/credentials/code-queries.ts';
import { savePassword } from '#server/features/credentials/password-queries.ts';
import { departAltogether } from '#server/features/disruptions/departure-actions.ts';
import { looksAfterHer } from '#server/features/families/family-queries.ts';
import { currentHomepage } from '#server/features/homepage/queries.ts';
import { deleteSessionsOf } from '#server/features/sessions/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { refuseDouble } from '#server/features/users/double-actions.ts';
import { forgettingNow, forgetUnlessExpected, lockGoing } from '#server/features/users/forget-actions.ts';
import type { NewPerson, UserChange, UserRow } from '#server/features/users/queries.ts';
import * as queries from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { changeUser } from '#shared/contract/users.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { languageOfName } from '#shared/domain/messages/contact-channels.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import { normalisePhone } from '#shared/domain/people/phone.ts';
import { isStaff, type Role } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { checkNewPassword, handOverPassword, secureRandomInt, whyUnproven } from './password-actions.ts';
import { emailChangedMessage } from './user-messages.ts';

export const usernameTaken = (): Refusal =>
  new Refusal('username_taken', { fields: { username: 'error.usernameTaken' } });

/** What reads as a phone or an e-mail could be another's: it names nobody who has not confirmed it. */
function readsAsContact(username: string): boolean {
  const handle = canonicalHandle(username);
  return handle.includes('@') || normalisePhone(handle) !== null;
}

/**
 * Refuses a username that is the owner's, whether she is there or not, and one that could be taken for
 * somebody's phone or e-mail. Her account is the super admin's to make, also once she is named.
 */
export function checkUsername(deps: Pick<Deps, 'config'>, username: string, makesOwner = false): void {
  if (!makesOwner && isOwner(deps.config, username)) throw usernameTaken();
  if (readsAsContact(username))
    throw new Refusal('malformed', { fields: { username: 'validation.usernameContact' } });
}

/**
 * An account made by staff: its password is handed over and replaced at the first sign-in; without one nobody
 * signs in. One of the staff needs a recent proof. A patient who seems to be there is refused, unless she is said
 * to be another.
 */
export async function addPerson(
  deps: Deps,
  viewer: Viewer,
  person: NewPerson,
  also?: (tx: Db, id: number) => Promise<void>,
): Promise<number> {
  if (isStaff(person.role ?? 'patient')) wantProof(viewer, deps.now());
  if (person.password !== undefined) await checkNewPassword(person, person.password, 'password');
  const makesOwner = viewer.isSuperAdmin && person.role === 'admin';
  if (person.username) checkUsername(deps, person.username, makesOwner);
  const row = {
    locale: isStaff(person.role ?? 'patient') ? viewer.lang : languageOfName(person.name, viewer.lang),
    ...queries.newUserValues(person),
    createdBy: viewer.id,
    createdAt: deps.now(),
  };
  const passwordHash = person.password === undefined ? null : await hashPassword(person.password);
  return inTransaction(deps.db, async (tx) => {
    if (!isStaff(row.role) && !person.another) await refuseDouble(deps, tx, viewer, row);
    const id = person.username
      ? await queries.insertUser(tx, { ...row, username: person.username })
      : await insertNamed(deps, tx, row);
    if (id === null) throw usernameTaken();
    if (passwordHash !== null) await savePassword(tx, id, passwordHash, true, deps.now());
    await recordEvent(tx, viewer, {
      action: 'user_created',
      subject: 'users',
      subjectId: id,
      patientId: patientIdOf(row.role, id),
      after: { role: row.role },
    });
    await also?.(tx, id);
    return id;
  });
}

const patientIdOf = (role: Role, id: number): number | null => (isStaff(role) ? null : id);

/** The username of somebody who was given none: the name, small, dots for spaces, and a number up to 999. */
async function insertNamed(deps: Deps, tx: Db, row: queries.NewUser): Promise<number | null> {
  const name = /\p{L}/u.test(row.name) ? row.name : 'patient';
  const base = canonicalHandle(name)
    .replace(/\s+/g, '.')
    .replace(/[|@\p{C}]/gu, '')
    .slice(0, 50);
  for (let attempt = 0; attempt < 40; attempt++) {
    const number = String(secureRandomInt(attempt < 30 ? 1000 : 1_000_000));
    const username = `${base}${base.length < 2 ? number.padStart(3, '0') : number}`;
    if (isOwner(deps.config, username) || readsAsContact(username)) continue;
    const id = await queries.insertUser(tx, { ...row, username });
    if (id !== null) return id;
  }
  return null;
}

/**
 * Is this the account of an admin, or of one who was: losing the role must not open it to whoever took the
 * role away.
 */
const isAdmins = async (tx: Db, person: UserRow): Promise<boolean> =>
  person.role === 'admin' || queries.wasAdmin(tx, person.id);

/**
 * Nobody else touches the super admin or the owner; only the super admin removes an admin's account or
 * changes the way into it.
 */
export async function protect(
  deps: Deps,
  tx: Db,
  viewer: Viewer,
  person: UserRow,
  wayIn: boolean,
): Promise<void> {
  if (person.id === viewer.id) return;
  if (person.isSuperAdmin || isOwner(deps.config, person.username)) throw new Refusal('protected_account');
  if (wayIn && !viewer.isSuperAdmin && (await isAdmins(tx, person))) throw new Refusal('protected_account');
}

type Change = Body<typeof changeUser>;

/**
 * A role is changed by an admin, never one's own, the super admin's or the owner's. Of another admin, a plain
 * admin makes a `user` and nothing else; whoever was an admin gets another role from the super admin only.
 */
async function checkRoleChange(
  deps: Deps,
  tx: Db,
  viewer: Viewer,
  person: UserRow,
  role: Role,
): Promise<void> {
  if (viewer.role !== 'admin') throw new Refusal('forbidden');
  if (person.id === viewer.id) throw new Refusal('protected_account');
  await protect(deps, tx, viewer, person, !(person.role === 'admin' && role === 'user'));
}

/**
 * Changes one's own details, a patient's (staff) or anyone's (admin). A new e-mail or phone counts once it is
 * confirmed, and one's own is changed only by who proves to be herself; a role and the way into an account of
 * the staff want a recent proof. `before` joins
 * the transaction once it is clear that the viewer may, `after` once the change is made.
 */
export async function changePerson(
  deps: Deps,
  viewer: Viewer,
  id: number,
  change: Change,
  {
    before,
    after,
  }: {
    before?: (tx: Db, person: UserRow) => Promise<void> | undefined;
    after?: (tx: Db) => Promise<void>;
  } = {},
): Promise<void> {
  const { prefix } = await currentSettings(deps);
  const { contact } = await currentHomepage(deps);
  const unproven = id === viewer.id ? await whyUnproven(deps, viewer, change.currentPassword) : null;
  try {
    await inTransaction(deps.db, async (tx) => {
      const person = await queries.findFor(tx, viewer, id, { lock: true });
      if (!person) throw new Refusal('not_found');
      const changed = queries.differing(person, change);
      const wayIn = ['username', 'email', 'phone'].some((field) => field in changed);
      await protect(deps, tx, viewer, person, wayIn);
      if (changed.role) await checkRoleChange(deps, tx, viewer, person, changed.role);
      if (changed.role || (wayIn && id !== viewer.id && isStaff(person.role))) wantProof(viewer, deps.now());
      if (changed.username && isOwner(deps.config, person.username)) throw new Refusal('protected_account');
      if (changed.username) checkUsername(deps, changed.username);
      await refuseOldVersion(change.version, person.version, () => queries.presentUser(person, prefix));
      if ('email' in changed || 'phone' in changed) {
        // What she signs in by leads around the lock of her visits: where that is shut it stays as it is.
        if (viewer.lock === 'shut') throw new Refusal('visits_locked');
        if (unproven) throw unproven;
      }
      await before?.(tx, person);
      if (Object.keys(changed).length > 0) await applyChange(tx, viewer, person, changed, contact.phone1);
      await after?.(tx);
    });
  } catch (error) {
    if (constraintOf(error) === 'users_username') throw usernameTaken();
    throw error;
  }
}

async function applyChange(
  tx: Db,
  viewer: Viewer,
  person: UserRow,
  changed: UserChange,
  clinicPhone: string,
): Promise<void> {
  const newEmail =
    'email' in changed && canonicalHandle(changed.email ?? '') !== canonicalHandle(person.email ?? '');
  if (newEmail) {
    await deleteTokensOf(tx, 'reset-password', person.id);
    await deleteTokensOf(tx, 'confirm-email', person.id);
    const to = provenMail(person);
    if (to) await enqueue(tx, emailChangedMessage({ ...to, version: person.version }, clinicPhone));
  }
  if ('phone' in changed) await deleteTokensOf(tx, 'confirm-phone', person.id);
  if (changed.role) {
    await deleteSessionsOf(tx, person.id);
    await deleteCalendar(tx, person.id);
  }
  await queries.updateUser(tx, person.id, {
    ...changed,
    ...(newEmail ? { emailConfirmedAt: null } : {}),
    ...('phone' in changed ? { phoneConfirmedAt: null } : {}),
  });
  // The trail names the fields, not what stood in them: it cannot be erased with the person.
  await recordEvent(tx, viewer, {
    action: 'user_changed',
    subject: 'users',
    subjectId: person.id,
    patientId: patientIdOf(person.role, person.id),
    before: changed.role ? { role: person.role } : null,
    after: { fields: Object.keys(changed), ...(changed.role ? { role: changed.role } : {}) },
  });
}

/**
 * Removes an account, not of who is expected at a branch or alone looks after who is. Who has visits, or left
 * other traces, loses name, contacts and every way to sign in; the visits stay.
 */
export async function removePerson(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockGoing(tx, id);
    const person = await queries.findFor(tx, viewer, id);
    if (!person) throw new Refusal('not_found');
    if (person.id === viewer.id) throw new Refusal('protected_account');
    await protect(deps, tx, viewer, person, true);
    const expected = await countComingOfDoctor(tx, person.id, dayClock(deps.now()));
    if (expected > 0) throw new Refusal('doctor_has_future_appointments', { params: { n: expected } });
    if (person.role === 'doctor') await departAltogether(tx, deps, viewer, person.id);
    const gone = await forgetUnlessExpected(tx, person, forgettingNow(deps));
    await recordEvent(tx, viewer, {
      action: `user_${gone}`,
      subject: 'users',
      subjectId: id,
      patientId: patientIdOf(person.role, id),
      before: { role: person.role },
    });
  });
}

/**
 * Gives somebody a new password to be replaced at the next sign-in: a patient by staff, anyone by an admin.
 */
export async function giveNewPassword(
  deps: Deps,
  viewer: Viewer,
  id: number,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(deps.db, async (tx) => {
    const person = await queries.findFor(tx, viewer, id, { lock: true });
    if (!person) throw new Refusal('not_found');
    if (person.id === viewer.id) throw new Refusal('protected_account');
    await protect(deps, tx, viewer, person, true);
    // Whom another looks after gets an account of her own by her number, and then a password.
    if (person.authProvider === looksAfterHer) throw new Refusal('protected_account');
    await checkNewPassword(person, password, 'password');
    await handOverPassword(tx, viewer, person, passwordHash, deps.now());
  });
}

/** Signs somebody else out on every device, by the rules of who may change her way in. */
export async function endSessionsOf(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const person = await queries.findFor(tx, viewer, id, { lock: true });
    if (!person) throw new Refusal('not_found');
    if (person.id === viewer.id) throw new Refusal('protected_account');
    await protect(deps, tx, viewer, person, true);
    await deleteSessionsOf(tx, id);
    await recordEvent(tx, viewer, {
      action: 'all_sessions_ended',
      subject: 'sessions',
      subjectId: id,
      patientId: patientIdOf(person.role, id),
    });
  });
}
