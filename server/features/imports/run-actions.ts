import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, type NewEvent, recordEvent, recordEvents } from '#server/engine/events/queries.ts';
import { lockBranches } from '#server/features/locations/queries.ts';
import { settleOffers } from '#server/features/offers/record-actions.ts';
import { addFileNotes } from '#server/features/patients/file-note-queries.ts';
import { deleteUsers } from '#server/features/users/erase-queries.ts';
import type { RowContent, VerdictReason, VisitContent } from '#shared/domain/imports/verdicts.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import {
  type AppointmentClash,
  clashReason,
  findClashes,
  type PlacedAppointment,
  placeAppointments,
} from './appointment-queries.ts';
import { loadClinicData } from './check-actions.ts';
import { findNextRows, type NextRows } from './next-rows-actions.ts';
import { type ImportRecord, lockImport, updateImport } from './queries.ts';
import {
  deleteAppointments,
  findPhones,
  insertPatients,
  type RowOutcome,
  saveOutcomes,
} from './run-queries.ts';

/** The actor of an import: the admin who uploaded the file. */
export const importActor = ({ createdBy }: Pick<ImportRecord, 'createdBy'>): Actor => ({
  id: createdBy,
  role: 'admin',
  ip: null,
  requestId: null,
});

interface RowToImport {
  readonly n: number;
  readonly meant: RowContent;
  readonly visit: VisitContent | null;
  readonly patientId: number | null;
  readonly made: boolean;
  /** Reason why a ready row is left out. */
  readonly left: VerdictReason | null;
}

/** The patient of each row: an existing one, one of an earlier row, or a new one. */
async function assignPatients(
  deps: Deps,
  tx: Db,
  work: ImportRecord,
  next: NextRows,
): Promise<RowToImport[]> {
  const { rows, since } = next;
  const making = rows.filter(({ n, verdict }) => verdict === 'new' && !since.has(n));
  const ids = await insertPatients(
    tx,
    making.flatMap(({ meant }) => meant ?? []),
    { createdBy: work.createdBy, createdAt: deps.now() },
  );
  const made = new Map(making.map(({ n }, at) => [n, ids[at] ?? null]));
  const patientOf = new Map(next.patientOf);
  return rows.flatMap(({ n, meant: read, matchId, sameAs, why }): RowToImport[] => {
    if (!read) return [];
    const duplicate = since.get(n);
    const whose = sameAs === null ? (made.get(n) ?? matchId) : (patientOf.get(sameAs) ?? null);
    const patientId = duplicate ? (duplicate.why ? null : duplicate.match.id) : whose;
    if (patientId !== null) patientOf.set(n, patientId);
    const left: VerdictReason | null =
      duplicate?.why ?? (patientId === null ? { code: 'firstLeft', params: { row: sameAs ?? n } } : null);
    const visit = why?.code === 'visitThere' ? null : read.visit;
    return [{ n, meant: read, visit, patientId, made: made.has(n), left }];
  });
}

const importedPatientEvent = (importId: number, { patientId }: RowToImport): NewEvent => ({
  action: 'imported',
  subject: 'users',
  subjectId: patientId,
  patientId,
  after: { role: 'patient', import: importId },
});

const importedAppointmentEvent = (
  importId: number,
  { patientId, visit }: RowToImport,
  { id, room }: PlacedAppointment,
): NewEvent => ({
  action: 'imported',
  subject: 'appointments',
  subjectId: id,
  patientId,
  locationId: visit?.locationId,
  after: {
    import: importId,
    locationId: visit?.locationId,
    appointmentDate: visit?.date,
    appointmentTime: `${visit?.time}:00`,
    serviceId: visit?.serviceId,
    doctorId: visit?.doctorId ?? null,
    status: visit?.status,
    notes: visit?.notes,
    room,
  },
});

const unplacedReason = (
  { date, time, locationId, ahead }: VisitContent,
  clash: AppointmentClash | undefined,
): VerdictReason => ({
  code: clashReason({ busy: !ahead || clash?.busy === true, doctorBusy: clash?.doctorBusy === true }),
  params: { date, time, location: locationId },
});

/** The note of a row for the file of an existing patient, with a new phone. */
function formatFileNote(
  { headings, columns }: ImportRecord,
  meant: RowContent,
  phones: readonly (string | null)[],
): string {
  const { note, phone2 } = meant;
  const heading = headings[Math.max(columns.indexOf('phone2'), columns.indexOf('phone'), 0)] ?? '';
  const isNew = phone2 !== null && !phones.includes(phone2);
  return [note, isNew ? `${heading}: ${formatPhone(phone2)}` : ''].filter((line) => line !== '').join('\n');
}

