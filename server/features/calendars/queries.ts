import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { findHiddenUsername } from '#server/config.ts';
import { calendars } from '#server/db/schema/accounts.ts';
import { appointments } from '#server/db/schema/appointments.ts';
import { staffLocations } from '#server/db/schema/staff.ts';
import { users } from '#server/db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { dayStart } from '#server/engine/db/day-queries.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import { loadUncountedPage } from '#server/features/appointments/list-queries.ts';
import type { AppointmentRow } from '#server/features/appointments/queries.ts';
import { findVisiblePatientIds } from '#server/features/families/family-queries.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import type { OwnCalendar } from '#shared/contract/connections/calendars.ts';
import { addDays } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { isStaff, type Role } from '#shared/domain/people/roles.ts';

type Titles = OwnCalendar['titles'];

export async function findOwnCalendar(db: Db, userId: number): Promise<OwnCalendar | null> {
  const [row] = await db.select().from(calendars).where(eq(calendars.userId, userId));
  return (
    (row && {
      titles: row.titles,
      createdAt: row.createdAt.toISOString(),
      seenAt: row.seenAt?.toISOString() ?? null,
    }) ??
    null
  );
}

/** One feed per person: only the newest address works. */
export async function saveCalendar(
  db: Db,
  calendar: { userId: number; tokenHash: Buffer; titles: Titles; createdAt: Date },
): Promise<void> {
  const { userId: _, ...values } = calendar;
  await db
    .insert(calendars)
    .values(calendar)
    .onConflictDoUpdate({ target: calendars.userId, set: { ...values, seenAt: null } });
}

export async function saveTitles(db: Db, userId: number, titles: Titles): Promise<boolean> {
  const changed = await db
    .update(calendars)
    .set({ titles })
    .where(eq(calendars.userId, userId))
    .returning({ userId: calendars.userId });
  return changed.length > 0;
}

export async function deleteCalendar(db: Db, userId: number): Promise<boolean> {
  const ended = await db
    .delete(calendars)
    .where(eq(calendars.userId, userId))
    .returning({ userId: calendars.userId });
  return ended.length > 0;
}

export interface Subscriber {
  readonly id: number;
  readonly username: string | null;
  readonly role: Role;
  readonly locale: Lang;
  readonly titles: Titles;
  readonly seenAt: Date | null;
}

/** The owner of an address; undefined if the account is not active. */
export async function findSubscriber(db: Db, tokenHash: Buffer): Promise<Subscriber | undefined> {
  const [row] = await db
    .select({
      id: users.id,
      username: users.username,
      role: users.role,
      locale: users.locale,
      titles: calendars.titles,
      seenAt: calendars.seenAt,
    })
    .from(calendars)
    .innerJoin(users, eq(users.id, calendars.userId))
    .where(and(eq(calendars.tokenHash, tokenHash), isNull(users.deactivatedAt), isNull(users.erasedAt)));
  return row;
}

const readUpdateMs = 15 * 60_000;

/** Updates the time of the last read, at intervals. */
export async function recordFeedRead({ db, now }: Deps, { id, seenAt }: Subscriber): Promise<void> {
  const at = now();
  if (seenAt && at.getTime() - seenAt.getTime() <= readUpdateMs) return;
  await db.execute(sql`${prepared}update calendars set seen_at = ${at.toISOString()}::timestamptz
    where user_id = ${id}`);
}

/**
 * A patient's own appointments and those of people she is guardian of; a doctor's own; a receptionist's
 * branches.
 */
async function feedAppointmentsCondition(db: Db, { id, role }: Subscriber): Promise<SQL> {
  if (!isStaff(role)) return inArray(appointments.patientId, await findVisiblePatientIds(db, id));
  if (role === 'doctor') return eq(appointments.doctorId, id);
  const places = await db
    .select({ id: staffLocations.locationId })
    .from(staffLocations)
    .where(eq(staffLocations.userId, id));
  return places.length === 0
    ? sql`false`
    : inArray(
        appointments.locationId,
        places.map((place) => place.id),
      );
}

const daysBack = 30;
const daysAhead = 400;
const maxFeedAppointments = 2000;

/** Appointments around a date, earliest first. Only the owner sees the owner's. */
export async function listFeedAppointments(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  subscriber: Subscriber,
  today: string,
): Promise<AppointmentRow[]> {
  const hiddenUsername = findHiddenUsername(config, subscriber.username);
  const where = and(
    await feedAppointmentsCondition(db, subscriber),
    isNotOwner({ hiddenUsername }, appointments.patientId),
    gte(appointments.localStart, dayStart(addDays(today, -daysBack))),
    lt(appointments.localStart, dayStart(addDays(today, daysAhead))),
  );
  const rows = await loadUncountedPage(
    db,
    { where },
    { limit: maxFeedAppointments, after: null, newestFirst: false },
  );
  return rows.slice(0, maxFeedAppointments);
}
