import { isDeepStrictEqual } from 'node:util';
import { isOwner } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { dropOutdated } from '#server/engine/delivery/queries.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { systemViewer } from '#server/engine/http/viewers.ts';
import { presentFoundPatients } from '#server/features/accounts/find-patient-actions.ts';
import { findDeletedAppointments } from '#server/features/appointments/history-queries.ts';
import { findAppointmentsByIds, presentAppointment } from '#server/features/appointments/queries.ts';
import { currentStateMessage } from '#server/features/appointments/record-actions.ts';
import {
  findMessageReaders,
  listGuardianships,
  managedByGuardian,
} from '#server/features/families/family-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { settleOffers } from '#server/features/offers/record-actions.ts';
import { addFileNotes, removeFileNotes } from '#server/features/patients/file-note-queries.ts';
import { findFileFacts as fileFactsOf, saveFacts } from '#server/features/patients/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { erasePeople } from '#server/features/users/erase-queries.ts';
import { recordStaffAccess } from '#server/features/users/file-actions.ts';
import {
  loadVisiblePatient,
  lockPeople,
  type UserChange,
  type UserRow,
  updateUser,
  usersByIds,
} from '#server/features/users/queries.ts';
import { updateSearchWords } from '#server/features/users/word-queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type * as api from '#shared/contract/own/merges.ts';
import type { Channel } from '#shared/contract/users.ts';
import { dayClock, isLater, splitLocal, startOfClinicDay } from '#shared/domain/clinic-time.ts';
import type { PhoneReach } from '#shared/domain/messages/quiet-hours.ts';
import {
  type MergedBefore,
  type MergeValues,
  mergeFields,
  type Obstacle,
  obstacles,
} from '#shared/domain/people/merging.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { mayBeSamePerson } from '#shared/domain/people/search-words.ts';
import { Refusal } from '#shared/errors.ts';
import * as queries from './queries.ts';

const maxDuplicatePairs = 500;

interface MergeRecord {
  readonly person: UserRow;
  readonly values: MergeValues;
  readonly facts: queries.RecordFacts;
}

async function loadMergeRecord(deps: Deps, db: Db, viewer: Viewer, id: number): Promise<MergeRecord> {
  const person = await loadVisiblePatient(db, viewer, id);
  const file = await fileFactsOf(db, id);
  const { name, phone, secondaryPhone, email } = person;
  const values = { name, phone, secondaryPhone, email, ...file };
  return { person, values, facts: await queries.loadRecordFacts(db, id, localNow(dayClock(deps.now()))) };
}

interface MergePair {
  readonly kept: MergeRecord;
  readonly gone: MergeRecord;
  /** The user has chosen which record to keep. */
  readonly chosen: boolean;
}

/** Reasons against merging two records. */
async function findMergeObstacles(
  deps: Deps,
  db: Db,
  { kept, gone, chosen }: MergePair,
): Promise<Obstacle[]> {
  const [one, other] = [kept.person.id, gone.person.id];
  const ofFeatures: Obstacle[] = [];
  for (const { obstacle, exists } of deps.registries.mergeObstacles)
    if (await exists(db, one, other)) ofFeatures.push(obstacle);
  const [mine, hers] = [kept.facts.guardianId, gone.facts.guardianId];
  const found: Partial<Record<Obstacle, boolean>> = {
    bothSignIn: kept.facts.signsIn && gone.facts.signsIn,
    keepOther: chosen && gone.facts.signsIn && !kept.facts.signsIn,
    overlap: (await queries.findOverlaps(db, one, other)).length > 0,
    twoGuardians: mine !== null && hers !== null && mine !== hers,
    oneFamily: await queries.isGuardianOfOther(db, one, other),
  };
  return obstacles.filter((obstacle) => found[obstacle] === true || ofFeatures.includes(obstacle));
}

