import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { arrivals } from '#server/db/schema/arrivals.ts';
import { notices } from '#server/db/schema/messages.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { createListScope } from '#server/features/appointments/list-queries.ts';
import { isArrivalCurrent } from '#server/features/arrivals/queue-queries.ts';
import type { AppointmentFilters } from '#shared/contract/appointments.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

/** Upcoming appointments that match the filters and whose patients have not arrived, by time, up to a maximum. */
export async function listNoticeAppointments(
  db: Db,
  viewer: Viewer,
  filters: AppointmentFilters,
  { now, limit }: { now: Date; limit: number },
) {
  const { where } = await createListScope(db, viewer, filters, { now, countLimit: 1 });
  return db
    .select({
      id: appointments.id,
      patientId: appointments.patientId,
      locationId: appointments.locationId,
      localStart: appointments.localStart,
    })
    .from(appointments)
    .innerJoin(users, eq(users.id, appointments.patientId))
    .leftJoin(arrivals, isArrivalCurrent)
    .where(
      and(
        where,
        inArray(appointments.status, [...openStatuses]),
        gt(appointments.localStart, localNow(dayClock(now))),
        isNull(arrivals.arrivedAt),
      ),
    )
    .orderBy(asc(appointments.localStart), asc(appointments.id))
    .limit(limit);
}
export type NoticeAppointment = Awaited<ReturnType<typeof listNoticeAppointments>>[number];

type NewNotice = Pick<typeof notices.$inferInsert, 'createdBy' | 'createdAt' | 'idempotencyKey' | 'asked'>;

/** Undefined: a notice with this idempotency key has been committed. */
export async function insertNotice(db: Db, notice: NewNotice): Promise<number | undefined> {
  const [row] = await db.insert(notices).values(notice).onConflictDoNothing().returning({ id: notices.id });
  return row?.id;
}

export async function findNoticeByKey(db: Db, createdBy: number, idempotencyKey: string) {
  const [row] = await db
    .select()
    .from(notices)
    .where(and(eq(notices.createdBy, createdBy), eq(notices.idempotencyKey, idempotencyKey)));
  return row;
}

export async function saveRecipientCount(db: Db, id: number, people: number): Promise<void> {
  await db.update(notices).set({ people }).where(eq(notices.id, id));
}
