import { setTimeout as sleep } from 'node:timers/promises';
import { clinic } from '#server/clinic.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { connect, type Database } from '#server/engine/db/connect.ts';
import { Admission } from '#server/engine/http/admission.ts';
import { KnownStaff } from '#server/engine/http/admit.ts';
import { Cache } from '#server/engine/live/cache.ts';
import { Feed } from '#server/engine/live/feed.ts';
import { queueReminders } from '#server/features/reminders/actions.ts';

export const placeFixture = `
  insert into locations (name, address, open_hours, rooms) values ('Maadi', '9 Road', '9-5', 50);
  insert into services (name) values ('Consultation');`;

/** Inserts this number of patients, each with an appointment tomorrow at noon or soon after. */
export const visitFixture = (people: number): string => `
  with made as (insert into users (role, name, email, email_confirmed_at, locale)
    select 'patient', 'Patient ' || n, gen_random_uuid() || '@example.org', '2027-01-01', 'en'
      from generate_series(1, ${people}) n returning id)
  insert into appointments (patient_id, location_id, service_id, local_start, local_end, status, created_at,
    updated_at)
  select id, 1, 1, t, t + interval '20 minutes', 'confirmed', '2027-06-01', '2027-06-01'
  from made, lateral (select timestamp '2027-06-08 12:00' + make_interval(mins => (id % 5) * 20) as t)
    start;`;

/** The dependencies of a process without a server, with a fixed time. */
export function depsAt(database: Database, at: Date): Deps {
  const log = { warn() {}, error() {}, info() {} } as unknown as Deps['log'];
  return {
    config: readConfig({}),
    database,
    db: database.db,
    now: () => at,
    cache: new Cache(),
    feed: new Feed(database, log),
    admission: new Admission(),
    knownStaff: new KnownStaff(),
    registries: clinic.registries,
    accounts: clinic.accounts,
    shutdown: { started: false },
    log,
  };
}

/** Program of a server process that sends reminders in a loop until it is killed. */
export async function remindUntilKilled({ databaseUrl }: { databaseUrl: string }): Promise<void> {
  const database = await connect({ dataDir: '', databaseUrl, warn: () => undefined });
  const deps = depsAt(database, new Date('2027-06-07T11:30:00Z'));
  process.stdout.write('ready\n');
  for (;;) {
    await queueReminders(deps);
    await sleep(20);
  }
}