const presentMergeSide = ({ person, values, facts }: MergeRecord, prefix: string): api.MergeSide => ({
  id: person.id,
  reference: referenceCode(prefix, person.id),
  since: person.createdAt.toISOString(),
  values: {
    ...values,
    name: person.name,
    phone: values.phone && formatPhone(values.phone),
    secondaryPhone: values.secondaryPhone && formatPhone(values.secondaryPhone),
  },
  reach: person.reach,
  visits: facts.visits,
  toCome: facts.toCome,
  signsIn: facts.signsIn,
  guardian: facts.guardian,
});

/** Two records side by side; recorded as opening both files. */
export async function previewMerge(
  deps: Deps,
  viewer: Viewer,
  { oneId, otherId }: { oneId: number; otherId: number },
): Promise<api.MergePreview> {
  if (oneId === otherId) throw new Refusal('not_found');
  const { prefix } = await currentSettings(deps);
  const one = await loadMergeRecord(deps, deps.db, viewer, oneId);
  const other = await loadMergeRecord(deps, deps.db, viewer, otherId);
  for (const { person } of [one, other]) await recordStaffAccess(deps, viewer, person);
  const overlaps = await queries.findOverlaps(deps.db, oneId, otherId);
  return {
    one: presentMergeSide(one, prefix),
    other: presentMergeSide(other, prefix),
    obstacles: await findMergeObstacles(deps, deps.db, { kept: one, gone: other, chosen: false }),
    overlaps: overlaps.map(({ at, ...pair }) => ({ ...pair, ...splitLocal(at) })),
  };
}

/** Whether the contact of this record is confirmed. */
const isContactConfirmed = ({ person }: MergeRecord, field: keyof MergeValues): boolean =>
  (field === 'email' && person.emailConfirmedAt !== null) ||
  (field === 'phone' && person.phoneConfirmedAt !== null);

/** Fields taken from the other record; a confirmed contact of the kept record stays. */
function pickTakenFields(
  { take }: Body<typeof api.mergePatients>,
  kept: MergeRecord,
  gone: MergeRecord,
): Partial<MergeValues> {
  const taken = mergeFields.filter((field) => take.includes(field) && gone.values[field] !== null);
  if (taken.some((field) => isContactConfirmed(kept, field))) throw new Refusal('not_mergeable');
  return Object.fromEntries(taken.map((field) => [field, gone.values[field]]));
}

/** Sets fields of the kept record; null clears one, but the name never becomes empty. */
async function saveMergedFields(
  tx: Db,
  { person, values }: MergeRecord,
  fields: Partial<MergeValues>,
  also: UserChange,
) {
  const { birthDate = values.birthDate, paperFile = values.paperFile, name, ...contacts } = fields;
  await updateUser(tx, person.id, { ...contacts, ...(name ? { name } : {}), ...also });
  if ('birthDate' in fields || 'paperFile' in fields)
    await saveFacts(tx, person.id, { birthDate, paperFile });
}

/**
 * Recorded for both records, so that each file shows it. `known`: which contacts were confirmed or entered by
 * staff in the record that the fields come from.
 */
async function recordMergeEvents(
  tx: Db,
  viewer: Viewer,
  action: 'records_joined' | 'records_parted',
  {
    keptId,
    goneId,
    ...set
  }: { keptId: number; goneId: number; fields: string[]; known?: readonly string[] | undefined },
): Promise<void> {
  const after = { ...set, from: goneId };
  for (const patientId of [keptId, goneId])
    await recordEvent(tx, viewer, { action, subject: 'users', subjectId: keptId, patientId, after });
}

/**
 * The guardian of the other record becomes guardian of the kept one. If the patient signs in, she is asked
 * for consent again; otherwise the guardian gets her messages from now on.
 */
