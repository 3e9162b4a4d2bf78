import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { insertMessages } from '#server/engine/delivery/queries.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { lockPatientOf, staffAt } from '#server/features/appointments/booking-queries.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { type NoShowRow, noShowsOf } from '#server/features/appointments/no-show-queries.ts';
import { actsFor, readsOf } from '#server/features/families/family-queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { patientFor } from '#server/features/users/queries.ts';
import { type NoShow, type NoShows, whyLength } from '#shared/contract/desk/no-shows.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { dayClock, splitLocal } from '#shared/domain/clinic-time.ts';
import { countNoShows, mustBeCalled, noShowState } from '#shared/domain/people/no-shows.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { staffWordsMessage } from './messages.ts';
import { noShowWithId, saveExplanation, visibleNoShows } from './queries.ts';

/**
 * The patient and the people who read for her see the explanation; staff also see the reason of an excuse.
 */
function shown(viewer: Viewer, row: NoShowRow, today: string): NoShow {
  const { date, time } = splitLocal(row.localStart);
  const staff = isStaff(viewer.role);
  const reads = staff || readsOf(viewer, row.patientId);
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
export async function noShowsFor(deps: Deps, viewer: Viewer, patientId: number): Promise<NoShows> {
  if (!actsFor(viewer, patientId)) {
    if (!isStaff(viewer.role)) throw new Refusal('not_found');
    await patientFor(deps.db, viewer, patientId);
  }
  const { noShowsBeforeCall: callAfter } = await currentSettings(deps);
  const today = dayClock(deps.now()).date;
  const rows = await noShowsOf(deps.db, patientId);
  const visible = await visibleNoShows(deps.db, viewer, patientId);
  const counted = countNoShows(rows, today);
  return {
    counted,
    callAfter,
    waitsForCall: mustBeCalled(counted, callAfter),
    noShows: rows.filter(({ id }) => visible.has(id)).map((row) => shown(viewer, row, today)),
  };
}

interface Saying {
  action: AuditAction;
  said(row: NoShowRow): Parameters<typeof saveExplanation>[2];
  tell?: (tx: Db, row: NoShowRow) => Promise<void>;
}

/** The history says that an explanation was given for which appointment, not its text. */
async function say(deps: Deps, viewer: Viewer, id: number, { action, said, tell }: Saying): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockPatientOf(tx, id);
    const row = await noShowWithId(tx, viewer, id);
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

export const excuse = (deps: Deps, viewer: Viewer, id: number, reason: string): Promise<void> =>
  say(deps, viewer, id, {
    action: 'no_show_excused',
    said: () => ({ excusedAt: deps.now(), excusedBy: viewer.id, excuse: reason }),
  });

export const countAgain = (deps: Deps, viewer: Viewer, id: number): Promise<void> =>
  say(deps, viewer, id, {
    action: 'no_show_counted',
    said: () => ({ excusedAt: null, excusedBy: null, excuse: null }),
  });

/**
 * A person who may not read the earlier explanation appends to it: nobody removes text that she cannot see.
 */
function withBefore(viewer: Viewer, { patientId, said }: NoShowRow, text: string): string {
  if (said === null || readsOf(viewer, patientId)) return text;
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
    const place = await locationWithId({ ...deps, db: tx }, row.locationId);
    if (!place) return;
    const staff = await staffAt(tx, place.id);
    await insertMessages(
      tx,
      staff.map((member) => staffWordsMessage(member, row, { place, prefix, now })),
    );
  };
  await say(deps, viewer, id, {
    action: 'no_show_explained',
    said: (row) => ({ said: withBefore(viewer, row, text), saidAt: now }),
    tell,
  });
}

/**
 * Undoes a mistaken no-show: the appointment gets its former status. If its time is taken, it becomes
 * overbooked, like a walk-in.
 */
export async function undoNoShow(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  const row = await noShowWithId(deps.db, viewer, id);
  if (!row) throw new Refusal('not_found');
  const status = row.was ?? 'confirmed';
  await changeAppointment(deps, viewer, id, { status }).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'slot_taken') throw error;
    return changeAppointment(deps, viewer, id, { status, overbook: true });
  });
}
