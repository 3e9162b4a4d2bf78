import { createHash } from 'node:crypto';
import type pg from 'pg';
import { seedClinic } from '#server/db/seed/seed-clinic.ts';
import { withoutTimeouts } from '#server/engine/db/clinic-pool.ts';
import { type Database, queryBuilderOn } from '#server/engine/db/connect.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { updateSearchWords } from '#server/features/users/word-queries.ts';
import { addDays } from '#shared/domain/clinic-time.ts';

/**
 * Appointments per branch and day: two rooms full, a third half full, so that every second time is still
 * free.
 */
const visitsADay = 30;
/** Days from tomorrow on which branch 1 is that busy: all measured days, already with 1,000 appointments. */
const busyDays = 30;
export const freeFrom = busyDays + 1;
export const branches = 8;
export const signedIn = 3000;
/** First signed-in patient with a confirmed address: the clinic sends messages to her and all later ones. */
export const confirmedFrom = 1501;
/**
 * First branch with staff (three people, who get a notification of each booking); earlier branches have none.
 */
export const staffedFrom = 5;

export const tokenOf = (userId: number): string => `bench-${userId}`;
const staffToken = 'bench-staff';
export const cookieOf = (token: string): string => `session=${token}`;
export const staffCookie = cookieOf(staffToken);

const givenNames = [
  'منى',
  'فاطمة',
  'أمل',
  'نورا',
  'هدى',
  'سلمى',
  'ياسمين',
  'دعاء',
  'Mona',
  'Sara',
  'Amira',
  'Dina',
  'Rania',
  'Heba',
  'Laila',
  'Nadia',
];
const familyNames = [
  'أحمد',
  'محمود',
  'إبراهيم',
  'عبد الله',
  'السيد',
  'حسن',
  'فؤاد',
  'مصطفى',
  'Ali',
  'Hassan',
  'Ibrahim',
  'Fouad',
  'Zaki',
  'Nassar',
  'Halim',
  'Sobhy',
];

async function seedPeople(client: pg.PoolClient, patients: number): Promise<void> {
  await client.query(
    `insert into users (role, name, username, email, phone, locale)
     select 'patient', ($2::text[])[1 + i % 16] || ' ' || ($3::text[])[1 + (i / 16) % 16] || ' ' || i,
       'patient' || i, 'patient' || i || '@mail.example',
       '+2010' || lpad((i * 37 % 100000000)::text, 8, '0'), case when i % 3 = 0 then 'en' else 'ar' end
     from generate_series(1, $1::int) i`,
    [patients, givenNames, familyNames],
  );
  const { rows } = await client.query<{ id: number }>(
    "insert into users (role, name, username) values ('admin', 'Bench', 'bench.admin') returning id",
  );
  await client.query(
    "update users set email_confirmed_at = now(), channels = '{email}' where id between $1 and $2",
    [confirmedFrom, signedIn],
  );
  await client.query(
    `with made as (insert into users (role, name, username) select 'doctor', 'Doctor ' || i, 'doctor' || i
       from generate_series(1, 3) i returning id),
     kept as (insert into staff (user_id) select id from made returning user_id)
     insert into staff_locations (user_id, location_id) select user_id, l.id from kept, locations l
       where l.id >= $1`,
    [staffedFrom],
  );
  const session = `insert into sessions (token_hash, user_id, idle, expires_at) select $1, $2, '1 day', now() + interval '1 day'`;
  await client.query(session, [createHash('sha256').update(staffToken).digest(), rows[0]?.id]);
  await client.query(
    `insert into sessions (token_hash, user_id, idle, expires_at)
     select sha256(convert_to('bench-' || id, 'UTF8')), id, '1 day', now() + interval '1 day'
       from users where role = 'patient' and id <= $1`,
    [signedIn],
  );
}