/** Adds the notes of rows to the files of existing patients; returns what was added, by row number. */
async function addNotesOfRows(
  tx: Db,
  work: ImportRecord,
  rows: readonly RowToImport[],
): Promise<Map<number, string | null>> {
  const known = rows.filter(({ made, meant }) => !made && (meant.note !== '' || meant.phone2 !== null));
  const phones = await findPhones(
    tx,
    known.flatMap(({ patientId }) => patientId ?? []),
  );
  const notes = known.flatMap(({ n, patientId, meant }) => {
    const note = patientId === null ? '' : formatFileNote(work, meant, phones.get(patientId) ?? []);
    return patientId === null || note === '' ? [] : [{ n, patientId, note }];
  });
  const added = await addFileNotes(tx, notes);
  return new Map(notes.map(({ n }, at) => [n, added[at] ?? null]));
}

/** Imports the next rows, with the progress, in one transaction. */
async function importNextRows(deps: Deps, tx: Db, work: ImportRecord, next: NextRows): Promise<void> {
  const coming = await assignPatients(deps, tx, work, next);
  const visits = coming.flatMap(({ n, patientId, visit, left }) =>
    visit && patientId !== null && !left ? [{ n, patientId, visit }] : [],
  );
  // No offer is made meanwhile: existing holds are visible, and new ones wait.
  const branches = visits.flatMap(({ visit }) => (visit.ahead ? visit.locationId : []));
  if (branches.length > 0) await lockBranches(tx, branches);
  const placed = await placeAppointments(tx, visits, { createdBy: work.createdBy, now: deps.now() });
  const isPlaced = ({ n, visit }: RowToImport) => visit === null || placed.has(n);
  const stays = coming.filter((row) => row.left !== null || !isPlaced(row));
  const firstOf = new Map(
    stays.flatMap(({ n, made, patientId }) => (made && patientId !== null ? [[patientId, n] as const] : [])),
  );
  const inAfterAll = coming.filter((row) => !stays.includes(row) && !firstOf.has(row.patientId ?? 0));
  const ins = new Set(inAfterAll);
  await deleteAppointments(
    tx,
    coming.flatMap((row) => (ins.has(row) ? [] : (placed.get(row.n)?.id ?? []))),
  );
  const clashes = await findClashes(
    tx,
    visits.filter(({ n }) => !placed.has(n)),
    deps.now(),
  );
  if (firstOf.size > 0) await deleteUsers(tx, [...firstOf.keys()]);
  const addedNotes = await addNotesOfRows(tx, work, inAfterAll);
  await recordEvents(tx, importActor(work), [
    ...inAfterAll.flatMap((row) => (row.made ? importedPatientEvent(work.id, row) : [])),
    ...inAfterAll.flatMap((row) => {
      const visit = placed.get(row.n);
      return visit ? importedAppointmentEvent(work.id, row, visit) : [];
    }),
  ]);
  const come = [
    ...new Set(inAfterAll.flatMap(({ n, patientId }) => (placed.has(n) ? (patientId ?? []) : []))),
  ];
  if (come.length > 0) await settleOffers(tx, importActor(work), come, { now: deps.now() });
  await saveOutcomes(
    tx,
    work.id,
    coming.map((row): RowOutcome => {
      const { n, patientId, made, visit } = row;
      const first = made ? undefined : firstOf.get(patientId ?? 0);
      if (ins.has(row))
        return {
          n,
          outcome: 'in',
          patientId,
          madePatient: made,
          appointmentId: placed.get(n)?.id ?? null,
          addedNote: addedNotes.get(n),
        };
      const why: VerdictReason | null =
        row.left ??
        (first === undefined
          ? visit && unplacedReason(visit, clashes.get(n))
          : { code: 'firstLeft', params: { row: first } });
      return { n, outcome: 'left', why, patientId: null, madePatient: false, appointmentId: null };
    }),
  );
}

export async function importNextStep(deps: Deps, { id }: ImportRecord): Promise<void> {
  const clinic = await loadClinicData(deps);
  await inTransaction(
    deps.db,
    async (tx) => {
      const work = await lockImport(tx, id);
      if (work?.state !== 'running') return;
      const next = await findNextRows(deps, tx, work, clinic);
      if (next.rows.length > 0) {
        await importNextRows(deps, tx, work, next);
        return updateImport(tx, id, { progressBy: next.rows.length });
      }
      await updateImport(tx, id, { state: 'done', finishedAt: deps.now(), bytes: null });
      await recordEvent(tx, importActor(work), {
        action: 'import_done',
        subject: 'imports',
        subjectId: id,
        after: { rows: work.progress },
      });
    },
    { withoutTimeouts: true },
  );
}
