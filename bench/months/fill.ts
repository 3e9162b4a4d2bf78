import { createHash } from 'node:crypto';
import type pg from 'pg';
import { connect } from '#server/engine/db/connect.ts';
import { fhirScopes } from '#shared/domain/key-scopes.ts';
import { freeFrom, seed, visitsADay } from '../seed.ts';
import { leftOut, type Named, takenIn } from './apart.ts';
import { sharedOut, stepsOn, unwatched, type Work } from './steps.ts';

export interface Clinic {
  /** Visits of the past, without those to come. */
  visits: number;
  branches: number;
  patients: number;
  today: string;
}

/** How large a clinic is that has so many visits behind it: a million are three years of 32 branches. */
export function clinicOf(visits: number, today: string): Clinic {
  if (visits > 1_000_000) return { visits, branches: 160, patients: 200_000, today };
  if (visits > 200_000) return { visits, branches: 32, patients: 50_000, today };
  return { visits, branches: 8, patients: 5000, today };
}

export const benchKey = 'hakima_bench';
const piece = 250_000;
/** Of the newest so many the trail tells. */
const remembered = 1_000_000;
/** Of branch 1 in the coming month: the seed's own, which have the first numbers. */
const seeded = visitsADay * (freeFrom - 1);
export const roomsThere = 3;

/** Whose names the seed reckons into sounds: of the others a name is found as it is written. */
const heard = 5000;
const more = `
  insert into users (role, name, username, phone, locale, words)
  select 'patient', 'Patient ' || i, 'woman' || i, '+2011' || lpad((i * 37 % 100000000)::text, 8, '0'),
    'ar', ''
  from generate_series($1::int, $2::int) i`;
/** The n-th patient: those of the seed have the first numbers, the others come behind its staff. */
const patientOf = (n: string): string => `(case when ${n} < ${heard} then 1 else $7::int end + ${n})`;

/** Branches beside those of the seed, each with its hours and a doctor to a room. */
const places = `
  with made as (
    insert into locations (name, address, open_hours, rooms)
      select 'Branch ' || i, 'Street ' || i, '', 3
      from generate_series((select max(id) + 1 from locations), $1::int) i returning id)
  insert into location_hours (location_id, weekday, opens, closes)
    select id, d, 900, 1140 from made, generate_series(0, 6) d`;
const doctors = `
  with made as (
    insert into users (role, name, username) select 'doctor', 'Doctor of room ' || i, 'room' || i
      from generate_series(1, $1::int * ${roomsThere}) i returning id)
  insert into staff (user_id) select id from made`;
const withKey = `
  insert into api_keys (name, token_hash, hint, scopes, per_minute, created_by)
  select 'Bench', $1, 'ench', $2, 6000, id from users where username = 'bench.admin'`;

/** Of one room at a time and one woman at a time; a doctor stays in her room. */
const columns = `(id, patient_id, location_id, service_id, local_start, local_end, room, status, notes,
  doctor_id, created_at, updated_at) overriding system value`;

/** The n-th visit: a day of all branches after the other, back from today. */
const past = `
  with slot as (
    select i, i % $1 + 1 as location, i / $1 % ${visitsADay} as k, -(i / ($1 * ${visitsADay})) as day
      from generate_series($2::int, $3::int - 1) i),
  placed as (
    select *, case when k < 24 then k % 12 else (k - 24) * 2 end as step, case when k < 24 then k / 12 + 1
      else 3 end as room, (i / 7) % 100 as dice
    from slot)
  insert into appointments ${columns}
  select ${seeded} + 1 + i, ${patientOf('(i::bigint * 7919 % $4)::int')}, location, 1 + i % 7, at,
    at + interval '20 minutes', room,
    case when dice < 70 then 'attended' when dice < 85 then 'cancelled' when dice < 95 then 'no_show'
      else 'confirmed' end,
    'Booked via website', $5 + (location - 1) * ${roomsThere} + room, at - interval '9 days', least(now(), at)
  from placed, lateral (select $6::date + day + make_interval(mins => 900 + step * 20) as at) t`;

/** Of the coming weeks a third is taken, at every branch but the first, where the seed's own month is. */
const coming = `
  with slot as (
    select location, day, step, i, (($1::int + i) * 7919 % $4)::int as n
    from (select location, day, step, row_number() over (order by day, step, location) as i
    from generate_series(2, $2::int) location, generate_series(1, ${freeFrom - 1}) day,
      generate_series(0, 11) step) s)
  insert into appointments ${columns}
  select $8::int + i, ${patientOf('n')}, location, 1, at, at + interval '20 minutes', 1, 'confirmed', '',
    $5 + (location - 1) * ${roomsThere} + 1, now(), now()
  from slot, lateral (select $6::date + day + make_interval(mins => 900 + step * 20) as at) t
  where $4 = $3::int or n >= $3::int`;
/** Nobody was held against the others as they came in; one in twenty is looked at. */
const twice = `
  select from (
    select local_start < lag(local_end) over (partition by patient_id order by local_start) as meets
    from appointments where status not in ('cancelled', 'no_show') and patient_id % 20 = 0) v
  where meets limit 1`;

