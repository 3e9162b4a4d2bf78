import type pg from 'pg';
import { messageIdOf } from '#server/engine/delivery/outgoing.ts';
import type { ReceivedMail } from '#server/testing/mail-server.ts';
import { headerOf } from '#server/testing/mail-text.ts';

/** An e-mail of the outbox, and how often it arrived. */
interface Letter {
  readonly key: string;
  readonly state: string;
  readonly attempts: number;
  readonly isDue: boolean;
  readonly times: number;
}

/**
 * Compares all e-mails of the outbox with those that arrived; `strange`: ids of arrived mails that are not in
 * the outbox.
 */
export async function compareArrivals(
  pool: pg.Pool,
  received: readonly ReceivedMail[],
  publicUrl: string,
): Promise<{ letters: Letter[]; strange: string[] }> {
  const arrived = new Map<string, number>();
  for (const { raw } of received) {
    const id = headerOf(raw, 'message-id') ?? 'none';
    arrived.set(id, (arrived.get(id) ?? 0) + 1);
  }
  const { rows } = await pool.query<Omit<Letter, 'times'>>(
    `select dedupe_key as key, state, attempts, run_at <= now() as "isDue" from messages
     where channel = 'email'`,
  );
  const letters = rows.map((row) => {
    const id = `<${messageIdOf({ dedupeKey: row.key }, publicUrl)}>`;
    const times = arrived.get(id) ?? 0;
    arrived.delete(id);
    return { ...row, times };
  });
  return { letters, strange: [...arrived.keys()] };
}
