import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { services } from '#server/db/schema/services.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Service } from '#shared/contract/services.ts';

const columns = {
  id: services.id,
  name: services.name,
  nameAr: services.nameAr,
  description: services.description,
  descriptionAr: services.descriptionAr,
  icon: services.icon,
  durationMinutes: services.minutes,
  position: services.position,
};

export type ServiceFields = Partial<Omit<Service, 'id'>>;

/** What the clinic offers now, in the order of the page. */
export const currentServices = (deps: Pick<Deps, 'cache' | 'db'>): Promise<Service[]> =>
  deps.cache.get('services', 'offered', () =>
    deps.db
      .select(columns)
      .from(services)
      .where(isNull(services.archivedAt))
      .orderBy(asc(services.position), asc(services.id)),
  );

/** The service that somebody named, in English or by its id as text. */
export function serviceNamed(offered: readonly Service[], text: string): Service | undefined {
  const name = text.trim().toLowerCase();
  return (
    offered.find((service) => service.name.toLowerCase() === name) ??
    offered.find((service) => String(service.id) === name)
  );
}

export async function insertService(
  db: Db,
  { durationMinutes, ...fields }: ServiceFields & { name: string },
): Promise<Service> {
  const last = sql<number>`(select coalesce(max(position), -1) + 1 from services where archived_at is null)`;
  const [row] = await db
    .insert(services)
    .values({
      ...fields,
      position: fields.position ?? last,
      ...(durationMinutes === undefined ? {} : { minutes: durationMinutes }),
    })
    .returning(columns);
  if (!row) throw new Error('a service was not inserted');
  return row;
}

const offeredOne = (id: number) => and(eq(services.id, id), isNull(services.archivedAt));

/** A service that is offered, locked against anybody else's change. */
export async function lockService(db: Db, id: number): Promise<Service | undefined> {
  const [row] = await db.select(columns).from(services).where(offeredOne(id)).for('no key update');
  return row;
}

export async function updateService(
  db: Db,
  id: number,
  { durationMinutes, ...fields }: ServiceFields,
): Promise<Service | undefined> {
  const [row] = await db
    .update(services)
    .set({ ...fields, ...(durationMinutes === undefined ? {} : { minutes: durationMinutes }) })
    .where(offeredOne(id))
    .returning(columns);
  return row;
}

/** Withdraws it from the lists; visits of the past keep their service. */
export async function archiveService(db: Db, id: number, now: Date): Promise<void> {
  await db.update(services).set({ archivedAt: now }).where(offeredOne(id));
}
