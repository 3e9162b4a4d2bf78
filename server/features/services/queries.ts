import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { services } from '#server/db/schema/services.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { columnValues, ignoreField, toReply } from '#server/engine/db/fields.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import {
  type changeService,
  type createService,
  type Service,
  serviceSchema,
} from '#shared/contract/services.ts';

const presentService = (row: typeof services.$inferSelect): Service => toReply(serviceSchema, row);

/** The offered services, in the order of the page. */
export const currentServices = (deps: Pick<Deps, 'cache' | 'db'>): Promise<Service[]> =>
  deps.cache.get('services', 'offered', async () => {
    const rows = await deps.db
      .select()
      .from(services)
      .where(isNull(services.archivedAt))
      .orderBy(asc(services.position), asc(services.id));
    return rows.map(presentService);
  });

/** A service by its id, its English name, or its id as text. */
export function findServiceByNameOrId(
  offered: readonly Service[],
  asked: string | number,
): Service | undefined {
  const text = String(asked).trim().toLowerCase();
  return (
    (typeof asked === 'string' && offered.find((service) => service.name.toLowerCase() === text)) ||
    offered.find((service) => String(service.id) === text)
  );
}

/** Inserts a service, last in the list unless it has a position. */
export async function insertService(db: Db, body: Body<typeof createService>): Promise<Service> {
  const last = sql<number>`(select coalesce(max(position), -1) + 1 from services where archived_at is null)`;
  const [row] = await db
    .insert(services)
    .values({ position: last, ...columnValues(services, body) })
    .returning();
  if (!row) throw new Error('a service was not inserted');
  return presentService(row);
}

const isOfferedService = (id: number) => and(eq(services.id, id), isNull(services.archivedAt));

/** An offered service, locked against concurrent changes. */
export async function lockService(db: Db, id: number): Promise<Service | undefined> {
  const [row] = await db.select().from(services).where(isOfferedService(id)).for('no key update');
  return row && presentService(row);
}

/** The service after the change; unchanged if no field was given. */
export async function updateService(
  db: Db,
  before: Service,
  body: Body<typeof changeService>,
): Promise<Service> {
  const values = columnValues(services, body, { version: ignoreField });
  if (Object.keys(values).length === 0) return before;
  const raised = { ...values, version: sql`${services.version} + 1` };
  const [row] = await db.update(services).set(raised).where(isOfferedService(before.id)).returning();
  return row ? presentService(row) : before;
}

/** Archives a service; past appointments keep it. */
export async function archiveService(db: Db, id: number, now: Date): Promise<void> {
  await db.update(services).set({ archivedAt: now }).where(isOfferedService(id));
}
