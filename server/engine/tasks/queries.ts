import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { tasks } from '#server/db/schema/tasks.ts';
import { isProcessGone } from '#server/engine/db/commit-listener.ts';
import type { Database, Db } from '#server/engine/db/connect.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';

export async function ensureTasks(db: Db, names: readonly string[], now: Date): Promise<void> {
  if (names.length === 0) return;
  await db
    .insert(tasks)
    .values(names.map((name) => ({ name, dueAt: now })))
    .onConflictDoNothing();
}

/** The process that asks for a task. */
export interface TaskProcess {
  readonly database: Pick<Database, 'db'>;
  /** Its session, by which others see that it lives; null: only leases end its claims. */
  readonly presence: number | null;
  readonly now: Date;
}

/** A task, and the maximum time until its next turn. */
export interface TaskTurn {
  readonly name: string;
  readonly longestMs: number;
}

/** Maximum difference between the clocks of several machines. */
const skewMs = 60_000;
/** A process that has lost its connection for a moment and renews its lease is not dead. */
const disconnectedFor = sql`interval '4 seconds'`;
/** Interval of renewing leases, well below that. */
export const renewEveryMs = 1500;

/** The process that worked on it is dead. */
const isHolderDead = ({ presence }: TaskProcess): SQL | undefined =>
  presence === null
    ? undefined
    : and(
        isNotNull(tasks.holder),
        ne(tasks.holder, presence),
        isProcessGone(tasks.holder, sql`${tasks.seenAt} < clock_timestamp() - ${disconnectedFor}`),
      );

/**
 * When a task is due: its time has come, its process is dead, or its time lies further ahead than possible.
 * The last happens after a clock was wrong, and would stop the task until that time.
 */
const isDue = (asking: TaskProcess, { name, longestMs }: TaskTurn): SQL | undefined =>
  and(
    eq(tasks.name, name),
    or(
      lte(tasks.dueAt, asking.now),
      gt(tasks.dueAt, addMilliseconds(asking.now, longestMs + skewMs)),
      isHolderDead(asking),
    ),
  );

/** Which of these tasks are due, in no order. */
export async function dueTasks(asking: TaskProcess, turns: readonly TaskTurn[]): Promise<Set<string>> {
  const due = await asking.database.db
    .select({ name: tasks.name })
    .from(tasks)
    .where(or(...turns.map((turn) => isDue(asking, turn))));
  return new Set(due.map(({ name }) => name));
}

/** Claims a task until a time. */
export interface Claim {
  readonly name: string;
  readonly presence: number | null;
  /** The end of the lease; two values if it is unknown whether the last renewal arrived. */
  readonly until: readonly Date[];
}

/**
 * Takes a due task by moving its time ahead: only one process succeeds. If that process dies, the task is due
 * again at `until`, or as soon as others see that it is dead.
 */
export async function claimTask(
  asking: TaskProcess,
  turn: TaskTurn,
  until: Date,
): Promise<Claim | undefined> {
  const { presence } = asking;
  const claimed = await asking.database.db
    .update(tasks)
    .set({ dueAt: until, holder: presence, seenAt: sql`clock_timestamp()` })
    .where(isDue(asking, turn))
    .returning({ name: tasks.name });
  return claimed.length > 0 ? { name: turn.name, presence, until: [until] } : undefined;
}

/** Nobody else has taken it meanwhile. */
const isClaimHeld = ({ name, presence, until }: Claim): SQL | undefined =>
  and(
    eq(tasks.name, name),
    inArray(tasks.dueAt, [...until]),
    sql`${tasks.holder} is not distinct from ${presence}::int`,
  );

/** Renews the lease. False if another process has the task by now. */
export async function renewClaim(db: Db, claim: Claim, until: Date): Promise<boolean> {
  const renewed = await db
    .update(tasks)
    .set({ dueAt: until, seenAt: sql`clock_timestamp()` })
    .where(isClaimHeld(claim))
    .returning({ name: tasks.name });
  return renewed.length > 0;
}

/** Saves the result. False if another process has the task by now. */
export async function finishTask(
  db: Db,
  claim: Claim,
  dueAt: Date,
  outcome: { okAt: Date } | { error: string },
): Promise<boolean> {
  const told =
    'okAt' in outcome
      ? { lastOkAt: outcome.okAt, lastError: null }
      : { lastError: outcome.error.slice(0, 500) };
  const finished = await db
    .update(tasks)
    .set({ dueAt, holder: null, ...told })
    .where(isClaimHeld(claim))
    .returning({ name: tasks.name });
  return finished.length > 0;
}

/** Result of the last run of a task. */
export interface TaskStatus {
  readonly dueAt: Date | null;
  /** A process is working on it now. */
  readonly isRunning: boolean;
  readonly lastOkAt: Date | null;
  /** Error of the last run; null if it succeeded. */
  readonly lastError: string | null;
}

export async function taskStatus(db: Db, name: string): Promise<TaskStatus | undefined> {
  const [row] = await db.select().from(tasks).where(eq(tasks.name, name));
  return (
    row && {
      dueAt: row.dueAt,
      isRunning: row.holder !== null,
      lastOkAt: row.lastOkAt,
      lastError: row.lastError,
    }
  );
}

/** Makes a task due now. A running one is not disturbed. */
export async function makeTaskDue(db: Db, name: string, now: Date): Promise<void> {
  await db
    .update(tasks)
    .set({ dueAt: now })
    .where(and(eq(tasks.name, name), isNull(tasks.holder)));
}

/** Records a run that was started by hand, for the age in the metrics. */
export async function recordTaskSuccess(db: Db, name: string, okAt: Date): Promise<void> {
  await db
    .insert(tasks)
    .values({ name, dueAt: okAt, lastOkAt: okAt })
    .onConflictDoUpdate({ target: tasks.name, set: { lastOkAt: okAt, lastError: null } });
}
