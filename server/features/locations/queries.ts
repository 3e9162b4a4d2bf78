import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { locations } from '#server/db/schema/locations.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Location } from '#shared/contract/locations.ts';

const imageUrl = sql<string | null>`'/uploads/' || ${locations.imageId} || '.webp'`;
const columns = {
  id: locations.id,
  name: locations.name,
  nameAr: locations.nameAr,
  address: locations.address,
  addressAr: locations.addressAr,
  phone: locations.phone,
  openHours: locations.openHours,
  openHoursAr: locations.openHoursAr,
  imageUrl,
  thumbnailUrl: imageUrl,
  rooms: locations.rooms,
};

/** Columns of a branch that its form sets. */
export interface LocationFields {
  name?: string;
  nameAr?: string | null;
  address?: string;
  addressAr?: string | null;
  phone?: string;
  openHours?: string;
  openHoursAr?: string | null;
  imageId?: string | null;
  rooms?: number;
}

/** The open branches, in the order of the page. */
export const currentLocations = (deps: Pick<Deps, 'cache' | 'db'>): Promise<Location[]> =>
  deps.cache.get('locations', 'open', () =>
    deps.db
      .select(columns)
      .from(locations)
      .where(isNull(locations.archivedAt))
      .orderBy(asc(locations.position), asc(locations.id)),
  );

export async function locationWithId(
  deps: Pick<Deps, 'cache' | 'db'>,
  id: number,
): Promise<Location | undefined> {
  return (await currentLocations(deps)).find((location) => location.id === id);
}

const openOne = (id: number) => and(eq(locations.id, id), isNull(locations.archivedAt));

/**
 * The branch row is the one lock of its hours and its rooms: whoever changes hours or moves a visit takes it
 * first.
 */
export async function lockBranch(
  db: Db,
  id: number,
): Promise<(Location & { hoursVersion: number }) | undefined> {
  const [row] = await db
    .select({ ...columns, hoursVersion: locations.hoursVersion })
    .from(locations)
    .where(openOne(id))
    .for('no key update');
  return row;
}

export async function insertLocation(
  db: Db,
  fields: LocationFields & { name: string; address: string },
): Promise<Location> {
  const last = sql<number>`(select coalesce(max(position), -1) + 1 from locations where archived_at is null)`;
  const [row] = await db
    .insert(locations)
    .values({ openHours: '', ...fields, position: last })
    .returning(columns);
  if (!row) throw new Error('a location was not inserted');
  return row;
}

export async function updateLocation(
  db: Db,
  id: number,
  fields: LocationFields,
): Promise<Location | undefined> {
  const [row] = await db
    .update(locations)
    .set({ ...fields, version: sql`${locations.version} + 1` })
    .where(openOne(id))
    .returning(columns);
  return row;
}

/** From now on bookings that were reckoned with the old hours are refused. */
export async function raiseHoursVersion(db: Db, id: number): Promise<void> {
  await db
    .update(locations)
    .set({ hoursVersion: sql`${locations.hoursVersion} + 1` })
    .where(eq(locations.id, id));
}

export async function archiveLocation(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(locations)
    .set({ archivedAt: now, hoursVersion: sql`${locations.hoursVersion} + 1` })
    .where(openOne(id));
}
