import { findStillDisplaced } from '#server/features/disruptions/state-queries.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import {
  type ClinicClock,
  dayClock,
  isLater,
  localDateTime,
  splitLocal,
} from '#shared/domain/clinic-time.ts';
import type { AppointmentStatus } from '#shared/domain/visits/appointment-status.ts';
import type { Person } from './week.ts';

/** The current state of an appointment. */
export interface VisitState {
  readonly id: number;
  readonly status: AppointmentStatus;
  readonly date: string;
  readonly time: string;
  /** Changes if the patient confirms or cancels. */
  readonly answers: string;
}

/** Finds appointments; leaves out deleted ones. */
export async function findVisits({ deps }: TestApp, ids: readonly number[]): Promise<VisitState[]> {
  const { rows } = await deps.database.pool.query<VisitState>(
    `select id, status, to_char(local_start, 'YYYY-MM-DD') as date, to_char(local_start, 'HH24:MI:SS') as time,
      (status = 'cancelled')::int || ' ' || (select count(*) from events where subject = 'appointments'
        and subject_id = a.id and action = 'patient_confirmed') as answers
      from appointments a where id = any($1) order by id`,
    [ids],
  );
  return rows;
}

export async function hasBegun({ deps }: TestApp, visit: number): Promise<boolean> {
  const { date, time } = dayClock(deps.now());
  const { rowCount } = await deps.database.pool.query(
    'select from appointments where id = $1 and local_start <= $2::timestamp',
    [visit, localDateTime(date, time)],
  );
  return rowCount !== 0;
}

/**
 * Whether a cancellation could not reach her before the appointment began: it was dropped then, or her record
 * was part of another one until then.
 */
export async function wasCancelledTooLate(
  { deps }: TestApp,
  visit: number,
  { mergeUndoneAt }: Pick<Person, 'mergeUndoneAt'>,
): Promise<boolean> {
  const { rows } = await deps.database.pool.query<{ says: string; isDropped: boolean; doneAt: Date }>(
    `select says, done_at as "doneAt", state = 'skipped' and error = 'no longer wanted' as "isDropped"
      from messages where appointment_id = $1 and template like 'cancelledBy%' and says is not null`,
    [visit],
  );
  return rows.some(({ says, isDropped, doneAt }) => {
    const [, date = '', time = ''] = says.split(' ');
    const hadBegun = (clock: ClinicClock | null) => clock !== null && !isLater(date, time, clock);
    return hadBegun(mergeUndoneAt) || (isDropped && hadBegun(dayClock(doneAt)));
  });
}

/**
 * Whether the message that its series was cancelled left after this appointment began and omitted it, or was
 * dropped then, because every appointment of the series had begun.
 */
export async function wasLeftOutOfSeries({ deps }: TestApp, visit: number): Promise<boolean> {
  const { rows } = await deps.database.pool.query<{ start: string; doneAt: Date }>(
    `select to_char(a.local_start, 'YYYY-MM-DD HH24:MI:SS') as start, m.done_at as "doneAt"
      from appointments a join appointments other on other.series_id = a.series_id
        join messages m on m.template = 'seriesCancelled' and other.id = any(m.visit_ids)
      where a.id = $1 and m.done_at is not null and (not a.id = any(m.visit_ids)
        or m.state = 'skipped' and m.error = 'no longer wanted')`,
    [visit],
  );
  return rows.some(({ start, doneAt }) => {
    const { date, time } = splitLocal(start);
    return !isLater(date, time, dayClock(doneAt));
  });
}

/** How many of these appointments are displaced. */
export const countDisplaced = async ({ deps }: TestApp, visits: readonly number[]): Promise<number> =>
  (await findStillDisplaced(deps, [...visits])).length;

/** The times that are kept instead of these appointments. */
export async function listHeldOffers({ deps }: TestApp, visits: readonly number[]): Promise<string> {
  const { rows } = await deps.database.pool.query<{ id: number }>(
    'select id from offers where holds and appointment_id = any($1) order by id',
    [visits],
  );
  return rows.map(({ id }) => id).join();
}
