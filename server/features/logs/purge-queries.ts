import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { inChunks } from '#server/engine/db/in-chunks.ts';

/** What browsers reported, by age. */
export async function purgeClientLogs(db: Db, before: Date): Promise<void> {
  const at = before.toISOString();
  await inChunks((atMost) =>
    db.execute(sql`delete from client_logs where id in (
      select id from client_logs where at < ${at}::timestamptz order by at, id limit ${atMost})`),
  );
  await db.execute(sql`delete from error_groups where last_at < ${at}::timestamptz`);
}
