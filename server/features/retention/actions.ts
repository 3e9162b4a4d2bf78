import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { purgeMessageRows } from '#server/engine/delivery/purge-queries.ts';
import { purgeClientLogs } from '#server/features/logs/purge-queries.ts';
import { finishOldMerges } from '#server/features/merges/actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { RetentionRun } from '#shared/contract/own/retention.ts';
import { addMilliseconds, dayClock } from '#shared/domain/clinic-time.ts';
import * as queries from './queries.ts';

const day = 24 * 60 * 60 * 1000;
/** How long sent messages and browser reports are kept. */
const messageDays = 180;
const browserLogDays = 90;
/** Maximum number of people per night; the rest follows the next night. */
const maxPeoplePerNight = 200;

/** Counts a year as 366 days, so that nothing is deleted a day too early. */
const yearsBefore = (now: Date, years: number): Date => addMilliseconds(now, -years * 366 * day);

async function clearRecords(deps: Deps, night: string, before: Date): Promise<void> {
  for (const id of await queries.listExpiredErasedPeople(deps.db, before, maxPeoplePerNight))
    await inTransaction(deps.db, async (tx) => {
      const { visits, notes, people } = await queries.deleteRecord(tx, id);
      await queries.countRemoved(tx, night, 'visits', visits);
      await queries.countRemoved(tx, night, 'notes', notes);
      await queries.countRemoved(tx, night, 'people', people);
    });
}

/**
 * Runs once a night after the clinic's day: deletes data whose retention period is over and counts it. If a
 * process dies, the next one continues the same night.
 */
export async function clearNightly(deps: Deps): Promise<void> {
  const night = dayClock(deps.now()).date;
  if (!(await queries.startRetentionRun(deps.db, night))) return;
  const now = deps.now();
  const { recordYears } = await currentSettings(deps);
  await finishOldMerges(deps);
  await clearRecords(deps, night, yearsBefore(now, recordYears));
  const messages = await purgeMessageRows(deps.db, addMilliseconds(now, -messageDays * day));
  await queries.countRemoved(deps.db, night, 'messages', messages);
  const logs = await purgeClientLogs(deps.db, addMilliseconds(now, -browserLogDays * day));
  await queries.countRemoved(deps.db, night, 'browserLogs', logs);
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
