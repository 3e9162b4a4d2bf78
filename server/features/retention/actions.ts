import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { purgeMessageRows } from '#server/engine/delivery/purge-queries.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { purgeClientLogs } from '#server/features/logs/purge-queries.ts';
import { settleMerges } from '#server/features/merges/actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { forgetPerson } from '#server/features/users/forget-actions.ts';
import { lockPeople, rowsOf } from '#server/features/users/queries.ts';
import type { RetentionRun } from '#shared/contract/own/retention.ts';
import { dayClock, later } from '#shared/domain/clinic-time.ts';
import * as queries from './queries.ts';

const day = 24 * 60 * 60 * 1000;
/** So many people a night at most: the rest waits for the next. */
const most = 200;

/** A year has a day more here: nothing goes a day too early. */
const yearsBefore = (now: Date, years: number): Date => later(now, -years * 366 * day);

async function clearRecords(deps: Deps, night: string, before: Date): Promise<void> {
  for (const id of await queries.outOfRecord(deps.db, before, most))
    await inTransaction(deps.db, async (tx) => {
      const { visits, notes, people } = await queries.deleteRecord(tx, id);
      await queries.countRemoved(tx, night, 'visits', visits);
      await queries.countRemoved(tx, night, 'notes', notes);
      await queries.countRemoved(tx, night, 'people', people);
    });
}

/** Who was heard of since the list was made, or just now, stays. */
async function clearIdleAccounts(deps: Deps, night: string, before: Date): Promise<void> {
  for (const id of await queries.unheardOf(deps.db, before, most))
    await inTransaction(deps.db, async (tx) => {
      await lockPeople(tx, [id]);
      const [person] = await rowsOf(tx, [id]);
      if (!person || !(await queries.isUnheardOf(tx, before, id))) return;
      const gone = await forgetPerson(tx, person, deps.now());
      await recordEvent(tx, systemActor, {
        action: `user_${gone}`,
        subject: 'users',
        subjectId: id,
        patientId: id,
        before: { role: person.role },
      });
      await queries.countRemoved(tx, night, 'accounts', 1);
    });
}

/**
 * Once a night, from the end of the clinic's day on: takes away what was kept for as long as the clinic says,
 * and counts it. Whoever takes over from a process that died goes on with the same night.
 */
export async function clearNightly(deps: Deps): Promise<void> {
  const night = dayClock(deps.now()).date;
  if (!(await queries.beginRun(deps.db, night))) return;
  const now = deps.now();
  const { recordYears, idleAccountYears, trailYears, messageDays, browserLogDays } =
    await currentSettings(deps);
  await settleMerges(deps);
  await clearRecords(deps, night, yearsBefore(now, recordYears));
  if (idleAccountYears !== null) await clearIdleAccounts(deps, night, yearsBefore(now, idleAccountYears));
  const messages = await purgeMessageRows(deps.db, later(now, -messageDays * day));
  await queries.countRemoved(deps.db, night, 'messages', messages);
  const logs = await purgeClientLogs(deps.db, later(now, -browserLogDays * day));
  await queries.countRemoved(deps.db, night, 'browserLogs', logs);
  if (trailYears !== null)
    await queries.countRemoved(
      deps.db,
      night,
      'trail',
      await queries.forgetTrail(deps.db, yearsBefore(now, trailYears)),
    );
  await queries.finishRun(deps.db, night, deps.now());
}

export async function retentionRuns(deps: Deps): Promise<RetentionRun[]> {
  const runs = await queries.lastRuns(deps.db);
  return runs.map(({ day, finishedAt, removed }) => ({
    day,
    finishedAt: finishedAt?.toISOString() ?? null,
    removed,
  }));
}
