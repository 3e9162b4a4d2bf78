import type { Deps } from '#server/deps.ts';
import { remind } from '#server/features/reminders/actions.ts';
import { later } from '#shared/domain/clinic-time.ts';
import {
  claimTask,
  ensureTasks,
  finishTask,
  foldCounts,
  purgeClientLogs,
  purgeExpired,
  purgeMessages,
} from './task-queries.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** Longer than any job takes; after it a job whose process died is taken by another. */
const lease = 10 * minute;

export interface Task {
  readonly every: number;
  run(deps: Deps): Promise<unknown>;
}

/** What is done again and again, whichever process comes first. */
const periodic: Readonly<Record<string, Task>> = {
  reminders: { every: minute, run: remind },
  'fold-counts': { every: minute, run: ({ db }) => foldCounts(db) },
  'purge-expired': { every: hour, run: ({ db, now }) => purgeExpired(db, now(), later(now(), -day)) },
  'purge-client-logs': {
    every: 6 * hour,
    run: ({ db, now }) => purgeClientLogs(db, later(now(), -90 * day)),
  },
  'purge-messages': {
    every: hour,
    run: ({ db, now }) =>
      purgeMessages(db, {
        secrets: later(now(), -3 * day),
        words: later(now(), -30 * day),
        rows: later(now(), -180 * day),
      }),
  },
};

/**
 * Runs the jobs that are due in this process, one after the other; one that fails is tried again at its next
 * turn.
 */
export async function runDueTasks(
  deps: Deps,
  tasks: Readonly<Record<string, Task>> = periodic,
): Promise<string[]> {
  await ensureTasks(deps.db, Object.keys(tasks), deps.now());
  const ran: string[] = [];
  for (const [name, { every, run }] of Object.entries(tasks)) {
    if (!(await claimTask(deps.db, name, deps.now(), later(deps.now(), lease)))) continue;
    try {
      await run(deps);
      await finishTask(deps.db, name, later(deps.now(), every), { okAt: deps.now() });
      ran.push(name);
    } catch (error) {
      deps.log.error({ err: error, task: name }, 'a periodic job failed');
      await finishTask(deps.db, name, later(deps.now(), every), {
        error: error instanceof Error ? error.message : 'unknown',
      });
    }
  }
  return ran;
}
