import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { appointments, noShows } from '#server/db/schema/appointments.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { countNoShows, requiresConfirmingCall } from '#shared/domain/people/no-shows.ts';
import { statusesOf } from '#shared/domain/visits/appointment-status.ts';

/** An appointment that the patient missed. */
export const isMissedAppointment = inArray(appointments.status, [...statusesOf('missed')]);

/** Missed appointments, newest first. For imported ones the time of marking is unknown. */
export const selectMissedAppointments = (db: Db) =>
  db
    .select({
      id: appointments.id,
      patientId: appointments.patientId,
      locationId: appointments.locationId,
      localStart: appointments.localStart,
      localEnd: appointments.localEnd,
      markedAt: noShows.markedAt,
      was: noShows.was,
      excused: sql<boolean>`${noShows.excusedAt} is not null`,
      excuse: noShows.excuse,
      said: noShows.said,
      saidAt: noShows.saidAt,
    })
    .from(appointments)
    .leftJoin(noShows, eq(noShows.appointmentId, appointments.id));
export type NoShowRow = Awaited<ReturnType<typeof selectMissedAppointments>>[number];

/** Number of missed appointments at all branches; the number does not reveal anything else. */
export const listPatientNoShows = (db: Db, patientId: number): Promise<NoShowRow[]> =>
  selectMissedAppointments(db)
    .where(and(eq(appointments.patientId, patientId), isMissedAppointment))
    .orderBy(desc(appointments.localStart), desc(appointments.id));

/** Whether the patient's online bookings need a confirming call. False if the clinic has turned that off. */
export async function needsConfirmingCall(deps: Deps, patientId: number): Promise<boolean> {
  const { noShowsBeforeCall } = await currentSettings(deps);
  if (noShowsBeforeCall === null) return false;
  const counted = countNoShows(await listPatientNoShows(deps.db, patientId), dayClock(deps.now()).date);
  return requiresConfirmingCall(counted, noShowsBeforeCall);
}
