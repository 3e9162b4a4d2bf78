import { sql } from 'drizzle-orm';
import { deleteInBatches } from '#server/engine/db/capped-count.ts';
import type { Db } from '#server/engine/db/connect.ts';

/** Deletes browser reports by age; returns the number of lines. */
export async function purgeClientLogs(db: Db, before: Date): Promise<number> {
  const at = before.toISOString();
  const removed = await deleteInBatches((atMost) =>
    db.execute(sql`delete from client_logs where id = any(array(
      select id from client_logs where at < ${at}::timestamptz order by at, id limit ${atMost}))`),
  );
  await db.execute(sql`delete from error_groups where last_at < ${at}::timestamptz`);
  return removed;
}
