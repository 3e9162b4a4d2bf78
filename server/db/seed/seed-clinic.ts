import { sql } from 'drizzle-orm';
import { contentVersions } from '#server/db/schema/homepage.ts';
import { locations } from '#server/db/schema/locations.ts';
import { locationHours } from '#server/db/schema/schedules.ts';
import { services } from '#server/db/schema/services.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { minutesOf } from '#shared/domain/clinic-time.ts';
import { seedLocations, seedServices, seedShifts } from './clinic-content.ts';

const demoKey = 'demo';
const seedLock = 7_314_003;

/** Lock, so that only one process seeds; held until the transaction ends. */
export async function lockSeeding(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
}

/** Content of a database before seeding: nothing, the demonstration, or a clinic. */
export async function detectContents(db: Db): Promise<'nothing' | 'demo' | 'clinic'> {
  const [demo] = await db
    .select({ id: contentVersions.id })
    .from(contentVersions)
    .where(sql`${contentVersions.key} = ${demoKey}`)
    .limit(1);
  if (demo) return 'demo';
  const [person] = await db.select({ id: users.id }).from(users).limit(1);
  const [branch] = await db.select({ id: locations.id }).from(locations).limit(1);
  const [service] = await db.select({ id: services.id }).from(services).limit(1);
  return person || branch || service ? 'clinic' : 'nothing';
}

/** The demonstration is set up already: it does not show the guide by itself. */
export async function markAsDemo(db: Db): Promise<void> {
  await db.insert(contentVersions).values([
    { key: demoKey, body: {} },
    { key: 'guide', body: { away: true } },
  ]);
}

/** The branches with their weekly hours, and the services, of a new clinic. */
export async function seedClinic(db: Db): Promise<void> {
  await db.insert(services).values(seedServices.map((service, position) => ({ ...service, position })));
  const branches = await db
    .insert(locations)
    .values(seedLocations.map((location, position) => ({ ...location, position })))
    .returning({ id: locations.id });
  const shifts = seedShifts.map(({ weekday, opens, closes }) => ({
    weekday,
    opens: minutesOf(opens),
    closes: minutesOf(closes),
  }));
  await db
    .insert(locationHours)
    .values(branches.flatMap(({ id }) => shifts.map((shift) => ({ ...shift, locationId: id }))));
}