async function mergeGuardianship(
  deps: Deps,
  tx: Db,
  kept: MergeRecord,
  gone: MergeRecord,
): Promise<MergedBefore['care']> {
  if (gone.facts.guardianId === null) return null;
  if (kept.facts.guardianId !== null) {
    return (await queries.endDuplicateGuardianship(tx, gone.person.id, deps.now())) ?? null;
  }
  if (!kept.facts.signsIn) {
    await updateUser(tx, kept.person.id, { authProvider: gone.person.authProvider });
    return null;
  }
  const care = await queries.removeGuardianAccess(tx, gone.person.id);
  return care ?? null;
}

/** The answers about calling from both records; of two different hours, those of the kept record. */
const mergeReach = (gone: PhoneReach, kept: PhoneReach | null): PhoneReach => ({
  calls: gone.calls && kept?.calls !== false,
  hours: kept?.hours ?? gone.hours,
});

/** Channels of the contacts that are taken from the other record, which chose channels and not these. */
function findUnwantedChannels(
  { phone, email }: Partial<MergeValues>,
  { facts: { chosen } }: MergeRecord,
): Channel[] {
  const ofTaken: Channel[] = [
    ...(phone ? (['sms', 'whatsapp'] as const) : []),
    ...(email ? (['email'] as const) : []),
  ];
  return chosen === null ? [] : ofTaken.filter((channel) => !chosen.includes(channel));
}

/** The note of the other record, for the file of the kept one. */
const fileNoteToMove = async (tx: Db, keptId: number, goneId: number) => {
  const { note } = await fileFactsOf(tx, goneId);
  return note === '' ? [] : [{ patientId: keptId, note }];
};

/** Merges two records in one transaction and returns the id of the merge. */
export async function mergePatients(
  deps: Deps,
  viewer: Viewer,
  body: Body<typeof api.mergePatients>,
): Promise<number> {
  const { keptId, goneId } = body;
  if (keptId === goneId) throw new Refusal('not_found');
  const mergeId = await inTransaction(deps.db, async (tx) => {
    await lockPeople(tx, [keptId, goneId]);
    const kept = await loadMergeRecord(deps, tx, viewer, keptId);
    const gone = await loadMergeRecord(deps, tx, viewer, goneId);
    if ((await findMergeObstacles(deps, tx, { kept, gone, chosen: true })).length > 0)
      throw new Refusal('not_mergeable');
    const set = pickTakenFields(body, kept, gone);
    const care = await mergeGuardianship(deps, tx, kept, gone);
    const { username, locale } = gone.person;
    const reach = gone.person.reach && {
      own: kept.person.reach,
      merged: mergeReach(gone.person.reach, kept.person.reach),
    };
    const before = {
      kept: { ...kept.values, authProvider: kept.person.authProvider, known: kept.facts.known },
      gone: { ...gone.values, username, locale, channels: gone.person.channels },
      set,
      reach,
      care,
    } satisfies MergedBefore;
    const id = await queries.insertMerge(tx, { keptId, goneId, mergedBy: viewer.id, at: deps.now(), before });
    await queries.eraseMergedRecord(tx, goneId, keptId, deps.now());
    const [addedNote] = await addFileNotes(tx, await fileNoteToMove(tx, keptId, goneId));
    const moved = await queries.moveRecordRows(tx, goneId, keptId);
    await settleOffers(tx, viewer, [keptId], { now: deps.now() });
    await saveMergedFields(tx, kept, set, reach ? { reach: reach.merged } : {});
    const channels = await queries.removeChannels(tx, keptId, findUnwantedChannels(set, gone));
    await queries.updateMerge(tx, id, { moved, before: { ...before, addedNote, channels } });
    const { known } = gone.facts;
    await recordMergeEvents(tx, viewer, 'records_joined', {
      keptId,
      goneId,
      fields: Object.keys(set),
      known,
    });
    return id;
  });
  deps.cache.dropAll();
  return mergeId;
}

