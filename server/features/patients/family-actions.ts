import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { hasRemainingData } from '#server/features/accounts/transfer-queries.ts';
import { findNextAppointments } from '#server/features/appointments/queries.ts';
import * as queries from '#server/features/families/family-queries.ts';
import { countUpcomingOfPatients } from '#server/features/held-times/held-time-queries.ts';
import {
  createPageNameFormatter,
  type NameFormatter,
} from '#server/features/notifications/deceptive-name-queries.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { deletePerson, deletionOptions } from '#server/features/users/delete-person-actions.ts';
import { isRowRetained } from '#server/features/users/erase-queries.ts';
import {
  insertUser,
  loadVisiblePatient,
  lockPeople,
  type UserRow,
  usersByIds,
} from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { addToFamily, CaredPerson, changeRights, Family, Guardian } from '#shared/contract/patients.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { clinicClock, dayClock, splitLocal } from '#shared/domain/clinic-time.ts';
import { isMinorNow, maxPatientsInCare } from '#shared/domain/people/family.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { isStaff, roles } from '#shared/domain/people/roles.ts';
import { normalizeForSearch } from '#shared/domain/people/search.ts';
import { Refusal } from '#shared/errors.ts';
import { endedGuardianships, openRequestsOf } from './agreement-queries.ts';
import { createNameFormatter, guardianshipEndedMessage } from './messages.ts';
import { findPatientBirthDates } from './queries.ts';

export const hasAccount = ({ authProvider }: UserRow): boolean => authProvider !== queries.managedByGuardian;

async function presentCaredPatients(
  deps: Deps,
  viewer: Viewer,
  people: ReadonlyMap<number, UserRow>,
  cares: readonly queries.Guardianship[],
  nameOf: NameFormatter,
): Promise<CaredPerson[]> {
  const clock = dayClock(deps.now());
  const { prefix } = await currentSettings(deps);
  const ids = cares.map(({ patientId }) => patientId);
  const next = await findNextAppointments(deps.db, viewer, ids, clock);
  const born = await findPatientBirthDates(deps.db, ids);
  return cares.flatMap(({ patientId, relation, birthYear, seesVisits, readsNotes }): CaredPerson[] => {
    const person = people.get(patientId);
    if (!person) return [];
    const birthDate = born.get(patientId) ?? null;
    const minor = isMinorNow({ birthDate, birthYear }, deps.now());
    const visit = next.get(patientId);
    return [
      {
        id: patientId,
        // The guardian herself or the clinic named a patient without an account.
        name: hasAccount(person) ? nameOf(person) : person.name,
        reference: referenceCode(prefix, patientId),
        relation,
        birthYear,
        isMinor: minor,
        hasAccount: hasAccount(person),
        seesVisits,
        readsNotes: seesVisits && (readsNotes || minor),
        next: visit
          ? {
              appointmentDate: splitLocal(visit.localStart).date,
              appointmentTime: splitLocal(visit.localStart).time,
              locationName: visit.locationName,
              locationNameAr: visit.locationNameAr,
            }
          : null,
      },
    ];
  });
}

function presentGuardian(
  viewer: Viewer,
  care: queries.Guardianship,
  guardian: UserRow,
  nameOf: NameFormatter,
): Guardian {
  return {
    id: guardian.id,
    name: nameOf(guardian),
    phone: isStaff(viewer.role) ? guardian.phone && formatPhone(guardian.phone) : null,
    reach: isStaff(viewer.role) ? guardian.reach : null,
    relation: care.relation,
    seesVisits: care.seesVisits,
    readsNotes: care.readsNotes,
  };
}

/**
 * The patients of a guardian, and the guardian of a patient. A patient reads the name of another account
 * through `createPageNameFormatter`; staff read every name as it is.
 */
