import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type CodeTo, choosePhoneChannel } from '#server/engine/delivery/code-channels.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { spendToken } from '#server/engine/secrets/queries.ts';
import { hashCode, randomCode } from '#server/engine/secrets/tokens.ts';
import {
  type CodeRequester,
  checkCode,
  sendCodeInTransaction,
} from '#server/features/accounts/code-actions.ts';
import { findAccountByEmail, findAccountByPhone } from '#server/features/accounts/queries.ts';
import {
  codeMessageKey,
  lockCodeTarget,
  replaceByDeadCode,
} from '#server/features/credentials/code-queries.ts';
import * as queries from '#server/features/families/family-queries.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { findVisitLock } from '#server/features/privacy/queries.ts';
import { findUser, loadVisiblePatient, toStoredPhone, type UserRow } from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { lookAfter, share } from '#shared/contract/own/agreement-patients.ts';
import type { Family } from '#shared/contract/patients.ts';
import { isMinorNow, maxPatientsInCare } from '#shared/domain/people/family.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import { roles } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import {
  type AgreementRight,
  accountAskerKey,
  agreementPurposes,
  hasRefused,
  openRequestsOf,
  receivedMessagesAt,
} from './agreement-queries.ts';
import { hasAccount, loadFamily, lockGuardianship, recordGuardianship } from './family-actions.ts';
import { agreedMessageByCode, careGrantedMessage, createNameFormatter } from './messages.ts';
import { findPatientBirthDates } from './queries.ts';

/** A code is valid only for the account that requested it, on any device. */
const createCodeAsker = ({ id }: Viewer): CodeRequester => ({
  device: accountAskerKey(id),
  network: accountAskerKey(id),
});

/** Channel and address of a typed contact, in the form in which the database stores them. */
export function channelOfContact(deps: Deps, typed: string): CodeTo {
  if (typed.includes('@')) return { channel: 'email', address: canonicalHandle(typed) };
  const phone = toStoredPhone(typed, 'phone');
  if (phone === null) throw new Refusal('malformed', { fields: { contact: 'validation.contact' } });
  return { channel: choosePhoneChannel(deps.config), address: phone };
}

/**
 * Rejects a guardian without a confirmed contact: the message to the patient names the guardian, so the
 * clinic must know who that is.
 */
function checkContactConfirmed(guardian: UserRow): void {
  if (!guardian.phoneConfirmedAt && !guardian.emailConfirmedAt) throw new Refusal('contact_unproven');
}

async function checkGuardianMayAdd(
  tx: Db,
  viewer: Viewer,
  guardianId: number,
  lock = false,
): Promise<UserRow> {
  if (viewer.id !== guardianId) throw new Refusal('not_found');
  const guardian = await loadVisiblePatient(tx, viewer, guardianId, { lock });
  if (!roles[guardian.role].books) throw new Refusal('forbidden');
  checkContactConfirmed(guardian);
  const cares = (await queries.listGuardianships(tx, guardianId)).filter(
    (care) => care.guardianId === guardianId,
  );
  if (cares.length >= maxPatientsInCare) throw new Refusal('too_many', { params: { n: maxPatientsInCare } });
  return guardian;
}

/**
 * Whether this guardian may not ask the patient: her account is closed, she refused this guardian within 30
 * days, or she has locked her appointments because other people may hold her phone.
 */
const mayNotBeAsked = async (db: Db, patient: UserRow, guardianId: number): Promise<boolean> =>
  patient.deactivatedAt !== null ||
  (await hasRefused(db, patient.id, guardianId)) ||
  (await findVisitLock(db, patient.id)) !== undefined;

/**
 * The adult patient who confirmed this contact, if she may be asked: she has no guardian and did not refuse.
 */
async function patientWhoMayAgree(
  deps: Deps,
  db: Db,
  guardianId: number,
  to: CodeTo,
): Promise<UserRow | null> {
  const owner = await (to.channel === 'email' ? findAccountByEmail : findAccountByPhone)(db, to.address);
  if (!owner || owner.id === guardianId) return null;
  const person = await findUser(db, owner.id);
  if (!person || !roles[person.role].books) return null;
  const birthDate = (await findPatientBirthDates(db, [person.id])).get(person.id) ?? null;
  if (isMinorNow({ birthDate, birthYear: null }, deps.now())) return null;
  if (await queries.findGuardianOfPatient(db, person.id)) return null;
  return (await mayNotBeAsked(db, person, guardianId)) ? null : person;
}

interface AgreementRequest {
  readonly guardian: UserRow;
  /** Null if no patient who could agree has this contact; the caller is not told. */
  readonly patient: UserRow | null;
  readonly sought: AgreementRight;
  readonly to: CodeTo;
}

