import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { refuseOldVersion } from '#server/engine/http/version.ts';
import { findChangesByIds, presentChangeEntry } from '#server/features/appointments/history-queries.ts';
import { findAppointmentsByIds, presentAppointment } from '#server/features/appointments/queries.ts';
import { listNotes, presentNote } from '#server/features/notes/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { loadVisiblePatient, raiseVersion } from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type {
  Alert,
  addAlert,
  changePatientFile,
  PatientFile,
  TimelineEntry,
} from '#shared/contract/patients.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { alertKinds, weekOneOf } from '#shared/domain/people/alerts.ts';
import { Refusal } from '#shared/errors.ts';
import * as queries from './queries.ts';
import type { TimelinePlace } from './timeline-queries.ts';

/**
 * Saves date of birth, number of the paper file and note. The audit log records which fields changed, not
 * their values.
 */
export async function savePatientFile(
  deps: Deps,
  viewer: Viewer,
  patientId: number,
  body: Body<typeof changePatientFile>,
): Promise<PatientFile> {
  const settings = await currentSettings(deps);
  if (body.birthDate && body.birthDate > clinicClock(deps.now()).date)
    throw new Refusal('malformed', { fields: { birthDate: 'validation.date' } });
  return inTransaction(deps.db, async (tx) => {
    const person = await loadVisiblePatient(tx, viewer, patientId, { lock: true });
    await refuseOldVersion(body.version, person.version, () =>
      queries.presentPatientFile(tx, person, settings, deps.now()),
    );
    const before = await queries.findFileFacts(tx, patientId);
    const after = { ...before, ...queries.pickFileFacts(body) };
    const fields = (['birthDate', 'paperFile', 'note'] as const).filter(
      (field) => before[field] !== after[field],
    );
    if (fields.length > 0) {
      await queries.saveFacts(tx, patientId, after);
      await raiseVersion(tx, patientId);
      await recordEvent(tx, viewer, {
        action: 'user_changed',
        subject: 'users',
        subjectId: patientId,
        patientId,
        after: { fields },
      });
    }
    const changed = fields.length > 0 ? { ...person, version: person.version + 1 } : person;
    return queries.presentPatientFile(tx, changed, settings, deps.now());
  });
}

const recordAlert = (tx: Db, viewer: Viewer, action: 'alert_added' | 'alert_ended', ids: number[]) =>
  recordEvent(tx, viewer, { action, subject: 'alerts', subjectId: ids[1], patientId: ids[0] });

/** Adds an alert. A pregnancy needs its week, every other kind its text. */
export async function addPatientAlert(
  deps: Deps,
  viewer: Viewer,
  patientId: number,
  { kind, text = '', week = null }: Body<typeof addAlert>,
): Promise<Alert> {
  const today = clinicClock(deps.now()).date;
  const { weeks } = alertKinds[kind];
  if (weeks ? week === null : text === '')
    throw new Refusal('malformed', { fields: { [weeks ? 'week' : 'text']: 'validation.required' } });
  return inTransaction(deps.db, async (tx) => {
    await loadVisiblePatient(tx, viewer, patientId, { lock: true });
    const row = await queries.insertAlert(tx, {
      patientId,
      kind,
      text,
      weekOne: weeks && week !== null ? weekOneOf(week, today) : null,
      authorId: viewer.id,
      at: deps.now(),
    });
    if (!row) throw new Error('the alert was not inserted');
    await recordAlert(tx, viewer, 'alert_added', [patientId, row.id]);
    return queries.presentAlert(row, today);
  });
}

export async function endPatientAlert(
  deps: Deps,
  viewer: Viewer,
  patientId: number,
  id: number,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await loadVisiblePatient(tx, viewer, patientId, { lock: true });
    const ended = await queries.endAlert(tx, { patientId, id, by: viewer.id, now: deps.now() });
    if (!ended) throw new Refusal('not_found');
    await recordAlert(tx, viewer, 'alert_ended', [patientId, id]);
  });
}

/**
 * Loads the timeline entries at these positions, in the same order. Entries deleted meanwhile are left out.
 */
export async function loadTimelineEntries(
  deps: Deps,
  viewer: Viewer,
  places: readonly TimelinePlace[],
): Promise<TimelineEntry[]> {
  const { prefix } = await currentSettings(deps);
  const of = (kind: TimelinePlace['kind']) =>
    places.filter((place) => place.kind === kind).map(({ id }) => id);
  const visitIds = of('visit');
  const [visits, notes, changes] = await Promise.all([
    findAppointmentsByIds(deps.db, viewer, visitIds),
    listNotes(deps.db, viewer, { visitIds, ids: of('note') }),
    findChangesByIds(deps.db, viewer, of('change')),
  ]);
  return places.flatMap(({ kind, id, at }): TimelineEntry[] => {
    if (kind === 'visit') {
      const visit = visits.find((row) => row.id === id);
      const own = notes.filter(({ appointmentId }) => appointmentId === id).map(presentNote);
      return visit ? [{ kind, at, visit: presentAppointment(visit, prefix), notes: own }] : [];
    }
    if (kind === 'note') {
      const note = notes.find((row) => row.id === id);
      return note ? [{ kind, at, note: presentNote(note) }] : [];
    }
    const change = changes.find((row) => row.id === id);
    return change ? [{ kind, at, change: presentChangeEntry(change) }] : [];
  });
}
