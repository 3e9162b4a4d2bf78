import { and, asc, desc, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { peopleScope } from '#server/features/users/queries.ts';
import { lookedAfter } from '#shared/domain/people/roles.ts';
import type { DayEdge, Edge } from './search-queries.ts';

/* Which patients were born or changed then. A birth is known in full, or by its year alone. */

/** The year that whoever looks after somebody said last; nothing where nobody said one. */
const yearSaid = (patientId: SQL): SQL => sql`(select birth_year from guardians
  where patient_id = ${patientId} and birth_year is not null order by id desc limit 1)`;

/** Of some patients the day on which each was born, or the year alone. */
export async function birthsOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; born: string | null }>(sql`
    select p.id, coalesce(f.birth_date::text, ${yearSaid(sql`p.id`)}::text) as born
    from unnest(${sql.param([...ids])}::int[]) p(id) left join patient_files f on f.patient_id = p.id`);
  return new Map(rows.flatMap(({ id, born }) => (born === null ? [] : [[id, born] as const])));
}

/** What names somebody to the letter. */
export interface Known {
  readonly ids?: readonly number[];
  readonly phones?: readonly string[];
}

/** Patients of these numbers or phones, each by its index; whoever came last first. */
export async function patientsKnown(
  db: Db,
  viewer: Viewer,
  { ids = [], phones = [] }: Known,
  limit: number,
): Promise<number[]> {
  const known = or(
    inArray(users.id, [...ids]),
    inArray(users.phone, [...phones]),
    inArray(users.secondaryPhone, [...phones]),
  );
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(known, arePatients(viewer)))
    .orderBy(desc(users.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** All of these, of each one at least. */
export type BornWhen = readonly (readonly DayEdge[])[];

const sign = (side: Edge<unknown>['side']): SQL => sql.raw(side === 'from' ? '>=' : '<');
const bornWhen = (born: BornWhen, days: Record<DayEdge['of'], SQL>): SQL | undefined =>
  and(...born.map((any) => or(...any.map(({ of, side, at }) => sql`${days[of]} ${sign(side)} ${at}::date`))));

const arePatients = (viewer: Viewer): SQL | undefined =>
  and(inArray(users.role, [...lookedAfter]), isNull(users.erasedAt), peopleScope(viewer));

/** Whoever was born then by her file, and whoever by the year that was said where her file says nothing. */
function bornThen(born: BornWhen, scope: SQL | undefined, end: SQL): SQL {
  const day = sql`f.birth_date`;
  const year = { first: sql`y.first`, last: sql`y.last` };
  return sql`
    (select ${users.id} as id from patient_files f join ${users} on ${users.id} = f.patient_id
      where ${and(bornWhen(born, { first: day, last: day }), scope)} ${end})
    union all
    (select ${users.id} from (
        select distinct on (patient_id) patient_id, make_date(birth_year, 1, 1) as first,
          make_date(birth_year, 12, 31) as last
        from guardians where birth_year is not null order by patient_id, id desc) y
      join ${users} on ${users.id} = y.patient_id
      where ${and(bornWhen(born, year), scope)} and not exists (select from patient_files f
        where f.patient_id = y.patient_id and f.birth_date is not null) ${end})`;
}

/** Patients by when they were born, whoever came last first; `after`: where the page before ended. */
export async function patientsBorn(
  db: Db,
  viewer: Viewer,
  born: BornWhen,
  { limit, after }: { limit: number; after: number | undefined },
): Promise<number[]> {
  const scope = and(arePatients(viewer), after === undefined ? undefined : lt(users.id, after));
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from (${bornThen(born, scope, sql`order by ${users.id} desc limit ${limit}`)}) found
    order by id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Where a page of what changed ended. */
export interface ChangePosition {
  readonly at: string;
  readonly id: number;
}

/** Patients by when they changed, those who did first; of these only whoever was born then. */
export async function patientsChanged(
  db: Db,
  viewer: Viewer,
  { changed, born }: { changed: readonly Edge<Date>[]; born: BornWhen },
  { limit, after }: { limit: number; after: ChangePosition | undefined },
): Promise<ChangePosition[]> {
  return db
    .select({ id: users.id, at: sql<string>`${users.updatedAt}::text` })
    .from(users)
    .where(
      and(
        arePatients(viewer),
        ...changed.map(
          ({ side, at }) => sql`${users.updatedAt} ${sign(side)} ${at.toISOString()}::timestamptz`,
        ),
        after && sql`(${users.updatedAt}, ${users.id}) > (${after.at}::timestamptz, ${after.id})`,
        born.length > 0 ? sql`${users.id} in (${bornThen(born, undefined, sql``)})` : undefined,
      ),
    )
    .orderBy(asc(users.updatedAt), asc(users.id))
    .limit(limit);
}