/**
 * Sends the code in the patient's language, names the guardian, and records the request. The lock makes it
 * wait for a concurrent refusal, so that a refusal is seen.
 */
async function sendAgreementCode(
  deps: Deps,
  viewer: Viewer,
  find: (tx: Db) => Promise<AgreementRequest>,
): Promise<void> {
  const nameOf = await createNameFormatter(deps);
  await inTransaction(deps.db, async (tx) => {
    await lockCodeTarget(tx, accountAskerKey(viewer.id));
    const { guardian, patient, sought, to } = await find(tx);
    await sendCodeInTransaction(tx, deps, createCodeAsker(viewer), {
      ...to,
      purpose: agreementPurposes[sought],
      lang: patient?.locale ?? viewer.lang,
      userId: patient?.id ?? null,
      asker: nameOf(guardian),
      toNobody: patient === null,
    });
    if (patient === null) return;
    const asked = { patientId: patient.id, guardianId: guardian.id };
    await recordGuardianship(tx, viewer, 'care_asked', asked, { seeks: sought });
  });
}

/**
 * Checks a code just before it is sent. Null if the patient refused meanwhile, or if the code is no longer
 * valid.
 */
export async function refreshAccessCode(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const patient = message.userId === null ? undefined : await findUser(deps.db, message.userId);
  if (!patient) return null;
  const asked = await openRequestsOf(deps.db, patient.id, deps.now());
  const own = asked.find(({ id }) => message.dedupeKey === codeMessageKey(id));
  return own && !(await mayNotBeAsked(deps.db, patient, own.guardianId)) ? message : null;
}

/** Sends a code to the person with this contact. The reply does not reveal whether there is one. */
export async function requestGuardianship(
  deps: Deps,
  viewer: Viewer,
  guardianId: number,
  contact: string,
): Promise<void> {
  const to = channelOfContact(deps, contact);
  await sendAgreementCode(deps, viewer, async (tx) => {
    const guardian = await checkGuardianMayAdd(tx, viewer, guardianId);
    return { guardian, patient: await patientWhoMayAgree(deps, tx, guardianId, to), sought: 'visits', to };
  });
}

/** Makes the caller the patient's guardian after the patient read out the code, and notifies the patient. */
export async function becomeGuardianByCode(
  deps: Deps,
  viewer: Viewer,
  guardianId: number,
  { contact, relation, otp }: Body<typeof lookAfter>,
): Promise<Family> {
  const to = channelOfContact(deps, contact);
  await checkGuardianMayAdd(deps.db, viewer, guardianId);
  const about = { purpose: agreementPurposes.visits, address: to.address, userId: null };
  const code = await checkCode(deps, createCodeAsker(viewer), about, otp);
  const nameOf = await createNameFormatter(deps);
  const now = deps.now();
  await inTransaction(deps.db, async (tx) => {
    const guardian = await checkGuardianMayAdd(tx, viewer, guardianId, true);
    if (!(await spendToken(tx, code.id, now))) throw new Refusal('wrong_code');
    const patient = await patientWhoMayAgree(deps, tx, guardianId, to);
    // The patient must be the one the code was sent to, and still without a guardian.
    if (!patient || patient.id !== code.userId) throw new Refusal('wrong_code');
    const careId = await queries.insertGuardianship(tx, {
      patientId: patient.id,
      guardianId,
      relation,
      since: now,
    });
    if (careId === null) throw new Refusal('wrong_code');
    await recordGuardianship(
      tx,
      viewer,
      'care_begun',
      { patientId: patient.id, guardianId },
      { relation, by: 'code' },
    );
    await notifyPerson(
      tx,
      careGrantedMessage({ careId, userId: patient.id, name: nameOf(guardian) }, 'visits', now),
    );
  });
  return loadFamily(deps, viewer, guardianId);
}

interface CareAgreementRequest extends AgreementRequest {
  readonly care: queries.Guardianship;
  readonly patient: UserRow;
}

/**
 * Rejects a request that a guardian may not make to an adult patient. A guardian requests to see the
 * appointments first, then the shared notes. The code goes to a contact that the patient confirmed or the desk
 * entered, never to one that the guardian typed or uses.
 */
async function checkMayRequestMore(
  deps: Deps,
  tx: Db,
  viewer: Viewer,
  patientId: number,
): Promise<CareAgreementRequest> {
  const { care, patient } = await lockGuardianship(tx, viewer, patientId);
  if (viewer.id !== care.guardianId) throw new Refusal('not_found');
  const guardian = await loadVisiblePatient(tx, viewer, viewer.id);
  checkContactConfirmed(guardian);
  const birthDate = (await findPatientBirthDates(tx, [patientId])).get(patientId) ?? null;
  const minor = isMinorNow({ birthDate, birthYear: care.birthYear }, deps.now());
  if (minor || (care.seesVisits && care.readsNotes)) throw new Refusal('not_found');
  const to = await findOwnContact(deps, tx, patient, guardian);
  if (to === null) throw new Refusal('no_number_of_hers');
  return { care, patient, guardian, to, sought: care.seesVisits ? 'notes' : 'visits' };
}

