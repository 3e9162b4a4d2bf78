import { sql } from 'drizzle-orm';
import { deleteInBatches } from '#server/engine/db/capped-count.ts';
import type { Db } from '#server/engine/db/connect.ts';

/** Erases secrets, and later texts, of kept and failed messages. */
export async function purgeMessages(db: Db, ages: { secrets: Date; words: Date }): Promise<void> {
  const before = (at: Date) => sql`${at.toISOString()}::timestamptz`;
  await db.execute(sql`update messages set secrets = null
    where state in ('kept', 'dead', 'failed', 'skipped') and secrets is not null
      and created_at < ${before(ages.secrets)}`);
  await db.execute(sql`update messages set params = '{}'
    where (state in ('kept', 'dead', 'failed', 'skipped') or (state = 'sent' and channel = 'webhook'))
      and channel <> 'app' and params <> '{}'
      and created_at < ${before(ages.words)}`);
}

/** Deletes the rows of sent messages; returns their number. */
export const purgeMessageRows = (db: Db, before: Date): Promise<number> =>
  deleteInBatches((atMost) =>
    db.execute(sql`delete from messages where id = any(array(select id from messages
      where created_at < ${before.toISOString()}::timestamptz and state <> 'queued'
      order by created_at, id limit ${atMost}))`),
  );
