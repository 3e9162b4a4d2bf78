import { isOwner } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { constraintOf, inTransaction } from '#server/engine/db/transaction.ts';
import { verifiedMailOf } from '#server/engine/delivery/mail-to.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { refuseOldVersion } from '#server/engine/http/version.ts';
import { hashPassword } from '#server/engine/secrets/passwords.ts';
import { requireProof } from '#server/engine/secrets/proof.ts';
import { countComingOfDoctor } from '#server/features/appointments/queries.ts';
import { deleteCalendar } from '#server/features/calendars/queries.ts';
import { deleteTokensOf } from '#server/features/credentials/code-queries.ts';
import { savePassword } from '#server/features/credentials/password-queries.ts';
import { settleDoctorDeparture } from '#server/features/disruptions/departure-actions.ts';
import { managedByGuardian } from '#server/features/families/family-queries.ts';
import { currentHomepage } from '#server/features/homepage/queries.ts';
import { deleteSentLinks } from '#server/features/notifications/link-queries.ts';
import { deleteSessionsOf } from '#server/features/sessions/queries.ts';
import {
  deletePersonUnlessExpected,
  deletionOptions,
  lockPeopleToDelete,
} from '#server/features/users/delete-person-actions.ts';
import { rejectDuplicate } from '#server/features/users/duplicate-actions.ts';
import type { NewPerson, UserChange, UserRow } from '#server/features/users/queries.ts';
import * as queries from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { changeUser } from '#shared/contract/users.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { languageOfName } from '#shared/domain/messages/contact-channels.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import { normalizePhone } from '#shared/domain/people/phone.ts';
import { isStaff, type Role } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { checkNewPassword, findMissingProof, handOverPassword, secureRandomInt } from './password-actions.ts';
import { findAccountByPhone } from './queries.ts';
import { loadUserReply } from './reply-queries.ts';
import { emailChangedMessage, phoneChangedMessage } from './user-messages.ts';

export const usernameTakenRefusal = (): Refusal =>
  new Refusal('username_taken', { fields: { username: 'error.usernameTaken' } });

/**
 * A username that looks like a phone or e-mail could belong to somebody else, so it requires that the person
 * has confirmed it.
 */
function looksLikeContact(username: string): boolean {
  const handle = canonicalHandle(username);
  return handle.includes('@') || normalizePhone(handle) !== null;
}

/**
 * Rejects the owner's username, whether the owner exists or not, and one that looks like another person's
 * phone or e-mail. Only the super admin may create the owner's account.
 */
export function checkUsername(deps: Pick<Deps, 'config'>, username: string, makesOwner = false): void {
  if (!makesOwner && isOwner(deps.config, username)) throw usernameTakenRefusal();
  if (looksLikeContact(username))
    throw new Refusal('malformed', { fields: { username: 'validation.usernameContact' } });
}

/**
 * Makes an account by staff: the password is handed over and replaced at the first sign-in; without a
 * password nobody can sign in. An account of staff requires a recent proof. A likely duplicate patient is
 * rejected unless the caller says that she is another person.
 */
