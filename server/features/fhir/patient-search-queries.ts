import { and, asc, desc, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { peopleScope } from '#server/features/users/queries.ts';
import { patientRoles } from '#shared/domain/people/roles.ts';
import type { DayEdge, Edge } from './search-queries.ts';

/* Patients by date of birth or last change. A birth date may be complete or a year only. */

/** The year of birth that a guardian gave last; null if none did. */
const birthYearColumn = (patientId: SQL): SQL => sql`(select birth_year from guardians
  where patient_id = ${patientId} and birth_year is not null order by id desc limit 1)`;

/** The date or year of birth of some patients. */
export async function findBirthDates(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; born: string | null }>(sql`
    select p.id, coalesce(f.birth_date::text, ${birthYearColumn(sql`p.id`)}::text) as born
    from unnest(${sql.param([...ids])}::int[]) p(id) left join patient_files f on f.patient_id = p.id`);
  return new Map(rows.flatMap(({ id, born }) => (born === null ? [] : [[id, born] as const])));
}

/** Exact search parameters. */
export interface ExactSearch {
  readonly ids?: readonly number[];
  readonly phones?: readonly string[];
}

/** Patients by these ids or phones, each by its index; newest first. */
export async function findPatientsExactly(
  db: Db,
  viewer: Viewer,
  { ids = [], phones = [] }: ExactSearch,
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
    .where(and(known, isPatientInScope(viewer)))
    .orderBy(desc(users.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** All lists must match; of each, one value. */
export type BirthConditions = readonly (readonly DayEdge[])[];

const comparisonOperator = (side: Edge<unknown>['side']): SQL => sql.raw(side === 'from' ? '>=' : '<');
const birthCondition = (born: BirthConditions, days: Record<DayEdge['of'], SQL>): SQL | undefined =>
  and(
    ...born.map((any) =>
      or(...any.map(({ of, side, at }) => sql`${days[of]} ${comparisonOperator(side)} ${at}::date`)),
    ),
  );

const isPatientInScope = (viewer: Viewer): SQL | undefined =>
  and(inArray(users.role, [...patientRoles]), isNull(users.erasedAt), peopleScope(viewer));

/** Patients by date of birth in the file, else by the year that a guardian gave. */
function patientsByBirthQuery(born: BirthConditions, scope: SQL | undefined, end: SQL): SQL {
  const day = sql`f.birth_date`;
  const year = { first: sql`y.first`, last: sql`y.last` };
  return sql`
    (select ${users.id} as id from patient_files f join ${users} on ${users.id} = f.patient_id
      where ${and(birthCondition(born, { first: day, last: day }), scope)} ${end})
    union all
    (select ${users.id} from (
        select distinct on (patient_id) patient_id, make_date(birth_year, 1, 1) as first,
          make_date(birth_year, 12, 31) as last
        from guardians where birth_year is not null order by patient_id, id desc) y
      join ${users} on ${users.id} = y.patient_id
      where ${and(birthCondition(born, year), scope)} and not exists (select from patient_files f
        where f.patient_id = y.patient_id and f.birth_date is not null) ${end})`;
}

/** Patients by date of birth, newest first; `after`: the cursor. */
export async function findPatientsByBirth(
  db: Db,
  viewer: Viewer,
  born: BirthConditions,
  { limit, after }: { limit: number; after: number | undefined },
): Promise<number[]> {
  const scope = and(isPatientInScope(viewer), after === undefined ? undefined : lt(users.id, after));
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from (${patientsByBirthQuery(born, scope, sql`order by ${users.id} desc limit ${limit}`)}) found
    order by id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Cursor of a page by last change. */
export interface ChangePosition {
  readonly at: string;
  readonly id: number;
}

/** Patients by last change, oldest change first; optionally limited by date of birth. */
export async function listPatientsByChange(
  db: Db,
  viewer: Viewer,
  { changed, born }: { changed: readonly Edge<Date>[]; born: BirthConditions },
  { limit, after }: { limit: number; after: ChangePosition | undefined },
): Promise<ChangePosition[]> {
  return db
    .select({ id: users.id, at: sql<string>`${users.updatedAt}::text` })
    .from(users)
    .where(
      and(
        isPatientInScope(viewer),
        ...changed.map(
          ({ side, at }) =>
            sql`${users.updatedAt} ${comparisonOperator(side)} ${at.toISOString()}::timestamptz`,
        ),
        after && sql`(${users.updatedAt}, ${users.id}) > (${after.at}::timestamptz, ${after.id})`,
        born.length > 0 ? sql`${users.id} in (${patientsByBirthQuery(born, undefined, sql``)})` : undefined,
      ),
    )
    .orderBy(asc(users.updatedAt), asc(users.id))
    .limit(limit);
}
