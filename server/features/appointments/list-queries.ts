import { and, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { users } from '#server/db/schema/users.ts';
import { cappedCountColumn } from '#server/engine/db/capped-count.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { dayStart, localNow } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isUnreachable } from '#server/features/families/family-queries.ts';
import { statusList } from '#server/features/held-times/held-time-queries.ts';
import {
  findMatchingIds,
  isMatch,
  listReadings,
  type MatchedIds,
} from '#server/features/users/match-queries.ts';
import type { AppointmentFilters } from '#shared/contract/appointments.ts';
import { addDays, dayClock } from '#shared/domain/clinic-time.ts';
import { parseReference } from '#shared/domain/people/reference-code.ts';
import { allRoles } from '#shared/domain/people/roles.ts';
import { normalizeForSearch } from '#shared/domain/people/search.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import { appointmentCountColumn } from './count-queries.ts';
import {
  type AppointmentRow,
  appointmentOrder,
  isVisibleTo,
  loadAppointmentsInOrder,
  waitsForCall,
} from './queries.ts';

/** Start of a page: after this appointment, in the order of the list. */
export interface ListPosition {
  localStart: string;
  id: number;
}
interface ListPage {
  limit: number;
  after: ListPosition | null;
  newestFirst: boolean;
}

function afterPosition({ after, newestFirst }: ListPage): SQL | undefined {
  if (!after) return undefined;
  const than = sql.raw(newestFirst ? '<' : '>');
  return sql`(${appointments.localStart}, ${appointments.id}) ${than} (${after.localStart}::timestamp, ${after.id})`;
}

/** Conditions of a list. */
interface ListConditions {
  where: SQL | undefined;
  /** The condition uses columns of the patient. */
  byPatient?: boolean;
}
const appointmentsFromClause = ({ where, byPatient = false }: ListConditions): SQL =>
  sql`from ${appointments}${
    byPatient ? sql` join ${users} on ${users.id} = ${appointments.patientId}` : sql``
  } where (${where ?? sql`true`})`;

/** The ids of one page, as a SQL array. */
const pageIdsArray = (visits: SQL, page: ListPage): SQL => sql`array(select ${appointments.id} ${visits}
  and ${afterPosition(page) ?? sql`true`} order by ${sql.join(appointmentOrder(page.newestFirst), sql`, `)}
  limit ${page.limit + 1})`;

interface PageIds extends Record<string, unknown> {
  readonly ids: number[];
  readonly total: number;
}

/**
 * The rows of a page, and one more if there is another page. The ids and the count come from indexes alone;
 * the other tables are joined only to the ids of the page.
 */
async function loadListPage(
  db: Db,
  found: SQL,
  newestFirst: boolean,
): Promise<{ rows: AppointmentRow[]; total: number }> {
  const [{ ids, total } = { ids: [], total: 0 }] = (await db.execute<PageIds>(found)).rows;
  const rows = ids.length === 0 ? [] : await loadAppointmentsInOrder(db, ids, newestFirst);
  // An appointment was deleted meanwhile and another moved into the page.
  return rows.length < ids.length ? loadListPage(db, found, newestFirst) : { rows, total };
}

/** A page of a list without a count. */
export async function loadUncountedPage(
  db: Db,
  listed: ListConditions,
  page: ListPage,
): Promise<AppointmentRow[]> {
  const found = sql`select ${pageIdsArray(appointmentsFromClause(listed), page)} as ids, 0 as total`;
  return (await loadListPage(db, found, page.newestFirst)).rows;
}

/** The plain filters; `q` is a condition of its own. */
const filterConditions = ({
  status,
  locationId,
  userId,
  doctorId,
  serviceId,
  from,
  to,
}: AppointmentFilters): SQL | undefined =>
  and(
    status && eq(appointments.status, status),
    locationId === undefined ? undefined : eq(appointments.locationId, locationId),
    userId === undefined ? undefined : eq(appointments.patientId, userId),
    doctorId === undefined ? undefined : eq(appointments.doctorId, doctorId),
    serviceId === undefined ? undefined : eq(appointments.serviceId, serviceId),
    from === undefined ? undefined : gte(appointments.localStart, dayStart(from)),
    to === undefined ? undefined : lt(appointments.localStart, dayStart(addDays(to, 1))),
  );

/**
 * Up to this number of patients, each one's appointments are looked up by index. For more, the list is
 * scanned in order; a scan for fewer would start parallel workers, which takes longer than the query.
 */
const fewPatients = 4000;

/** Meaning of a search text: nothing, a few known patients, or text to search for in the list. */
type Search =
  | { kind: 'none' }
  | { kind: 'patients'; ids: string; number: number | null }
  | { kind: 'text'; some: string; where: SQL };

/** Finds the patients first and then their appointments, because PostgreSQL plans a single query badly. */
async function resolveSearch(db: Db, q: string | undefined): Promise<Search> {
  if (q === undefined || normalizeForSearch(q) === '') return { kind: 'none' };
  const number = parseReference(q);
  let met: MatchedIds = { ids: '{}', n: 0 };
  for (const { all } of listReadings(q)) {
    met = await findMatchingIds(db, q, all, { roles: allRoles, most: fewPatients + 1 });
    if (met.n > fewPatients) return { kind: 'text', some: met.ids, where: isMatch(all) };
    if (met.n > 0 || number !== null) break;
  }
  return { kind: 'patients', ids: met.ids, number };
}

/** In this form the planner does not test each of thousands of rows. */
const hasPatientIn = (ids: SQL): SQL => sql`${appointments.patientId} = any((select ${ids})::int[])`;

/** Each column has its own index. */
function searchConditions(search: Search): SQL[] {
  if (search.kind === 'none') return [];
  if (search.kind === 'text') return [search.where];
  const { ids, number } = search;
  if (number === null) return [hasPatientIn(sql`${ids}::int[]`)];
  return [hasPatientIn(sql`${ids}::int[] || ${number}::int`), eq(appointments.id, number)];
}

/**
 * An appointment, and other online bookings within a day from the same account or network: probably one
 * burst.
 */
const isSimilarBooking = (id: number): SQL => sql`(${appointments.id} = ${id} or ${appointments.id} in (
  with origin as (
    select at, actor_id, network(set_masklen(ip, case family(ip) when 4 then 24 else 64 end)) as net
    from events where subject = 'appointments' and subject_id = ${id} and action = 'created' limit 1)
  select e.subject_id from events e, origin
  where e.subject = 'appointments' and e.action = 'created' and e.actor_role = 'patient'
    and e.at between origin.at - interval '1 day' and origin.at + interval '1 day'
    and (e.actor_id = origin.actor_id or e.ip <<= origin.net)))`;

interface ListScope extends ListConditions {
  /** Collects the ids of all matches once; `total` counts them. */
  gathered?: SQL;
  /** The count, as a column. */
  total: SQL;
}

/** Only appointments from this minute on; the count and the list of open tasks share this rule. */
export const isNowOrLater = (now: Date): SQL => gte(appointments.localStart, localNow(dayClock(now)));

/**
 * An open appointment whose patient no message reaches; needs the columns of the patient. The count and the list
 * of open tasks share this rule.
 */
export const hasUnreachablePatient = sql`(${appointments.status} in (${statusList(openStatuses)})
  and ${isUnreachable})`;

/** The condition of a list's filters at a moment. Counting stops at `countLimit`. */
export async function createListScope(
  db: Db,
  viewer: Viewer,
  filters: AppointmentFilters,
  { now, countLimit }: { now: Date; countLimit: number },
): Promise<ListScope> {
  const search = await resolveSearch(db, filters.q);
  const plain = and(
    filterConditions(filters),
    isVisibleTo(viewer),
    filters.coming && isNowOrLater(now),
    filters.like === undefined ? undefined : isSimilarBooking(filters.like),
    filters.reach === 'call' ? waitsForCall : undefined,
  );
  const unreachable = filters.reach === 'none' ? hasUnreachablePatient : undefined;
  const means = searchConditions(search);
  const where = and(plain, or(...means), unreachable);
  const { userId, doctorId, serviceId, like, reach, coming } = filters;
  const whole = [userId, doctorId, serviceId, like, reach, coming, viewer.branches].every(
    (narrowing) => narrowing === undefined,
  );
  const listed = { where, byPatient: unreachable !== undefined || search.kind === 'text' };
  const all = cappedCountColumn(countLimit, appointmentsFromClause(listed));
  if (unreachable) return { ...listed, total: all };
  if (search.kind === 'none')
    return {
      ...listed,
      total: filters.locationId !== undefined && whole ? appointmentCountColumn(filters) : all,
    };
  if (search.kind === 'patients') {
    const each = means.map(
      (meant) => sql`select ${appointments.id}, ${appointments.localStart}
        ${appointmentsFromClause({ where: and(plain, meant) })}`,
    );
    const gathered = sql.join(each, sql` union `);
    return { ...listed, gathered, total: cappedCountColumn(countLimit, sql`from listed`) };
  }
  const some = cappedCountColumn(
    countLimit,
    appointmentsFromClause({ where: and(plain, hasPatientIn(sql`${search.some}::int[]`)) }),
  );
  const total = sql`(select case when n >= ${countLimit} then n else ${all} end
    from (select ${some} as n offset 0) met)`;
  return { ...listed, total };
}

const withListedClause = ({ gathered }: ListScope): SQL =>
  gathered ? sql`with listed as materialized (${gathered}) ` : sql``;

export async function countListed(db: Db, scope: ListScope): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`${withListedClause(scope)}select ${scope.total} as total`,
  );
  return rows[0]?.total ?? 0;
}

/** The first page of a list, and the total. */
export function loadFirstPage(db: Db, scope: ListScope, page: Pick<ListPage, 'limit' | 'newestFirst'>) {
  const visits = scope.gathered ? sql`from listed ${appointments} where true` : appointmentsFromClause(scope);
  const ids = pageIdsArray(visits, { ...page, after: null });
  const found = sql`${withListedClause(scope)}select ${ids} as ids, ${scope.total} as total`;
  return loadListPage(db, found, page.newestFirst);
}