export async function addPerson(
  deps: Deps,
  viewer: Viewer,
  person: NewPerson,
  also?: (tx: Db, id: number) => Promise<void>,
): Promise<number> {
  if (isStaff(person.role ?? 'patient')) requireProof(viewer, deps.now());
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
    if (!isStaff(row.role) && !person.another) await rejectDuplicate(deps, tx, viewer, row);
    const id = person.username
      ? await queries.insertUser(tx, { ...row, username: person.username })
      : await insertWithNewUsername(deps, tx, row);
    if (id === null) throw usernameTakenRefusal();
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

/** A username made from the name: lower case, dots for spaces, and a number up to 999. */
async function insertWithNewUsername(deps: Deps, tx: Db, row: queries.NewUser): Promise<number | null> {
  const name = /\p{L}/u.test(row.name) ? row.name : 'patient';
  const base = canonicalHandle(name)
    .replace(/\s+/g, '.')
    .replace(/[|@\p{C}]/gu, '')
    .slice(0, 50);
  for (let attempt = 0; attempt < 40; attempt++) {
    const number = String(secureRandomInt(attempt < 30 ? 1000 : 1_000_000));
    const username = `${base}${base.length < 2 ? number.padStart(3, '0') : number}`;
    if (isOwner(deps.config, username) || looksLikeContact(username)) continue;
    const id = await queries.insertUser(tx, { ...row, username });
    if (id !== null) return id;
  }
  return null;
}

/**
 * Whether this is the account of an admin, or was: an admin who lost the role must not become open to the
 * person who removed it.
 */
const isOrWasAdmin = async (tx: Db, person: UserRow): Promise<boolean> =>
  person.role === 'admin' || queries.wasAdmin(tx, person.id);

/**
 * Nobody else may change the super admin or the owner; only the super admin may delete an admin's account or
 * change how it signs in.
 */
export async function checkProtectedAccount(
  deps: Deps,
  tx: Db,
  viewer: Viewer,
  person: UserRow,
  wayIn: boolean,
): Promise<void> {
  if (person.id === viewer.id) return;
  if (person.isSuperAdmin || isOwner(deps.config, person.username)) throw new Refusal('protected_account');
  if (wayIn && !viewer.isSuperAdmin && (await isOrWasAdmin(tx, person)))
    throw new Refusal('protected_account');
}

type Change = Body<typeof changeUser>;

/**
 * Only an admin may change a role, but not her own, the super admin's or the owner's. A plain admin may only
 * make another admin a `user`; only the super admin may give a former admin another role.
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
  await checkProtectedAccount(deps, tx, viewer, person, !(person.role === 'admin' && role === 'user'));
}

/**
 * The phone that the patient confirmed to staff, to be saved again, which makes it known. Nobody confirms her
 * own phone in this way, and nobody a phone that another account has confirmed.
 */
async function findPhoneToConfirm(tx: Db, viewer: Viewer, person: UserRow): Promise<UserChange> {
  if (person.id === viewer.id) throw new Refusal('forbidden');
  const { phone } = person;
  if (phone === null || person.phoneKnown) return {};
  if (await findAccountByPhone(tx, phone)) throw new Refusal('contact_taken');
  return { phone };
}

/**
 * Changes one's own details, a patient's (staff) or anyone's (admin). A new e-mail or phone counts once it is
 * confirmed, and one's own requires a proof of identity; a role, and how an account of staff signs in,
 * require a recent proof. `before` runs in the transaction after the permission check, `after` after the
 * change.
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
  const { contact } = await currentHomepage(deps);
  const unproven = id === viewer.id ? await findMissingProof(deps, viewer, change.currentPassword) : null;
  try {
    await inTransaction(deps.db, async (tx) => {
      const person = await queries.findVisiblePerson(tx, viewer, id, { lock: true });
      if (!person) throw new Refusal('not_found');
      const changed = {
        ...(change.phoneKnown ? await findPhoneToConfirm(tx, viewer, person) : {}),
        ...queries.findChangedColumns(person, change),
      };
      const wayIn = ['username', 'email', 'phone'].some((field) => field in changed);
      await checkProtectedAccount(deps, tx, viewer, person, wayIn);
      if (changed.role) await checkRoleChange(deps, tx, viewer, person, changed.role);
      if (changed.role || (wayIn && id !== viewer.id && isStaff(person.role)))
        requireProof(viewer, deps.now());
      if (changed.username && isOwner(deps.config, person.username)) throw new Refusal('protected_account');
      if (changed.username) checkUsername(deps, changed.username);
      await refuseOldVersion(change.version, person.version, () =>
        loadUserReply({ ...deps, db: tx }, id, viewer.lock),
      );
      if ('email' in changed || 'phone' in changed) {
        // Contacts that sign in could bypass the lock of appointments: they cannot change while it is closed.
        if (viewer.lock === 'shut') throw new Refusal('visits_locked');
        if (unproven) throw unproven;
      }
      await before?.(tx, person);
      if (Object.keys(changed).length > 0) await applyUserChange(tx, viewer, person, changed, contact.phone1);
      await after?.(tx);
    });
  } catch (error) {
    if (constraintOf(error) === 'users_username') throw usernameTakenRefusal();
    throw error;
  }
}

/** Tells the owner of a confirmed number that it was changed or removed, in case somebody else did it. */
async function notifyPhoneChange(tx: Db, person: UserRow, clinicPhone: string): Promise<void> {
  const { id: userId, locale: lang, version, phone, phoneConfirmedAt, email, emailConfirmedAt } = person;
  if (!phone || !phoneConfirmedAt) return;
  const to = { userId, lang, version };
  await enqueue(tx, phoneChangedMessage({ ...to, channel: 'sms', address: phone }, clinicPhone));
  if (email && emailConfirmedAt)
    await enqueue(tx, phoneChangedMessage({ ...to, channel: 'email', address: email }, clinicPhone));
}

async function applyUserChange(
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
    const to = verifiedMailOf(person);
    if (to) await enqueue(tx, emailChangedMessage({ ...to, version: person.version }, clinicPhone));
  }
  if ('phone' in changed) {
    await deleteTokensOf(tx, 'confirm-phone', person.id);
    await notifyPhoneChange(tx, person, clinicPhone);
  }
  // A number that the desk only confirms stays the same.
  const newPhone = 'phone' in changed && changed.phone !== person.phone;
  if ((newEmail && person.email) || (newPhone && person.phone)) await deleteSentLinks(tx, person.id);
  if (changed.role) {
    await deleteSessionsOf(tx, person.id);
    await deleteCalendar(tx, person.id);
  }
  await queries.updateUser(tx, person.id, {
    ...changed,
    ...(newEmail ? { emailConfirmedAt: null } : {}),
    ...('phone' in changed ? { phoneConfirmedAt: null } : {}),
  });
  // The history names the changed fields, not their values, because it cannot be erased.
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
 * Deletes an account. Rejected if the person, or a patient whose only guardian she is, has upcoming
 * appointments. If appointments or other records must stay, only the name, contacts and ways to sign in are
 * erased.
 */
export async function removePerson(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockPeopleToDelete(tx, id);
    const person = await queries.findVisiblePerson(tx, viewer, id);
    if (!person) throw new Refusal('not_found');
    if (person.id === viewer.id) throw new Refusal('protected_account');
    await checkProtectedAccount(deps, tx, viewer, person, true);
    const expected = await countComingOfDoctor(tx, person.id, dayClock(deps.now()));
    if (expected > 0) throw new Refusal('doctor_has_future_appointments', { params: { n: expected } });
    if (person.role === 'doctor') await settleDoctorDeparture(tx, deps, viewer, person.id);
    const gone = await deletePersonUnlessExpected(tx, person, deletionOptions(deps));
    await recordEvent(tx, viewer, {
      action: `user_${gone}`,
      subject: 'users',
      subjectId: id,
      patientId: patientIdOf(person.role, id),
      before: { role: person.role },
    });
  });
}