/** The n-th appointment: first branch 1's coming month, then all branches back through the years. */
const insertVisits = `
  with slot as (
    select i, case when i < $1 then 1 else ($2 * i) / $2 % $3 + 1 end as location,
      case when i < $1 then i % $2 else (i - $1) / $3 % $2 end as k,
      case when i < $1 then 1 + i / $2 else -((i - $1) / ($2 * $3)) end as day
    from generate_series(0, $4::int - 1) i),
  placed as (
    select i, location, day, case when k < 24 then k % 12 else (k - 24) * 2 end as step,
      case when k < 24 then k / 12 + 1 else 3 end as room, i % 100 as dice
    from slot)
  insert into appointments (patient_id, location_id, service_id, local_start, local_end, room, status, notes,
    updated_at)
  select 1 + (i::bigint * 7919 % $5)::int, location, 1 + i % 7, at, at + interval '20 minutes', room,
    case when day > 0 then case when dice < 60 then 'confirmed' else 'pending' end
      when dice < 70 then 'attended' when dice < 85 then 'cancelled' when dice < 95 then 'no_show'
        else 'confirmed' end,
    'Booked via website', least(now(), at)
  from placed, lateral (select $6::date + day + make_interval(mins => 900 + step * 20) as at) t
  order by i`;

/**
 * Ten log entries per appointment, one per second back from now; every tenth is a message, the others are
 * interactions.
 */
const logEntries = `
  insert into client_logs (at, kind, type, user_id, page, text)
  select now() - make_interval(secs => i), case when i % 10 = 0 then 'message' else 'interaction' end,
    case when i % 10 = 0 then 'toast' else 'button_click' end, 1 + i % 1000, '/book', 'click booking submit'
  from generate_series($1::int, 1, -1) i`;

/** Drops the indexes while filling: building them once at the end is faster. */
async function withoutIndexes(client: pg.PoolClient, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ drop: string; make: string }>(`
    select 'alter table appointments drop constraint ' || conname as drop,
      'alter table appointments add constraint ' || conname || ' ' || pg_get_constraintdef(oid) as make
    from pg_constraint where conrelid = 'appointments'::regclass and contype = 'x'
    union all
    select 'drop index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index i
    where indrelid = 'appointments'::regclass and not exists (select from pg_constraint c
      where c.conindid = i.indexrelid)`);
  for (const { drop } of rows) await client.query(drop);
  await client.query('alter table appointments disable trigger appointments_count');
  await fill();
  await client.query('alter table appointments enable trigger appointments_count');
  for (const { make } of rows) await client.query(make);
}

/** Creates an empty database on a server, with text ordered by bytes; returns its URL. */
export async function createDatabase({ pool }: Database, serverUrl: string, name: string): Promise<string> {
  await pool.query(
    `create database ${name} encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8' template template0`,
  );
  return new URL(name, serverUrl).href;
}

/**
 * Fills a clinic with appointments and patients, relative to `today`; default: ten log entries per
 * appointment.
 */
export async function seed(
  database: Database,
  {
    rows,
    patients,
    today,
    logs = rows * 10,
  }: { rows: number; patients: number; today: string; logs?: number },
): Promise<void> {
  await migrate(database.pool);
  await inTransaction(database.db, (tx) => seedClinic(tx));
  const client = await database.pool.connect();
  try {
    await client.query(`begin; ${withoutTimeouts}`);
    await client.query('update locations set rooms = 3');
    await client.query('delete from location_hours');
    await client.query(
      'insert into location_hours (location_id, weekday, opens, closes) select l.id, d, 900, 1140 from locations l, generate_series(0, 6) d',
    );
    await seedPeople(client, patients);
    await withoutIndexes(client, async () => {
      await client.query(insertVisits, [visitsADay * busyDays, visitsADay, branches, rows, patients, today]);
    });
    await client.query(logEntries, [logs]);
    await client.query(
      'insert into day_counts select location_id, local_start::date, status, count(*) from appointments group by 1, 2, 3',
    );
    await client.query(
      'insert into branch_counts select location_id, status, sum(n) from day_counts group by 1, 2',
    );
    while ((await updateSearchWords(queryBuilderOn(client))) > 0);
    await client.query('commit');
    await client.query('set statement_timeout = 0');
    const unhurriedVacuum = { text: 'vacuum analyze', query_timeout: 3_600_000 };
    await client.query(unhurriedVacuum);
  } finally {
    client.release();
  }
}

export const dayFromToday = (today: string, days: number): string => addDays(today, days);
