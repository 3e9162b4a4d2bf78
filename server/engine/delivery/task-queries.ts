import { and, eq, lte, sql } from 'drizzle-orm';
import { tasks } from '#server/db/schema/tasks.ts';
import type { Db } from '#server/engine/db/connect.ts';

export async function ensureTasks(db: Db, names: readonly string[], now: Date): Promise<void> {
  await db
    .insert(tasks)
    .values(names.map((name) => ({ name, dueAt: now })))
    .onConflictDoNothing();
}

/**
 * Takes a job that is due by moving it ahead: of all processes one. Should it die, the job is due again at
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

/** Adds the changes of the counts to the counts. Right at any time and any number of times. */
export async function foldCounts(db: Db): Promise<void> {
  await db.execute(sql`with d as (delete from day_count_deltas returning *)
    insert into day_counts select location_id, day, status, sum(n) from d group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
    on conflict (location_id, day, status) do update set n = day_counts.n + excluded.n`);
}

/** What nobody can use any more: sessions, links and codes, throttles. */
export async function purgeExpired(db: Db, now: Date, linksUntil: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(
    sql`delete from sessions where expires_at < ${at}::timestamptz or seen_at + idle < ${at}::timestamptz`,
  );
  await db.execute(sql`delete from tokens where expires_at < ${linksUntil.toISOString()}::timestamptz`);
  await db.execute(sql`delete from throttles where expire < ${now.getTime()}`);
}

const chunk = 10_000;

async function inChunks(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) >= chunk);
}

/** What browsers reported, by age; a little at a time, so that nobody waits for it. */
export async function purgeClientLogs(db: Db, before: Date): Promise<void> {
  const at = before.toISOString();
  await inChunks(async () => {
    const { rowCount } = await db.execute(sql`delete from client_logs where id in (
      select id from client_logs where at < ${at}::timestamptz order by at, id limit ${chunk})`);
    return rowCount ?? 0;
  });
  await db.execute(sql`delete from error_groups where last_at < ${at}::timestamptz`);
}

/** Old messages go; of those that are kept or given up the codes go soon, and then the words. */
export async function purgeMessages(db: Db, ages: { secrets: Date; words: Date; rows: Date }): Promise<void> {
  const before = (at: Date) => sql`${at.toISOString()}::timestamptz`;
  await db.execute(sql`update messages set secrets = null
    where state in ('kept', 'dead', 'failed', 'skipped') and secrets is not null and created_at < ${before(ages.secrets)}`);
  await db.execute(sql`update messages set params = '{}'
    where state in ('kept', 'dead', 'failed', 'skipped') and channel <> 'app' and params <> '{}' and created_at < ${before(ages.words)}`);
  await inChunks(async () => {
    const { rowCount } = await db.execute(sql`delete from messages where id in (select id from messages
      where created_at < ${before(ages.rows)} and state <> 'queued' order by created_at, id limit ${chunk})`);
    return rowCount ?? 0;
  });
}