/** Gives a person a password to be replaced at the next sign-in: a patient by staff, anyone by an admin. */
export async function giveNewPassword(
  deps: Deps,
  viewer: Viewer,
  id: number,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(deps.db, async (tx) => {
    const person = await queries.findVisiblePerson(tx, viewer, id, { lock: true });
    if (!person) throw new Refusal('not_found');
    if (person.id === viewer.id) throw new Refusal('protected_account');
    await checkProtectedAccount(deps, tx, viewer, person, true);
    // A patient with a guardian first gets her own account by her number, then a password.
    if (person.authProvider === managedByGuardian) throw new Refusal('protected_account');
    await checkNewPassword(person, password, 'password');
    await handOverPassword(tx, viewer, person, passwordHash, deps.now());
  });
}

/**
 * Signs another person out on every device and ends her calendar address; same permission as changing how she
 * signs in.
 */
export async function signOutEverywhere(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const person = await queries.findVisiblePerson(tx, viewer, id, { lock: true });
    if (!person) throw new Refusal('not_found');
    if (person.id === viewer.id) throw new Refusal('protected_account');
    await checkProtectedAccount(deps, tx, viewer, person, true);
    await deleteSessionsOf(tx, id);
    await deleteCalendar(tx, id);
    await recordEvent(tx, viewer, {
      action: 'all_sessions_ended',
      subject: 'sessions',
      subjectId: id,
      patientId: patientIdOf(person.role, id),
    });
  });
}
