import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { insertMessages } from '#server/engine/delivery/queries.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { listBranchStaff, lockPatientByAppointment } from '#server/features/appointments/booking-queries.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { listPatientNoShows, type NoShowRow } from '#server/features/appointments/no-show-queries.ts';
import { canActFor, canReadSharedNotes } from '#server/features/families/family-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { loadVisiblePatient } from '#server/features/users/queries.ts';
import { type NoShow, type NoShows, whyLength } from '#shared/contract/desk/no-shows.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { dayClock, splitLocal } from '#shared/domain/clinic-time.ts';
import { countNoShows, noShowState, requiresConfirmingCall } from '#shared/domain/people/no-shows.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { staffExplanationMessage } from './messages.ts';
import { findNoShow, findVisibleNoShows, saveExplanation } from './queries.ts';

/**
 * The patient and the people who read for her see the explanation; staff also see the reason of an excuse.
 */
function presentNoShow(viewer: Viewer, row: NoShowRow, today: string): NoShow {
  const { date, time } = splitLocal(row.localStart);
  const staff = isStaff(viewer.role);
  const reads = staff || canReadSharedNotes(viewer, row.patientId);
  return {
    id: row.id,
    appointmentDate: date,
    appointmentTime: time,
    locationId: row.locationId,
    state: noShowState(row, today),
    markedAt: row.markedAt?.toISOString() ?? null,
    excuse: staff ? row.excuse : null,
    said: reads ? row.said : null,
    saidAt: reads ? (row.saidAt?.toISOString() ?? null) : null,
  };
}

/** Missed appointments of a patient and their consequences: for herself, her guardian, and staff. */
export async function loadNoShows(deps: Deps, viewer: Viewer, patientId: number): Promise<NoShows> {
  if (!canActFor(viewer, patientId)) {
    if (!isStaff(viewer.role)) throw new Refusal('not_found');
    await loadVisiblePatient(deps.db, viewer, patientId);
  }
  const { noShowsBeforeCall: callAfter } = await currentSettings(deps);
  const today = dayClock(deps.now()).date;
  const rows = await listPatientNoShows(deps.db, patientId);
  const visible = await findVisibleNoShows(deps.db, viewer, patientId);
  const counted = countNoShows(rows, today);
  return {
    counted,
    callAfter,
    waitsForCall: requiresConfirmingCall(counted, callAfter),
    noShows: rows.filter(({ id }) => visible.has(id)).map((row) => presentNoShow(viewer, row, today)),
  };
}

interface ExplanationChange {
  action: AuditAction;
  said(row: NoShowRow): Parameters<typeof saveExplanation>[2];
  tell?: (tx: Db, row: NoShowRow) => Promise<void>;
}

/** The history says that an explanation was given for which appointment, not its text. */
async function saveAndRecordExplanation(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { action, said, tell }: ExplanationChange,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockPatientByAppointment(tx, id);
    const row = await findNoShow(tx, viewer, id);
    if (!row) throw new Refusal('not_found');
    await saveExplanation(tx, id, said(row));
    await recordEvent(tx, viewer, {
      action,
      subject: 'appointments',
      subjectId: id,
      locationId: row.locationId,
      patientId: row.patientId,
    });
    await tell?.(tx, row);
  });
}

export const excuseMissedAppointment = (
  deps: Deps,
  viewer: Viewer,
  id: number,
  reason: string,
): Promise<void> =>
  saveAndRecordExplanation(deps, viewer, id, {
    action: 'no_show_excused',
    said: () => ({ excusedAt: deps.now(), excusedBy: viewer.id, excuse: reason }),
  });

export const withdrawExcuse = (deps: Deps, viewer: Viewer, id: number): Promise<void> =>
  saveAndRecordExplanation(deps, viewer, id, {
    action: 'no_show_counted',
    said: () => ({ excusedAt: null, excusedBy: null, excuse: null }),
  });

/**
 * A person who may not read the earlier explanation appends to it: nobody removes text that she cannot see.
 */
function appendUnreadableText(viewer: Viewer, { patientId, said }: NoShowRow, text: string): string {
  if (said === null || canReadSharedNotes(viewer, patientId)) return text;
  const both = `${said}\n${text}`;
  if (both.length > whyLength)
    throw new Refusal('malformed', { fields: { text: 'validation.tooLong' }, params: { n: whyLength } });
  return both;
}

/**
 * Saves the patient's explanation, for the file and for whoever excuses; the branch's staff are told that
 * there is one.
 */
export async function saveMissedReason(deps: Deps, viewer: Viewer, id: number, text: string): Promise<void> {
  if (isStaff(viewer.role)) throw new Refusal('not_found');
  const { prefix } = await currentSettings(deps);
  const now = deps.now();
  const tell = async (tx: Db, row: NoShowRow) => {
    const place = await findOpenLocation({ ...deps, db: tx }, row.locationId);
    if (!place) return;
    const staff = await listBranchStaff(tx, place.id);
    await insertMessages(
      tx,
      staff.map((member) => staffExplanationMessage(member, row, { place, prefix, now })),
    );
  };
  await saveAndRecordExplanation(deps, viewer, id, {
    action: 'no_show_explained',
    said: (row) => ({ said: appendUnreadableText(viewer, row, text), saidAt: now }),
    tell,
  });
}

/**
 * Undoes a mistaken no-show: the appointment gets its former status. If its time is taken, it becomes
 * overbooked, like a walk-in.
 */
export async function undoNoShow(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  const row = await findNoShow(deps.db, viewer, id);
  if (!row) throw new Refusal('not_found');
  const status = row.was ?? 'confirmed';
  await changeAppointment(deps, viewer, id, { status }).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'slot_taken') throw error;
    return changeAppointment(deps, viewer, id, { status, overbook: true });
  });
}
