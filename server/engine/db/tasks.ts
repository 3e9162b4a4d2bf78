import { sql } from 'drizzle-orm';
import type { Db } from './connect.ts';

/**
 * True for one process at a time: the task is due, and now it is this process's until it is due again. A
 * process that dies on it costs one round.
 */
export async function claimTask(db: Db, name: string, now: Date, everySeconds: number): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rowCount } = await db.execute(sql`
    insert into tasks (name, due_at) values (${name}, ${at} + make_interval(secs => ${everySeconds}))
    on conflict (name) do update set due_at = excluded.due_at where tasks.due_at <= ${at}`);
  return (rowCount ?? 0) > 0;
}

/** What became of a task's last round: a reason when it failed. */
export async function reportTask(db: Db, name: string, now: Date, problem: string | null): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    update tasks set last_error = ${problem}, last_ok_at = case when ${problem}::text is null then ${at} else last_ok_at end where name = ${name}`);
}
