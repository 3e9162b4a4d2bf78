import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { locations } from '#server/db/schema/locations.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { columnValues, ignoreField, toReply } from '#server/engine/db/fields.ts';
import { uploadIdOf, uploadUrl } from '#server/features/uploads/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import {
  type changeLocation,
  type createLocation,
  type Location,
  locationSchema,
} from '#shared/contract/locations.ts';

type LocationRow = typeof locations.$inferSelect;
type LocationChange = Body<typeof changeLocation>;

/** A branch as the API shows it; its picture is already small. */
export function presentLocation(row: LocationRow): Location {
  const imageUrl = row.imageId && uploadUrl(row.imageId);
  return toReply(locationSchema, row, { imageUrl, thumbnailUrl: imageUrl });
}

/** The open branches, in the order of the page. */
export const currentLocations = (deps: Pick<Deps, 'cache' | 'db'>): Promise<Location[]> =>
  deps.cache.get('locations', 'open', async () => {
    const rows = await deps.db
      .select()
      .from(locations)
      .where(isNull(locations.archivedAt))
      .orderBy(asc(locations.position), asc(locations.id));
    return rows.map(presentLocation);
  });

export async function findOpenLocation(
  deps: Pick<Deps, 'cache' | 'db'>,
  id: number,
): Promise<Location | undefined> {
  return (await currentLocations(deps)).find((location) => location.id === id);
}

const isOpenLocation = (id: number) => and(eq(locations.id, id), isNull(locations.archivedAt));

/**
 * Locks the branch's row. It is the only lock of hours and rooms: every change of hours and every move of an
 * appointment takes it first.
 */
export async function lockBranch(db: Db, id: number): Promise<LocationRow | undefined> {
  const [row] = await db.select().from(locations).where(isOpenLocation(id)).for('no key update');
  return row;
}

/** Locks every open branch, in the order of their ids: for changes that depend on other branches. */
export async function lockAllBranches(db: Db): Promise<void> {
  await db.execute(sql`select 1 from locations where archived_at is null order by id for no key update`);
}

/** Locks several branches, in the order of their ids. */
export async function lockBranches(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(
    sql`select 1 from locations where id = any(${sql.param([...new Set(ids)])}::int[]) order by id for no key update`,
  );
}

const imageColumns = (url: string | null) => ({ imageId: url ? uploadIdOf(url) : null });
/** Both addresses name the same picture; `imageUrl` is used if both are given. */
const imageMappings = {
  imageUrl: imageColumns,
  thumbnailUrl: (url: string | null, { imageUrl }: LocationChange) =>
    imageUrl === undefined ? imageColumns(url) : {},
};

/** Inserts a branch at the end of the list. */
export async function insertLocation(db: Db, body: Body<typeof createLocation>): Promise<Location> {
  const last = sql<number>`(select coalesce(max(position), -1) + 1 from locations where archived_at is null)`;
  const [row] = await db
    .insert(locations)
    .values({ openHours: '', ...columnValues(locations, body, imageMappings), position: last })
    .returning();
  if (!row) throw new Error('a location was not inserted');
  return presentLocation(row);
}

/** The branch after the change; unchanged if no field was given. */
export async function updateLocation(db: Db, before: LocationRow, body: LocationChange): Promise<Location> {
  const values = columnValues(locations, body, { ...imageMappings, version: ignoreField });
  if (Object.keys(values).length === 0) return presentLocation(before);
  const [row] = await db
    .update(locations)
    .set({ ...values, version: sql`${locations.version} + 1` })
    .where(eq(locations.id, before.id))
    .returning();
  return presentLocation(row ?? before);
}

/** Rejects bookings that were computed with the old hours from now on. */
export async function raiseHoursVersion(db: Db, id: number): Promise<void> {
  await db
    .update(locations)
    .set({ hoursVersion: sql`${locations.hoursVersion} + 1` })
    .where(eq(locations.id, id));
}

/** The same for every open branch, in the order of their ids. */
export async function raiseAllHoursVersions(db: Db): Promise<void> {
  await db.execute(sql`
    with locked as (select id from locations where archived_at is null order by id for no key update)
    update locations l set hours_version = hours_version + 1 from locked where l.id = locked.id`);
}

export async function archiveLocation(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(locations)
    .set({ archivedAt: now, hoursVersion: sql`${locations.hoursVersion} + 1` })
    .where(isOpenLocation(id));
}
