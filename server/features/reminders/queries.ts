import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, dayStart } from '#server/engine/db/day-queries.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import {
  guardianJoin,
  possiblyReadBy,
  readAboutColumn,
  readerIdColumn,
} from '#server/features/families/family-queries.ts';
import { addDays, daysBetween, minutesBetween, splitLocal } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { StaffName } from '#shared/domain/people/doctor-name.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

/** An appointment of a reminder. */
export interface ComingVisit extends Record<string, unknown> {
  readonly id: number;
  /** The recipient: the patient, or her guardian while she has no account. */
  readonly readerId: number;
  /** The patient's name, if the guardian is the recipient. */
  readonly about: string | null;
  readonly locale: Lang;
  /** 'YYYY-MM-DD HH:MM:SS' on the clinic's clock. */
  readonly localStart: string;
  readonly locationId: number;
  readonly location: string;
  readonly address: string;
  /** The doctor, if one was chosen. */
  readonly doctor: StaffName | null;
}

const isVisitOpen = sql`a.status in ${[...openStatuses]}`;
const columnsIn = (lang: SQL) => sql`a.id, u.id as "readerId", ${readAboutColumn} as about, ${lang} as locale,
  a.local_start::text as "localStart",
  l.id as "locationId",
  case when ${lang} = 'ar' then coalesce(l.name_ar, l.name) else l.name end as location,
  case when ${lang} = 'ar' then coalesce(l.address_ar, l.address) else l.address end as address,
  case when d.id is not null then json_build_object('name', d.name, 'nameAr', s.name_ar,
    'title', coalesce(s.title, ''), 'titleAr', s.title_ar) end as doctor`;
const visitsWithReader = sql`appointments a join users p on p.id = a.patient_id
  ${guardianJoin} join users u on u.id = ${readerIdColumn} join locations l on l.id = a.location_id
  left join users d on d.id = a.doctor_id and d.erased_at is null left join staff s on s.user_id = d.id`;

export interface ReminderWindow {
  /** Hours before the appointment. */
  readonly hours: number;
  /** Appointments that begin after this and up to `until`, on the clinic's clock. */
  readonly after: string;
  readonly until: string;
  /** The clinic's clock and the instant it shows. */
  readonly localNow: string;
  readonly now: Date;
  /** Appointments that cannot take place as they are. */
  readonly displaced: readonly number[];
}

/** From here on a reminder is the last one, also of an appointment after midnight. */
const lastMinutes = 6 * 60;

/**
 * Number of days ahead, which decides the text: today, tomorrow, a day. It does not depend on the settings,
 * so changing them sends nothing twice.
 */
export function daysAhead(localNow: string, localStart: string): number {
  const isLast = minutesBetween(localNow, localStart) <= lastMinutes;
  return isLast ? 0 : daysBetween(splitLocal(localNow).date, splitLocal(localStart).date);
}
const daysAheadSql = (localNow: string, localStart: SQL): SQL =>
  sql`case when ${localStart} - ${localNow}::timestamp <= make_interval(mins => ${lastMinutes}::int) then 0
    else ${clinicDaySql(localStart)} - ${clinicDaySql(sql`${localNow}::timestamp`)} end`;

/**
 * Deduplication key of a day's reminder; `createPersonalMessages` adds the channel. `added`: the appointment
 * that an earlier reminder of this day did not mention.
 */
export const reminderKey = (
  localNow: string,
  localStart: string,
  reader: number,
  added: number | null,
): string => {
  const key = `reminder:${daysAhead(localNow, localStart)}:${reader}:${splitLocal(localStart).date}`;
  return added === null ? key : `${key}:${added}`;
};
const reminderKeySql = (days: SQL) =>
  sql`'reminder:' || ${days} || ':' || u.id || ':' || ${clinicDaySql(sql`a.local_start`)}`;

/** The added appointment of a key, if it has one. */
export const addedVisitOf = (dedupeKey: string): number | null => {
  const [, added] = /^reminder:\d+:\d+:[\d-]+:(\d+):/.exec(dedupeKey) ?? [];
  return added === undefined ? null : Number(added);
};

/**
 * Whether the recipient got, by the channel of a reminder, another one that named the same appointments and times. `key`:
 * deduplication key of the reminder of that day.
 */
export async function isRepeatedReminder(
  db: Db,
  { id, channel, userId, params }: KnownMessage,
  key: string,
): Promise<boolean> {
  const { rows } =
    await db.execute(sql`select from messages where user_id = ${userId} and channel = ${channel}
    and id <> ${id} and state in ('sent', 'kept') and starts_with(dedupe_key, ${`${key}:`})
    and params ->> 'told' = ${params.told ?? null}::text limit 1`);
  return rows.length > 0;
}

