import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { often } from '#server/engine/db/often.ts';
import { messagesInsert, type NewMessage } from '#server/engine/delivery/queries.ts';
import { type Actor, eventInsert, type NewEvent, noteEvent } from '#server/engine/events/queries.ts';
import { linksInsert, type NewLink } from '#server/features/links/queries.ts';
import type { MessageKind } from '#shared/domain/message-kinds.ts';
import type { Booked } from './booking-queries.ts';

/** What a change of a visit leaves behind: a line of its history, and what people are told. */
export interface Trace {
  readonly actor: Actor;
  readonly event: NewEvent;
  readonly messages: readonly NewMessage<MessageKind>[];
  readonly links: readonly NewLink[];
}

/** A visit that is written already. */
export const written = ({ id, room, version }: Booked): SQL =>
  sql`select ${id}::int as id, ${room}::smallint as room, ${version}::int as version`;

/**
 * Writes the trace of a visit, in one statement with the visit itself where `visit` is what inserts it: where
 * that gives no row nothing is written. The room is known only then.
 */
export async function writeTrace(db: Db, visit: SQL, trace: Trace): Promise<Booked | undefined> {
  const { actor, event, messages, links } = trace;
  const from = sql`visit`;
  const room = sql`|| jsonb_build_object('room', visit.room)`;
  const { rows } = await db.execute<Booked>(sql`${often}
    with visit as (${visit}),
      event as (${eventInsert(actor, event, from, room)}),
      told as (${messagesInsert(messages, from)}),
      linked as (${linksInsert(links, from)})
    select id, room, version from visit`);
  if (rows[0]) noteEvent(db, event);
  return rows[0];
}
