import { and, eq, sql } from 'drizzle-orm';
import { appointments, noShows } from '#server/db/schema/appointments.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import {
  isMissedAppointment,
  type NoShowRow,
  selectMissedAppointments,
} from '#server/features/appointments/no-show-queries.ts';
import { isVisibleTo } from '#server/features/appointments/queries.ts';
import { appointmentsOf } from '#server/features/users/erase-queries.ts';
import type { PersonalData } from '#server/registries.ts';
import type { AppointmentStatus } from '#shared/domain/visits/appointment-status.ts';

/** Missed appointments of a patient that the viewer may see, by appointment id. */
export async function findVisibleNoShows(db: Db, viewer: Viewer, patientId: number): Promise<Set<number>> {
  const rows = await db
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(eq(appointments.patientId, patientId), isMissedAppointment, isVisibleTo(viewer)));
  return new Set(rows.map(({ id }) => id));
}

export async function findNoShow(db: Db, viewer: Viewer, id: number): Promise<NoShowRow | undefined> {
  const [row] = await selectMissedAppointments(db).where(
    and(eq(appointments.id, id), isMissedAppointment, isVisibleTo(viewer)),
  );
  return row;
}

/** Marks a no-show now; an earlier explanation stays, an earlier excuse does not. */
export async function markNoShow(
  db: Db,
  { id, was, now }: { id: number; was: AppointmentStatus; now: Date },
): Promise<void> {
  const mark = { markedAt: now, was, excusedAt: null, excusedBy: null, excuse: null };
  await db
    .insert(noShows)
    .values({ appointmentId: id, ...mark })
    .onConflictDoUpdate({ target: noShows.appointmentId, set: mark });
}

type ExplanationColumns = Partial<
  Pick<typeof noShows.$inferInsert, 'excusedAt' | 'excusedBy' | 'excuse' | 'said' | 'saidAt'>
>;

/** Saves an excuse of staff or an explanation of the patient. */
export async function saveExplanation(
  db: Db,
  appointmentId: number,
  said: ExplanationColumns,
): Promise<void> {
  await db
    .insert(noShows)
    .values({ appointmentId, ...said })
    .onConflictDoUpdate({ target: noShows.appointmentId, set: said });
}

/** Deletes explanations of erased people. */
export const noShowData: PersonalData = {
  async forget(db, ids) {
    await db
      .update(noShows)
      .set({ said: null, saidAt: null, excuse: null, excusedAt: null })
      .where(sql`${noShows.appointmentId} in ${appointmentsOf(ids)}`);
  },
};