export async function loadFamily(deps: Deps, viewer: Viewer, personId: number): Promise<Family> {
  const person = await loadVisiblePatient(deps.db, viewer, personId);
  const cares = await queries.listGuardianships(deps.db, personId);
  const others = await usersByIds(
    deps.db,
    cares.map(({ patientId, guardianId }) => (patientId === personId ? guardianId : patientId)),
  );
  const people = new Map(others.map((row) => [row.id, row]));
  const hers = cares.find(({ patientId }) => patientId === personId);
  const guardian = hers && people.get(hers.guardianId);
  const nameOf = isStaff(viewer.role)
    ? ({ name }: Parameters<NameFormatter>[0]) => name
    : await createPageNameFormatter(deps, viewer.lang);
  return {
    caresFor: await presentCaredPatients(
      deps,
      viewer,
      people,
      cares.filter(({ guardianId }) => guardianId === personId),
      nameOf,
    ),
    guardian: hers && guardian ? presentGuardian(viewer, hers, guardian, nameOf) : null,
    hasAccount: hasAccount(person),
    asked: viewer.id === personId ? await listRequestsWithNames(deps, personId, nameOf) : [],
    before: (await endedGuardianships(deps.db, personId)).map(({ phone, ...ended }) => ({
      ...ended,
      name: nameOf({ name: ended.name, phone }),
    })),
  };
}

/** Open requests for the patient's agreement, with the name of each guardian. */
async function listRequestsWithNames(
  deps: Deps,
  personId: number,
  nameOf: NameFormatter,
): Promise<Family['asked']> {
  const askings = await openRequestsOf(deps.db, personId, deps.now());
  if (askings.length === 0) return [];
  const people = await usersByIds(
    deps.db,
    askings.map(({ guardianId }) => guardianId),
  );
  return askings.flatMap(({ id, guardianId, seeks, until }) => {
    const who = people.find((person) => person.id === guardianId && person.erasedAt === null);
    if (!who) return [];
    return [{ id, seeks, name: nameOf(who), until: until.toISOString() }];
  });
}

export const recordGuardianship = (
  tx: Db,
  viewer: Viewer,
  action: AuditAction,
  { patientId, guardianId }: { patientId: number; guardianId: number | null },
  after: object = {},
) =>
  recordEvent(tx, viewer, {
    action,
    subject: 'users',
    subjectId: patientId,
    patientId,
    after: { guardian: guardianId, ...after },
  });

/** Whether the guardian already has a patient of this name: then the request is a repetition. */
async function hasPatientNamed(
  tx: Db,
  cares: readonly queries.Guardianship[],
  name: string,
): Promise<boolean> {
  const people = await usersByIds(
    tx,
    cares.map(({ patientId }) => patientId),
  );
  return people.some((person) => normalizeForSearch(person.name) === normalizeForSearch(name));
}

/** Creates a patient without an account, whose guardian is the caller. */
export async function createCaredPatient(
  deps: Deps,
  viewer: Viewer,
  guardianId: number,
  { name, birthYear = null, relation }: Body<typeof addToFamily>,
): Promise<Family> {
  const { date } = clinicClock(deps.now());
  if (birthYear !== null && birthYear > Number(date.slice(0, 4)))
    throw new Refusal('malformed', { fields: { birthYear: 'validation.number' } });
  await inTransaction(deps.db, async (tx) => {
    const guardian = await loadVisiblePatient(tx, viewer, guardianId, { lock: true });
    if (!roles[guardian.role].books || !hasAccount(guardian)) throw new Refusal('forbidden');
    const cares = (await queries.listGuardianships(tx, guardianId)).filter(
      (care) => care.guardianId === guardianId,
    );
    if (await hasPatientNamed(tx, cares, name)) return;
    if (cares.length >= maxPatientsInCare)
      throw new Refusal('too_many', { params: { n: maxPatientsInCare } });
    const patientId = await insertUser(tx, {
      role: 'patient',
      name,
      authProvider: queries.managedByGuardian,
      locale: guardian.locale,
      createdBy: viewer.id,
      createdAt: deps.now(),
    });
    if (patientId === null) throw new Error('the patient was not inserted');
    const care = { patientId, guardianId, relation, birthYear, since: deps.now() };
    await queries.insertGuardianship(tx, care);
    await recordGuardianship(tx, viewer, 'care_begun', care, { relation });
  });
  return loadFamily(deps, viewer, guardianId);
}

export interface LockedPatient {
  patient: UserRow;
  /** The current guardianship. */
  care: queries.Guardianship | undefined;
}

/**
 * Locks a patient and her guardianship, if she has a guardian. Only the patient, the guardian and staff find
 * her.
 */
