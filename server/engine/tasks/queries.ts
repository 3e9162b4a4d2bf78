import { and, eq, gt, lte, or, type SQL } from 'drizzle-orm';
import { tasks } from '#server/db/schema/tasks.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { later } from '#shared/domain/clinic-time.ts';

export async function ensureTasks(db: Db, names: readonly string[], now: Date): Promise<void> {
  await db
    .insert(tasks)
    .values(names.map((name) => ({ name, dueAt: now })))
    .onConflictDoNothing();
}

/** A task, and how far ahead its next turn is ever put. */
export interface Turn {
  readonly name: string;
  readonly longestMs: number;
}

/** Clocks of several machines may differ by so much. */
const skewMs = 60_000;

/**
 * When a task is due: its turn has come, or lies further ahead than it is ever put. A clock that ran ahead
 * put it there (or ours was set back since), and nothing would be done until that hour comes.
 */
const isDue = (now: Date, { name, longestMs }: Turn): SQL | undefined =>
  and(eq(tasks.name, name), or(lte(tasks.dueAt, now), gt(tasks.dueAt, later(now, longestMs + skewMs))));

/** Which of them are due, in no order. */
export async function dueTasks(db: Db, turns: readonly Turn[], now: Date): Promise<Set<string>> {
  const due = await db
    .select({ name: tasks.name })
    .from(tasks)
    .where(or(...turns.map((turn) => isDue(now, turn))));
  return new Set(due.map(({ name }) => name));
}

/**
 * Takes a task that is due by moving it ahead: of all processes one. Should it die, the task is due again at
 * `until`.
 */
export async function claimTask(db: Db, turn: Turn, now: Date, until: Date): Promise<boolean> {
  const claimed = await db
    .update(tasks)
    .set({ dueAt: until })
    .where(isDue(now, turn))
    .returning({ name: tasks.name });
  return claimed.length > 0;
}

/** Whose work goes on keeps it. */
export async function renewClaim(db: Db, name: string, until: Date): Promise<void> {
  await db.update(tasks).set({ dueAt: until }).where(eq(tasks.name, name));
}

export async function finishTask(
  db: Db,
  name: string,
  dueAt: Date,
  outcome: { okAt: Date } | { error: string },
): Promise<void> {
  const told =
    'okAt' in outcome
      ? { lastOkAt: outcome.okAt, lastError: null }
      : { lastError: outcome.error.slice(0, 500) };
  await db
    .update(tasks)
    .set({ dueAt, ...told })
    .where(eq(tasks.name, name));
}