/**
 * Renames the keys of reminders that moved to another recipient: otherwise they would be sent to the new
 * recipient again. If the new recipient has a reminder of that day, the key also names the appointment.
 */
export async function renameReminders(db: Db, from: number, to: number): Promise<void> {
  const named = `^(reminder:\\d+):${from}:`;
  const renamed = sql`regexp_replace(m.dedupe_key, ${named}, ${`\\1:${to}:`})`;
  const withAppointment = sql`regexp_replace(${renamed}, ':(\\w+)$',
    ':' || coalesce(m.visit_ids[1], m.appointment_id) || ':\\1')`;
  await db.execute(sql`update messages m set dedupe_key = case
      when exists (select from messages other where other.dedupe_key = ${renamed}) then ${withAppointment}
      else ${renamed} end
    where m.user_id = ${to} and m.dedupe_key ~ ${named}`);
}

/** An imported appointment is at the time and branch of its row. */
const isWhereListPutIt = sql`a.location_id = (r.meant #>> '{visit,locationId}')::int
  and a.local_start = (r.meant #>> '{visit,date}' || ' ' || (r.meant #>> '{visit,time}'))::timestamp`;

/**
 * Due appointments that no reminder of the same number of days ahead or fewer mentions. Nothing is scheduled,
 * so a moved appointment is due at its new time. An appointment that was made, or changed in what its patient
 * is told, when its reminder was already due gets none, because that message said the same. Imported
 * appointments get reminders only if the import asked for them or after a move. A displaced appointment gets
 * an offer instead.
 */
const isReminderDue = ({
  hours,
  after,
  until,
  localNow,
  now,
  displaced,
}: ReminderWindow) => sql`${isVisitOpen}
  and a.id <> all(${sql.param([...displaced])}::int[])
  and a.local_start > ${after}::timestamp and a.local_start <= ${until}::timestamp
  and ${localNow}::timestamp - (${now.toISOString()}::timestamptz - greatest(a.created_at,
    a.stated_at)) <= a.local_start - make_interval(hours => ${hours}::int)
  and u.erased_at is null and u.deactivated_at is null and p.erased_at is null
  and not exists (select 1 from import_rows r join imports i on i.id = r.import_id
    where r.appointment_id = a.id and not i.remind
      and (a.stated_at is null or ${isWhereListPutIt}))
  and not exists (select from generate_series(0, ${daysAheadSql(localNow, sql`a.local_start`)}) days
    join messages m on m.user_id = u.id and m.channel = 'app'
      and starts_with(m.dedupe_key, ${reminderKeySql(sql`days`)} || ':')
    where a.id = any(coalesce(m.visit_ids, array[m.appointment_id])))`;

/** A due appointment. */
export interface DueVisit extends ComingVisit {
  /** The recipient already has a reminder of this day, without this appointment. */
  readonly isAdded: boolean;
}

export async function listDueVisits(db: Db, window: ReminderWindow, limit: number): Promise<DueVisit[]> {
  const days = daysAheadSql(window.localNow, sql`a.local_start`);
  const { rows } =
    await db.execute<DueVisit>(sql`select ${columnsIn(sql`u.locale`)}, exists (select from messages m
      where m.dedupe_key = ${reminderKeySql(days)} || ':app') as "isAdded"
    from ${visitsWithReader} where ${isReminderDue(window)} order by a.local_start, a.id limit ${limit}`);
  return rows;
}

export async function countDue(db: Db, window: ReminderWindow): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${visitsWithReader} where ${isReminderDue(window)}`,
  );
  return rows[0]?.n ?? 0;
}

/**
 * The upcoming appointments of a day for one recipient: her own and her family's. Without `lang`, in her own
 * language.
 */
export async function visitsOfDay(
  db: Db,
  reader: number,
  { date, localNow, lang }: { date: string; localNow: string; lang: Lang | null },
): Promise<ComingVisit[]> {
  const locale = lang === null ? sql`u.locale` : sql`${lang}::text`;
  const { rows } = await db.execute<ComingVisit>(sql`select ${columnsIn(locale)} from ${visitsWithReader}
    where a.patient_id = ${possiblyReadBy(sql`${reader}::int`)} and u.id = ${reader}
      and a.local_start >= ${dayStart(date)} and a.local_start < ${dayStart(addDays(date, 1))}
      and a.local_start > ${localNow}::timestamp and ${isVisitOpen} order by a.local_start, a.id`);
  return rows;
}