export async function lockPatientAndGuardianship(
  tx: Db,
  viewer: Viewer,
  patientId: number,
): Promise<LockedPatient> {
  // The patient's row before rows that refer to it, in the same order as a merge or a deletion.
  await lockPeople(tx, [patientId]);
  const care = await queries.findGuardianOfPatient(tx, patientId, { lock: true });
  const [patient] = await usersByIds(tx, [patientId]);
  if (!patient || patient.erasedAt !== null) throw new Refusal('not_found');
  if (isStaff(viewer.role)) await loadVisiblePatient(tx, viewer, patientId);
  else if (viewer.id !== patientId && viewer.id !== care?.guardianId) throw new Refusal('not_found');
  return { care, patient };
}

type LockedGuardianship = LockedPatient & { care: queries.Guardianship };

/** The same for a patient with a guardian; another patient is not found. */
export async function lockGuardianship(
  tx: Db,
  viewer: Viewer,
  patientId: number,
): Promise<LockedGuardianship> {
  const { care, patient } = await lockPatientAndGuardianship(tx, viewer, patientId);
  if (!care) throw new Refusal('not_found');
  return { care, patient };
}

/**
 * Ends a guardianship. A guardian cannot leave a patient without an account who has upcoming appointments,
 * because nobody would get her messages. Such a patient without any records is deleted.
 */
export async function endGuardianship(deps: Deps, viewer: Viewer, patientId: number): Promise<void> {
  const nameOf = await createNameFormatter(deps);
  await inTransaction(deps.db, async (tx) => {
    const { care, patient } = await lockGuardianship(tx, viewer, patientId);
    const alone = !hasAccount(patient);
    const n =
      alone && viewer.id === care.guardianId ? await countUpcomingOfPatients(tx, [patientId], deps.now()) : 0;
    if (n > 0) throw new Refusal('patient_has_future_appointments', { params: { n } });
    await recordGuardianship(tx, viewer, 'care_ended', care);
    if (alone && !(await hasRemainingData(tx, patientId)) && !(await isRowRetained(tx, patientId)))
      await deletePerson(tx, patient, deletionOptions(deps));
    else await queries.updateGuardianship(tx, care.id, { until: deps.now() });
    await notifyGuardianshipEnd(tx, viewer, nameOf, { care, patient });
  });
}

/** Notifies the patient and the guardian, except the one who ended it. The message does not say who did. */
async function notifyGuardianshipEnd(
  tx: Db,
  viewer: Viewer,
  nameOf: NameFormatter,
  { care, patient }: LockedGuardianship,
): Promise<void> {
  const { id: careId, guardianId } = care;
  const [guardian] = await usersByIds(tx, [guardianId]);
  if (!guardian) return;
  if (hasAccount(patient) && viewer.id !== patient.id)
    await notifyPerson(
      tx,
      guardianshipEndedMessage({ careId, userId: patient.id, name: nameOf(guardian) }, 'careOver'),
    );
  if (viewer.id !== guardianId)
    await notifyPerson(
      tx,
      guardianshipEndedMessage({ careId, userId: guardianId, name: nameOf(patient) }, 'careReturned'),
    );
}

/**
 * Changes the rights in the request only, because another user may just have changed the other one. A
 * guardian who does not see the appointments reads no notes. The patient decides; the desk decides for a
 * patient without an account, who is present.
 */
export async function setRights(
  deps: Deps,
  viewer: Viewer,
  patientId: number,
  wanted: Body<typeof changeRights>,
): Promise<Family> {
  await inTransaction(deps.db, async (tx) => {
    const { care, patient } = await lockGuardianship(tx, viewer, patientId);
    const atTheDesk = isStaff(viewer.role) && !hasAccount(patient);
    if (viewer.id !== patientId && !atTheDesk) throw new Refusal('forbidden');
    const rights =
      wanted.seesVisits === false
        ? { seesVisits: false, readsNotes: false }
        : { ...wanted, ...(wanted.readsNotes && { seesVisits: true }) };
    if (Object.keys(rights).length === 0) return;
    await queries.updateGuardianship(tx, care.id, rights);
    await recordGuardianship(tx, viewer, 'care_changed', care, rights);
  });
  return loadFamily(deps, viewer, patientId);
}
