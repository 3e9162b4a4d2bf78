import { and, eq, sql } from 'drizzle-orm';
import { savedFilters } from '#server/db/schema/staff.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { lockPeople } from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import { maxSavedFilters, type SavedFilter, type saveFilter } from '#shared/contract/staff.ts';
import { Refusal } from '#shared/errors.ts';

const columns = { id: savedFilters.id, name: savedFilters.name, filters: savedFilters.filters };

/** The user's own filters, by name. */
export async function listFiltersOf(db: Db, userId: number): Promise<SavedFilter[]> {
  const rows = await db
    .select(columns)
    .from(savedFilters)
    .where(eq(savedFilters.userId, userId))
    .orderBy(sql`lower(${savedFilters.name})`);
  return rows as SavedFilter[];
}

/**
 * Saves filters under a name, replacing one of the same name; a preference, not an event. Locks the user's
 * row, so that two devices cannot exceed the maximum.
 */
export function saveNamedFilter(
  db: Db,
  userId: number,
  { name, filters }: Body<typeof saveFilter>,
): Promise<SavedFilter> {
  return inTransaction(db, async (tx) => {
    await lockPeople(tx, [userId]);
    const called = and(eq(savedFilters.userId, userId), sql`lower(${savedFilters.name}) = lower(${name})`);
    const [changed] = await tx.update(savedFilters).set({ name, filters }).where(called).returning(columns);
    if (changed) return changed as SavedFilter;
    if ((await listFiltersOf(tx, userId)).length >= maxSavedFilters)
      throw new Refusal('too_many', { params: { n: maxSavedFilters } });
    const [row] = await tx.insert(savedFilters).values({ userId, name, filters }).returning(columns);
    return row as SavedFilter;
  });
}

/** False if there is none of hers with that id. */
export async function deleteFilter(db: Db, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await db
    .delete(savedFilters)
    .where(and(eq(savedFilters.id, id), eq(savedFilters.userId, userId)));
  return (rowCount ?? 0) > 0;
}
