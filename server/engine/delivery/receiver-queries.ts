import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import type { Receiver, Receivers } from './transports/webhook.ts';

const dayMs = 24 * 3_600_000;
const maxAtOnce = 1000;

interface Row extends Record<string, unknown> {
  url: string;
  secret: string;
  oldSecret: string | null;
}

/** Webhooks and their state. A webhook without an answer for a day is turned off. */
export function createReceivers({ db, now }: { db: Db; now: () => Date }): Receivers {
  const turnOff = (id: number, because: 'failing' | 'gone', since: Date | null) =>
    inTransaction(db, async (tx) => {
      const { rows } = await tx.execute(sql`
        update webhooks set off_at = ${now().toISOString()}::timestamptz, off_because = ${because}
        where id = ${id} and off_at is null
          and (${since === null} or failing_since <= ${(since ?? now()).toISOString()}::timestamptz)
        returning id`);
      if (rows.length === 0) return;
      const after = { because };
      await recordEvent(tx, systemActor, {
        action: 'webhook_off',
        subject: 'webhooks',
        subjectId: id,
        after,
      });
    });
  return {
    async of(id): Promise<Receiver | undefined> {
      const { rows } = await db.execute<Row>(sql`${prepared}
        select url, secret, case when old_until > ${now().toISOString()}::timestamptz then old_secret end
          as "oldSecret"
        from webhooks where id = ${id} and off_at is null`);
      const [row] = rows;
      return row && { url: row.url, secrets: [row.secret, ...(row.oldSecret ? [row.oldSecret] : [])] };
    },
    async arrived(id) {
      await db.execute(sql`${prepared}
        update webhooks set failing_since = null where id = ${id} and failing_since is not null`);
    },
    async failed(id, end) {
      await db.execute(sql`${prepared}
        update webhooks set failing_since = ${now().toISOString()}::timestamptz
        where id = ${id} and failing_since is null`);
      await (end === 'gone'
        ? turnOff(id, 'gone', null)
        : turnOff(id, 'failing', addMilliseconds(now(), -dayMs)));
    },
    // In one statement: otherwise each pause would lease and release thousands of messages.
    async rest(id, until) {
      const at = sql`${now().toISOString()}::timestamptz`;
      await db.execute(sql`
        update messages set run_at = ${until.toISOString()}::timestamptz where id = any(array(
          select id from messages where state = 'queued' and channel = 'webhook' and address = ${String(id)}
            and run_at <= ${at} and (leased_until is null or leased_until < ${at})
          order by run_at, id limit ${maxAtOnce} for update skip locked))`);
    },
  };
}