/** What the trail tells of a visit: that it was booked, and of every fourth what became of it. */
const told = `
  insert into events (at, actor_id, actor_role, action, subject, subject_id, location_id, patient_id, before,
    after)
  select case n when 0 then created_at else updated_at end, patient_id, 'patient',
    case n when 0 then 'created' else 'updated' end, 'appointments', a.id, a.location_id, a.patient_id,
    case n when 1 then image || '{"status": "pending"}' end, image
  from appointments a cross join generate_series(0, 1) n,
    lateral (select jsonb_build_object('room', room, 'notes', notes, 'status', status, 'version', version,
      'locationId', location_id, 'serviceId', service_id, 'doctorId', doctor_id, 'userId', patient_id,
      'appointmentDate', local_start::date, 'appointmentTime', local_start::time)) i(image)
  where a.id >= $1 and a.id < $2 and (n = 0 or a.id % 4 = 0)
  order by a.id, n`;

/** Indexes that no constraint has: how each goes and comes again. */
const made = `
  create table bench_indexes as
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as make
  from pg_index i where indrelid in ('appointments'::regclass, 'events'::regclass)
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;

/** A clinic in today's schema; cut off, it goes on with the step it was at. */
export async function fill(client: pg.Client, databaseUrl: string, clinic: Clinic): Promise<void> {
  const { visits, branches, patients, today } = clinic;
  const step = await stepsOn(client);
  await client.query(unwatched);
  await step('the people and their branches', async () => {
    const database = await connect({ dataDir: '', databaseUrl });
    await seed(database, { rows: seeded, patients: heard, today, logs: 0 });
    await database.close();
  });
  await step('more people', async () => {
    const { rows } = await client.query<{ make: string }>(
      "select pg_get_indexdef(indexrelid) as make from pg_index where indrelid = 'users'::regclass and indexrelid::regclass::text in ('users_search', 'users_words')",
    );
    await client.query('drop index users_search; drop index users_words');
    await client.query(more, [heard + 1, patients]);
    for (const { make } of rows) await client.query(make);
  });
  await step('places', async () => {
    await client.query(places, [branches]);
    await client.query(doctors, [branches]);
    await client.query(withKey, [createHash('sha256').update(benchKey).digest(), [...fhirScopes]]);
  });
  await step('no indexes', async () => {
    await client.query(made);
    const { rows } = await client.query<Named>('select name from bench_indexes');
    for (const { name } of rows) await client.query(`drop index ${name}`);
    for (const { name, make } of await leftOut(client, 'appointments'))
      await client.query('insert into bench_indexes values ($1, $2)', [name, make]);
  });
  const { rows: first } = await client.query<{ id: number }>(
    "select id - 1 as id from users where username = 'room1'",
  );
  const beforeDoctors = first[0]?.id;
  const { rows: others } = await client.query<{ id: number }>(
    "select min(id) as id from users where username like 'woman%'",
  );
  const behind = (others[0]?.id ?? heard + 1) - heard;
  const placed = [beforeDoctors, today, behind];
  const pieces = (of: number): [from: number, to: number][] =>
    Array.from({ length: Math.ceil(of / piece) }, (_, n) => [n * piece, Math.min(of, (n + 1) * piece)]);
  await sharedOut(
    databaseUrl,
    pieces(visits).map(([from, to]) => [
      `visits to ${to}`,
      (one) => one.query(past, [branches, from, to, patients, ...placed]),
    ]),
  );
  await step('visits to come', async () => {
    await client.query(coming, [seeded, branches, heard, patients, ...placed, seeded + visits]);
    await client.query(
      "select setval(pg_get_serial_sequence('appointments', 'id'), max(id)) from appointments",
    );
  });
  const { rows: indexes } = await client.query<Named & { of_trail: boolean }>(
    "select name, make, name like 'events%' as of_trail from bench_indexes order by name",
  );
  const indexesOf = (trail: boolean): Work[] =>
    indexes
      .filter(({ of_trail }) => of_trail === trail)
      .map(({ name, make }) => [`index ${name}`, (one) => one.query(make)]);
  await sharedOut(databaseUrl, indexesOf(false));
  await step('what keeps them apart', () => takenIn(client, 'appointments'));
  await sharedOut(databaseUrl, [
    ['vacuum appointments', (one) => one.query('vacuum analyze appointments'), false],
    ['nobody at two places', nobodyTwice],
    ...pieces(Math.min(remembered, visits)).map(
      ([from, to]): Work => [`trail to ${to}`, (one) => one.query(told, [from, to])],
    ),
    ['counts', counted],
  ]);
  await sharedOut(databaseUrl, indexesOf(true));
  await step('vacuum', () => client.query('vacuum analyze'), false);
  await client.query("set session_replication_role = 'origin'");
}

async function nobodyTwice(client: pg.Client): Promise<void> {
  if ((await client.query(twice)).rowCount) throw new Error('somebody has two visits at one time');
}

async function counted(client: pg.Client): Promise<void> {
  await client.query('truncate day_counts, branch_counts, day_count_deltas');
  await client.query(
    "insert into day_counts select location_id, (local_start - interval '3 hours')::date, status, count(*) from appointments group by 1, 2, 3",
  );
  await client.query(
    'insert into branch_counts select location_id, status, sum(n) from day_counts group by 1, 2',
  );
}
