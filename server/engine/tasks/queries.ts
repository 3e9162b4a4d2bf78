import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { tasks } from '#server/db/schema/tasks.ts';
import type { Database, Db } from '#server/engine/db/connect.ts';
import { isGone } from '#server/engine/db/notices.ts';
import { later } from '#shared/domain/clinic-time.ts';

export async function ensureTasks(db: Db, names: readonly string[], now: Date): Promise<void> {
  if (names.length === 0) return;
  await db
    .insert(tasks)
    .values(names.map((name) => ({ name, dueAt: now })))
    .onConflictDoNothing();
}

/** Who asks for a task. */
export interface Asking {
  readonly database: Pick<Database, 'db'>;
  /** By what others see that it lives; null: by nothing, and its claims end by their lease alone. */
  readonly presence: number | null;
  readonly now: Date;
}

/** A task, and how far ahead its next turn is ever put. */
export interface Turn {
  readonly name: string;
  readonly longestMs: number;
}

/** Clocks of several machines may differ by so much. */
const skewMs = 60_000;
/** Who has lost its connection for a moment, and says so often that it goes on, is not gone. */
const unseen = sql`interval '4 seconds'`;
/** Signs of life come well within that. */
export const signEveryMs = 1500;

/** Somebody else was at it who is gone. */
const isLeft = ({ presence }: Asking): SQL | undefined =>
  presence === null
    ? undefined
    : and(
        isNotNull(tasks.holder),
        ne(tasks.holder, presence),
        isGone(tasks.holder, sql`${tasks.seenAt} < clock_timestamp() - ${unseen}`),
      );

/**
 * When a task is due: its turn has come, or who was at it is gone, or its turn lies further ahead than it is
 * ever put. A clock that ran ahead put it there (or ours was set back since), and nothing would be done until
 * that hour comes.
 */
const isDue = (asking: Asking, { name, longestMs }: Turn): SQL | undefined =>
  and(
    eq(tasks.name, name),
    or(lte(tasks.dueAt, asking.now), gt(tasks.dueAt, later(asking.now, longestMs + skewMs)), isLeft(asking)),
  );

/** Which of them are due, in no order. */
export async function dueTasks(asking: Asking, turns: readonly Turn[]): Promise<Set<string>> {
  const due = await asking.database.db
    .select({ name: tasks.name })
    .from(tasks)
    .where(or(...turns.map((turn) => isDue(asking, turn))));
  return new Set(due.map(({ name }) => name));
}

/** That a task is somebody's, until then. */
export interface Claim {
  readonly name: string;
  readonly presence: number | null;
  /** As far as its last sign of life put it; two where nobody knows whether the last one was heard. */
  readonly until: readonly Date[];
}

/**
 * Takes a task that is due by moving it ahead: of all processes one. Should it die, the task is due again at
 * `until`, and before where others see that it is gone.
 */
export async function claimTask(asking: Asking, turn: Turn, until: Date): Promise<Claim | undefined> {
  const { presence } = asking;
  const claimed = await asking.database.db
    .update(tasks)
    .set({ dueAt: until, holder: presence, seenAt: sql`clock_timestamp()` })
    .where(isDue(asking, turn))
    .returning({ name: tasks.name });
  return claimed.length > 0 ? { name: turn.name, presence, until: [until] } : undefined;
}

/** Nobody else has taken it meanwhile. */
const isStill = ({ name, presence, until }: Claim): SQL | undefined =>
  and(
    eq(tasks.name, name),
    inArray(tasks.dueAt, [...until]),
    sql`${tasks.holder} is not distinct from ${presence}::int`,
  );

/** Whose work goes on keeps it. False: it is another's by now. */
export async function renewClaim(db: Db, claim: Claim, until: Date): Promise<boolean> {
  const renewed = await db
    .update(tasks)
    .set({ dueAt: until, seenAt: sql`clock_timestamp()` })
    .where(isStill(claim))
    .returning({ name: tasks.name });
  return renewed.length > 0;
}

/** What came of it. False: it is another's by now, whose turn it stays. */
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
    .where(isStill(claim))
    .returning({ name: tasks.name });
  return finished.length > 0;
}

/** How the last run of a task went. */
export interface TaskStatus {
  readonly dueAt: Date | null;
  /** A process works on it now. */
  readonly isRunning: boolean;
  readonly lastOkAt: Date | null;
  /** Why the last run failed; null if it succeeded. */
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

/** Makes a task due now. A run that is going on is not disturbed. */
export async function makeDue(db: Db, name: string, now: Date): Promise<void> {
  await db
    .update(tasks)
    .set({ dueAt: now })
    .where(and(eq(tasks.name, name), isNull(tasks.holder)));
}

/** Notes a run that somebody started by hand, for the age in the metrics. */
export async function noteSuccess(db: Db, name: string, okAt: Date): Promise<void> {
  await db
    .insert(tasks)
    .values({ name, dueAt: okAt, lastOkAt: okAt })
    .onConflictDoUpdate({ target: tasks.name, set: { lastOkAt: okAt, lastError: null } });
}
