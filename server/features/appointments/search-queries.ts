import { and, eq, gte, or, type SQL, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { countUpTo } from '#server/engine/db/at-most.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { idsMatching, isMatch, readingsOf } from '#server/features/users/match-queries.ts';
import type { AppointmentFilters } from '#shared/contract/appointments.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { parseReference } from '#shared/domain/people/reference-code.ts';
import { everyone } from '#shared/domain/people/roles.ts';
import { fold } from '#shared/domain/people/search.ts';
import { localNow } from './calendar/day-queries.ts';
import { countedByDay } from './count-queries.ts';
import { filterConditions, isUnreachable, visibleTo, waitsForCall } from './queries.ts';

const fewPatients = 2000;

/**
 * What a search text means: nothing, the visits of a few known patients, or text to be looked for along the
 * list.
 */
type Search =
  | { kind: 'none' }
  | { kind: 'patients'; ids: number[]; number: number | null }
  | { kind: 'text'; some: number[]; where: SQL };

/**
 * In two steps, because one query for both is planned badly: first who is meant, by the first reading that
 * means anybody, then her visits.
 */
async function searchFor(db: Db, q: string | undefined): Promise<Search> {
  if (q === undefined || fold(q) === '') return { kind: 'none' };
  const number = parseReference(q);
  let ids: number[] = [];
  for (const { all } of readingsOf(q)) {
    ids = await idsMatching(db, all, everyone, fewPatients + 1);
    if (ids.length > fewPatients) return { kind: 'text', some: ids, where: isMatch(all) };
    if (ids.length > 0 || number !== null) break;
  }
  return { kind: 'patients', ids, number };
}

const ofPatients = (ids: readonly number[]): SQL =>
  sql`${appointments.patientId} = any(${sql.param(ids)}::int[])`;

function searchCondition(search: Search): SQL | undefined {
  if (search.kind === 'none') return undefined;
  if (search.kind === 'text') return search.where;
  const { ids, number } = search;
  if (number === null) return ofPatients(ids);
  return or(ofPatients([...ids, number]), eq(appointments.id, number));
}

const counted = (
  db: Db,
  where: SQL | undefined,
  countLimit: number,
  joinPatients = false,
): Promise<number> => {
  const patients = joinPatients ? sql`join users on users.id = appointments.patient_id` : sql``;
  return countUpTo(db, countLimit, sql`from appointments ${patients} where ${where ?? sql`true`}`);
};

/**
 * A visit, and what was booked online within a day of it by the account that booked it, or in that network: a
 * burst of one hand.
 */
const bookedLike = (id: number): SQL => sql`(${appointments.id} = ${id} or ${appointments.id} in (
  with origin as (
    select at, actor_id, network(set_masklen(ip, case family(ip) when 4 then 24 else 64 end)) as net
    from events where subject = 'appointments' and subject_id = ${id} and action = 'created' limit 1)
  select e.subject_id from events e, origin
  where e.subject = 'appointments' and e.action = 'created' and e.actor_role = 'patient'
    and e.at between origin.at - interval '1 day' and origin.at + interval '1 day'
    and (e.actor_id = origin.actor_id or e.ip <<= origin.net)))`;

interface ListScope {
  /** The condition of its pages; `byPatient` when it asks for columns of the patient. */
  where: SQL | undefined;
  byPatient: boolean;
  count: () => Promise<number>;
}

/** What begins from this minute on: what still waits for somebody is counted and listed by the one rule. */
export const toCome = (now: Date): SQL => gte(appointments.localStart, localNow(dayClock(now)));

/** What a list's filters come to at a moment. Counting stops at `countLimit`. */
export async function listScope(
  db: Db,
  viewer: Viewer,
  filters: AppointmentFilters,
  { now, countLimit }: { now: Date; countLimit: number },
): Promise<ListScope> {
  const search = await searchFor(db, filters.q);
  const plain = and(
    filterConditions(filters),
    visibleTo(viewer),
    filters.coming && toCome(now),
    filters.like === undefined ? undefined : bookedLike(filters.like),
    filters.reach === 'call' ? waitsForCall : undefined,
  );
  const unreachable = filters.reach === 'none' ? isUnreachable : undefined;
  const where = and(plain, searchCondition(search), unreachable);
  const { userId, doctorId, like, reach, coming } = filters;
  const whole = [userId, doctorId, like, reach, coming, viewer.branches].every(
    (narrowing) => narrowing === undefined,
  );
  if (unreachable) return { where, byPatient: true, count: () => counted(db, where, countLimit, true) };
  if (search.kind === 'none' && filters.locationId !== undefined && whole) {
    return { where, byPatient: false, count: () => countedByDay(db, filters) };
  }
  if (search.kind !== 'text') {
    return { where, byPatient: false, count: () => counted(db, where, countLimit) };
  }
  const countText = async () => {
    const some = await counted(db, and(plain, ofPatients(search.some)), countLimit);
    return some >= countLimit ? some : counted(db, where, countLimit, true);
  };
  return { where, byPatient: true, count: countText };
}