/** Fields that still have the merged value are restored; those that were changed or confirmed since stay. */
function findRestorableFields({ kept, set }: MergedBefore, now: MergeRecord): Partial<MergeValues> {
  const same = mergeFields.filter(
    (field) => field in set && now.values[field] === set[field] && !isContactConfirmed(now, field),
  );
  return Object.fromEntries(same.map((field) => [field, kept[field]]));
}

/**
 * Tells the current state of upcoming appointments, also of deleted ones, of the two patients and of those in
 * their care, if messages about them were queued or sent while the records were merged, and named the other
 * patient or went to somebody who does not read the patient's messages.
 */
async function notifyOfChanges(tx: Db, deps: Deps, merge: queries.MergeRow): Promise<void> {
  const { id, keptId, goneId, moved } = merge;
  const within = { ...deps, db: tx };
  const { prefix } = await currentSettings(within);
  const told = await queries.findVisitsNotifiedSince(tx, merge);
  const ids = told.map((one) => one.id);
  const movedVisits = moved['appointments.patient_id'] ?? [];
  // An appointment that was deleted before the merge did not move; a message about it may name the patient.
  const isOfGone = (visitId: number) =>
    movedVisits.includes(visitId) ||
    told.some((one) => one.id === visitId && one.patientsTold.includes(goneId));
  const existing = await findAppointmentsByIds(tx, systemViewer, ids);
  const deleted = await findDeletedAppointments(tx, ids, prefix);
  const visits = [
    ...existing.map((row) => presentAppointment(row, prefix)),
    ...deleted.map((visit) => ({
      ...visit,
      userId: isOfGone(visit.id) ? goneId : visit.userId,
      status: 'cancelled' as const,
    })),
  ];
  const cares = [...(await listGuardianships(tx, keptId)), ...(await listGuardianships(tx, goneId))];
  const concerned = [keptId, goneId, ...cares.map(({ patientId }) => patientId)];
  const readers = await findMessageReaders(
    tx,
    visits.map(({ userId }) => userId),
  );
  for (const visit of visits) {
    const reader = readers.get(visit.userId);
    const place = await findOpenLocation(within, visit.locationId);
    const isToCome = isLater(visit.appointmentDate, visit.appointmentTime, dayClock(deps.now()));
    if (!reader || !place || !isToCome || !concerned.includes(visit.userId)) continue;
    const toldTo = told.find((one) => one.id === visit.id)?.toldTo ?? [];
    if (visit.userId !== goneId && toldTo.every((person) => person === reader.id)) continue;
    const message = currentStateMessage(reader.locale, visit, place);
    // Unsent messages to others about this appointment are dropped.
    await dropOutdated(tx, [visit.id], deps.now());
    await notifyPerson(tx, { ...message, dedupeKey: `parted:${id}:${visit.id}` });
  }
}

/** Undoes a merge on the clinic day it was made: moved rows go back, rows added since stay. */
export async function undoMerge(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const merge = await queries.lockMerge(tx, id);
    const inTime = merge && merge.at >= startOfClinicDay(deps.now());
    if (!merge?.before || !inTime || merge.undoneAt !== null) throw new Refusal('not_found');
    const { keptId, goneId, before } = merge;
    await lockPeople(tx, [keptId, goneId]);
    const kept = await loadMergeRecord(deps, tx, viewer, keptId);
    await queries.restoreMergedRecord(tx, goneId, before);
    await queries.moveRecordRowsBack(tx, keptId, goneId, await queries.withoutSentMessages(tx, merge));
    if (before.addedNote) await removeFileNotes(tx, [{ patientId: keptId, note: before.addedNote }]);
    if (before.care) await queries.restoreGuardianship(tx, before.care);
    // A data copy made meanwhile contains data of the other person.
    await queries.deleteDataCopies(tx, [keptId, goneId]);
    const { authProvider, known } = before.kept;
    const restored = findRestorableFields(before, kept);
    const isCared = kept.person.authProvider === managedByGuardian;
    const { reach, channels } = before;
    await saveMergedFields(tx, kept, restored, {
      ...(isCared ? { authProvider } : {}),
      ...(channels && isDeepStrictEqual(kept.person.channels, channels.merged)
        ? { channels: channels.own }
        : {}),
      ...(reach && isDeepStrictEqual(kept.person.reach, reach.merged) ? { reach: reach.own } : {}),
    });
    await updateSearchWords(tx, [goneId]);
    await notifyOfChanges(tx, deps, merge);
    await queries.updateMerge(tx, id, { undoneAt: deps.now(), undoneBy: viewer.id, before: null, moved: {} });
    await recordMergeEvents(tx, viewer, 'records_parted', {
      keptId,
      goneId,
      fields: Object.keys(restored),
      known,
    });
  });
  deps.cache.dropAll();
}