/**
 * Whether a phone entered by the desk may belong to somebody else: the guardian has it or got messages there,
 * or another account confirmed it.
 */
async function mayBelongToAnother(
  tx: Db,
  phone: string,
  patient: UserRow,
  guardian: UserRow,
): Promise<boolean> {
  if (phone === guardian.phone || phone === guardian.secondaryPhone) return true;
  if (patient.phoneConfirmedAt !== null) return false;
  return (
    (await findAccountByPhone(tx, phone)) !== undefined || (await receivedMessagesAt(tx, guardian.id, phone))
  );
}

async function findOwnContact(
  deps: Deps,
  tx: Db,
  patient: UserRow,
  guardian: UserRow,
): Promise<CodeTo | null> {
  const { phone, email } = patient;
  const known = !hasAccount(patient) || patient.phoneConfirmedAt !== null;
  if (phone && known && !(await mayBelongToAnother(tx, phone, patient, guardian)))
    return { channel: choosePhoneChannel(deps.config), address: phone };
  return email && patient.emailConfirmedAt ? { channel: 'email', address: canonicalHandle(email) } : null;
}

/** Asks the patient whether her guardian may see more. */
export async function requestAccess(deps: Deps, viewer: Viewer, patientId: number): Promise<void> {
  await sendAgreementCode(deps, viewer, async (tx) => {
    const asking = await checkMayRequestMore(deps, tx, viewer, patientId);
    const inVain = await mayNotBeAsked(tx, asking.patient, viewer.id);
    return inVain ? { ...asking, patient: null } : asking;
  });
}

/** Grants the requested right after the patient read out the code, and notifies the patient. */
export async function grantAccessByCode(
  deps: Deps,
  viewer: Viewer,
  patientId: number,
  { otp }: Body<typeof share>,
): Promise<void> {
  const { sought, to } = await inTransaction(deps.db, (tx) =>
    checkMayRequestMore(deps, tx, viewer, patientId),
  );
  const about = { purpose: agreementPurposes[sought], address: to.address, userId: null };
  const code = await checkCode(deps, createCodeAsker(viewer), about, otp);
  const nameOf = await createNameFormatter(deps);
  const now = deps.now();
  await inTransaction(deps.db, async (tx) => {
    const { care, patient, guardian, ...asked } = await checkMayRequestMore(deps, tx, viewer, patientId);
    // First, because a concurrent refusal either comes before this or finds the code used.
    if (!(await spendToken(tx, code.id, now))) throw new Refusal('wrong_code');
    const same = asked.sought === sought && asked.to.address === to.address && code.userId === patientId;
    if (!same || (await mayNotBeAsked(tx, patient, viewer.id))) throw new Refusal('wrong_code');
    const rights = { seesVisits: true, readsNotes: sought === 'notes' };
    await queries.updateGuardianship(tx, care.id, rights);
    await recordGuardianship(tx, viewer, 'care_changed', care, { ...rights, by: 'code' });
    const told = careGrantedMessage(
      { careId: care.id, userId: patientId, name: nameOf(guardian) },
      sought,
      now,
    );
    if (hasAccount(patient)) await notifyPerson(tx, told);
    else await enqueue(tx, agreedMessageByCode(told, to, patient.locale));
  });
}

/**
 * The patient refuses: the code becomes invalid. The guardian cannot tell this from a code that was sent to
 * nobody.
 */
export async function refuseAccess(
  deps: Deps,
  viewer: Viewer,
  patientId: number,
  askId: number,
): Promise<void> {
  if (viewer.id !== patientId) throw new Refusal('not_found');
  await inTransaction(deps.db, async (tx) => {
    const find = async () => (await openRequestsOf(tx, patientId, deps.now())).find(({ id }) => id === askId);
    const { guardianId } = (await find()) ?? {};
    if (guardianId === undefined) throw new Refusal('not_found');
    await lockCodeTarget(tx, accountAskerKey(guardianId));
    const asked = await find();
    if (!asked || !(await replaceByDeadCode(tx, asked.id, hashCode(randomCode()))))
      throw new Refusal('not_found');
    await recordGuardianship(
      tx,
      viewer,
      'care_refused',
      { patientId, guardianId: asked.guardianId },
      { seeks: asked.seeks },
    );
  });
}
