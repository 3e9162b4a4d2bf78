import { and, eq, inArray, lte } from 'drizzle-orm';
import { tasks } from '#server/db/schema/tasks.ts';
import type { Db } from '#server/engine/db/connect.ts';

export async function ensureTasks(db: Db, names: readonly string[], now: Date): Promise<void> {
  await db
    .insert(tasks)
    .values(names.map((name) => ({ name, dueAt: now })))
    .onConflictDoNothing();
}

/** Which of them are due, in no order. */
export async function dueTasks(db: Db, names: readonly string[], now: Date): Promise<Set<string>> {
  const due = await db
    .select({ name: tasks.name })
    .from(tasks)
    .where(and(inArray(tasks.name, [...names]), lte(tasks.dueAt, now)));
  return new Set(due.map(({ name }) => name));
}

/**
 * Takes a task that is due by moving it ahead: of all processes one. Should it die, the task is due again at
 * `until`.
 */
export async function claimTask(db: Db, name: string, now: Date, until: Date): Promise<boolean> {
  const claimed = await db
    .update(tasks)
    .set({ dueAt: until })
    .where(and(eq(tasks.name, name), lte(tasks.dueAt, now)))
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