/** Staff mark two records as the same person, for an admin to merge, or as different people. */
export async function judgeDuplicate(
  deps: Deps,
  viewer: Viewer,
  { oneId, otherId, verdict }: { oneId: number; otherId: number; verdict: 'same' | 'different' },
): Promise<void> {
  if (oneId === otherId) throw new Refusal('not_found');
  await inTransaction(deps.db, async (tx) => {
    for (const id of [oneId, otherId]) await loadVisiblePatient(tx, viewer, id);
    await queries.saveDuplicateVerdict(tx, {
      one: oneId,
      other: otherId,
      verdict,
      saidBy: viewer.id,
      at: deps.now(),
    });
    await recordEvent(tx, viewer, {
      action: verdict === 'same' ? 'double_proposed' : 'double_dismissed',
      subject: 'users',
      subjectId: oneId,
      patientId: oneId,
      after: { other: otherId },
    });
  });
}

/** Records that may be of one person, those marked by staff first; nothing is merged automatically. */
export async function listDuplicatePairs(
  deps: Deps,
  viewer: Viewer,
  patientId: number | null,
): Promise<api.PossibleDuplicate[]> {
  if (patientId !== null) await loadVisiblePatient(deps.db, viewer, patientId);
  const found = await queries.findDuplicateCandidates(deps.db, viewer, patientId, maxDuplicatePairs);
  const pairs = found.filter(({ names: [one, other], isSaid }) => isSaid || mayBeSamePerson(one, other));
  const people = await usersByIds(deps.db, [...new Set(pairs.flatMap(({ one, other }) => [one, other]))]);
  const shownPeople = await presentFoundPatients(deps, viewer, people);
  const byId = new Map(shownPeople.map((person) => [person.id, person]));
  return pairs.flatMap(({ one, other, saidBy }) => {
    const [first, second] = [byId.get(one), byId.get(other)];
    return first && second ? [{ one: first, other: second, saidBy }] : [];
  });
}

/** Merges into a record that can still be undone. */
export async function listUndoableMerges(deps: Deps, viewer: Viewer, id: number): Promise<api.Merge[]> {
  await loadVisiblePatient(deps.db, viewer, id);
  const { prefix } = await currentSettings(deps);
  const rows = await queries.listMergesInto(deps.db, id, startOfClinicDay(deps.now()));
  const by = new Map(
    (
      await usersByIds(
        deps.db,
        rows.flatMap(({ mergedBy }) => mergedBy ?? []),
      )
    )
      .filter(({ username }) => viewer.isOwner || !isOwner(deps.config, username))
      .map((row) => [row.id, row.name]),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    reference: referenceCode(prefix, row.goneId),
    by: by.get(row.mergedBy ?? 0) ?? null,
  }));
}

/** Deletes the values of both records that were kept for undoing, once the clinic day is over. */
export async function finishOldMerges(deps: Deps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const gone = await queries.clearOldMergeValues(tx, startOfClinicDay(deps.now()));
    if (gone.length > 0) await erasePeople(tx, gone, deps.now());
  });
}
