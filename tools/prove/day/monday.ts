import type pg from 'pg';
import { withoutTimeouts } from '#server/engine/db/clinic-pool.ts';
import type { Database } from '#server/engine/db/connect.ts';
import { branches, cookieOf, dayFromToday, seed, tokenOf } from '../../../bench/seed.ts';

/** Staff of a branch on that day. */
export interface AtWork {
  readonly branch: number;
  readonly desk: string;
  readonly doctor: string;
}

export interface Monday {
  /** Highest id of the seeded appointments. */
  readonly seeded: number;
  readonly staff: readonly AtWork[];
  /** Doctor who falls ill; she has appointments on the next two days. */
  readonly ill: number;
  readonly displaced: number;
  /** Today's appointments by branch, sorted by time. */
  readonly visits: ReadonlyMap<number, readonly number[]>;
}

const seeded = 20_000;
const patients = 10_000;

/** Eight branches with thirty appointments each today and tomorrow, and a receptionist and a doctor each. */
export async function makeMonday(database: Database, today: string): Promise<Monday> {
  await seed(database, { rows: seeded, patients, today, logs: seeded });
  const client = await database.pool.connect();
  try {
    await client.query(`begin; ${withoutTimeouts}`);
    const monday = await fill(client, today);
    await client.query('commit');
    return monday;
  } finally {
    client.release();
  }
}

async function someone(client: pg.PoolClient, role: string, branch: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'insert into users (role, name, username) values ($1, $2, $3) returning id',
    [role, `${role} ${branch}`, `${role}.of.${branch}`],
  );
  const id = rows[0]?.id ?? 0;
  await client.query('insert into staff (user_id) values ($1)', [id]);
  await client.query('insert into staff_locations (user_id, location_id) values ($1, $2)', [id, branch]);
  return id;
}

async function fill(client: pg.PoolClient, today: string): Promise<Monday> {
  await client.query(
    `update users set email_confirmed_at = now(), channels = '{email}' where role = 'patient'`,
  );
  const doctors: number[] = [];
  const staff: AtWork[] = [];
  for (let branch = 1; branch <= branches; branch++) {
    const desk = await someone(client, 'receptionist', branch);
    const doctor = await someone(client, 'doctor', branch);
    doctors.push(doctor);
    staff.push({ branch, desk: cookieOf(tokenOf(desk)), doctor: cookieOf(tokenOf(doctor)) });
  }
  await client.query(
    `insert into sessions (token_hash, user_id, idle, expires_at)
     select sha256(convert_to('bench-' || id, 'UTF8')), id, '1 day', now() + interval '1 day' from users
       where role in ('patient', 'doctor', 'receptionist')
     on conflict do nothing`,
  );
  const tomorrow = dayFromToday(today, 1);
  await client.query(`update appointments set status = 'confirmed' where local_start::date = $1`, [today]);
  await client.query(
    `insert into appointments
       (patient_id, location_id, service_id, local_start, local_end, room, status, notes)
     select patient_id, location_id, service_id, local_start + interval '1 day', local_end + interval '1 day',
       room, 'confirmed', notes from appointments where local_start::date = $1 and location_id > 1`,
    [today],
  );
  // Booked days ago, so that reminders become due.
  await client.query(
    `update appointments set created_at = now() - interval '3 days', updated_at = now() - interval '3 days'
      where local_start::date in ($1, $2)`,
    [today, tomorrow],
  );
  const [ill = 0] = doctors;
  const { rowCount: displaced } = await client.query(
    `update appointments set doctor_id = $1 where location_id = 1 and room = 1
       and local_start::date in ($2, $3)
       and status in ('pending', 'confirmed')`,
    [ill, tomorrow, dayFromToday(today, 2)],
  );
  const { rows } = await client.query<{ id: number; branch: number }>(
    `select id, location_id as branch from appointments where local_start::date = $1
      order by local_start, id`,
    [today],
  );
  const visits = new Map<number, number[]>();
  for (const { id, branch } of rows) visits.set(branch, [...(visits.get(branch) ?? []), id]);
  const last = await client.query<{ id: number }>('select max(id) as id from appointments');
  return { seeded: last.rows[0]?.id ?? 0, staff, ill, displaced: displaced ?? 0, visits };
}
