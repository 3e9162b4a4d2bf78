import { and, desc, eq, getTableColumns, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { contactMessages } from '#server/db/schema/contact-messages.ts';
import { users } from '#server/db/schema/users.ts';
import { countUpTo } from '#server/engine/db/capped-count.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { columnValues, ignoreField, toReply } from '#server/engine/db/fields.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { confirmedAddresses } from '#server/features/users/erase-queries.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import type { PersonalData } from '#server/registries.ts';
import {
  type ContactMessage,
  contactMessageSchema,
  type createContactMessage,
} from '#shared/contract/contact-messages.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { staffWithoutReceptionists } from '#shared/domain/people/roles.ts';
import { normalizeForSearch } from '#shared/domain/people/search.ts';

const { answeredBy: _, deliveryId: _id, ...stored } = getTableColumns(contactMessages);
const writerUsers = alias(users, 'writers');
const columns = { ...stored, answeredBy: users.name, reach: writerUsers.reach };

/** A person who wrote from a phone. */
export interface NewTextReply {
  way: 'sms' | 'whatsapp';
  phone: string;
  name: string;
  message: string;
  locale: Lang;
  patientId: number | null;
  locationId: number | null;
  /** The gateway's id of the message, if given. */
  deliveryId: string | null;
  now: Date;
}

/** Undefined if the gateway has already delivered this message. */
export async function insertReply(db: Db, { now, ...reply }: NewTextReply): Promise<number | undefined> {
  const [row] = await db
    .insert(contactMessages)
    .values({ ...reply, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: contactMessages.id });
  return row?.id;
}

/**
 * Messages in the inbox of a viewer: the front desk sees those of its branches and those of no branch; other
 * staff see all.
 */
export function isInInboxOf(viewer: Viewer): SQL | undefined {
  const { locationId, patientId } = contactMessages;
  const notHis = isNotOwner(viewer, patientId);
  if (staffWithoutReceptionists.includes(viewer.role)) return notHis;
  const here = viewer.branches && or(isNull(locationId), inArray(locationId, [...viewer.branches]));
  return and(notHis, here);
}

/** Inserts a message of the contact form without its hidden field. */
export async function insertContactMessage(
  db: Db,
  body: Body<typeof createContactMessage>,
  { locale, now, patientId }: { locale: Lang; now: Date; patientId: number | null },
): Promise<number> {
  const [row] = await db
    .insert(contactMessages)
    .values({
      ...columnValues(contactMessages, body, { website: ignoreField }),
      locale,
      patientId,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: contactMessages.id });
  if (!row) throw new Error('a contact message was not inserted');
  return row.id;
}

export async function findContactMessage(
  db: Db,
  viewer: Viewer,
  id: number,
  lock = false,
): Promise<ContactMessage | undefined> {
  if (lock)
    await db
      .select({ id: contactMessages.id })
      .from(contactMessages)
      .where(eq(contactMessages.id, id))
      .for('update');
  const [row] = await db
    .select(columns)
    .from(contactMessages)
    .leftJoin(users, and(eq(users.id, contactMessages.answeredBy), isNotOwner(viewer)))
    .leftJoin(writerUsers, and(eq(writerUsers.id, contactMessages.patientId), isNull(writerUsers.erasedAt)))
    .where(and(eq(contactMessages.id, id), isInInboxOf(viewer)));
  return row && toReply(contactMessageSchema, row);
}

export async function updateContactMessage(
  db: Db,
  id: number,
  change: { state: ContactMessage['state']; answer?: string; answeredBy?: number },
  now: Date,
): Promise<void> {
  await db
    .update(contactMessages)
    .set({ ...change, updatedAt: now })
    .where(eq(contactMessages.id, id));
}

export interface InboxFilter {
  readonly state?: ContactMessage['state'] | undefined;
  readonly q?: string | undefined;
  /** Only messages older than this one. */
  readonly before: number | null;
}

const inboxCondition = (viewer: Viewer, { state, q }: InboxFilter): SQL | undefined => {
  const text = q === undefined ? '' : normalizeForSearch(q).replace(/[\\%_]/g, '\\$&');
  return and(
    isInInboxOf(viewer),
    state && eq(contactMessages.state, state),
    text === ''
      ? undefined
      : sql`fold(${contactMessages.name} || '|' || coalesce(${contactMessages.email}, ${contactMessages.phone}) || '|' || ${contactMessages.message}) like ${`%${text}%`}`,
  );
};

export async function loadContactMessagePage(
  db: Db,
  viewer: Viewer,
  filter: InboxFilter,
  limit: number,
): Promise<ContactMessage[]> {
  const rows = await db
    .select(columns)
    .from(contactMessages)
    .leftJoin(users, and(eq(users.id, contactMessages.answeredBy), isNotOwner(viewer)))
    .leftJoin(writerUsers, and(eq(writerUsers.id, contactMessages.patientId), isNull(writerUsers.erasedAt)))
    .where(
      and(
        inboxCondition(viewer, filter),
        filter.before === null ? undefined : lt(contactMessages.id, filter.before),
      ),
    )
    .orderBy(desc(contactMessages.id))
    .limit(limit);
  return rows.map((row) => toReply(contactMessageSchema, row));
}

export async function countContactMessages(
  db: Db,
  viewer: Viewer,
  filter: InboxFilter,
  upTo: number,
): Promise<number> {
  return countUpTo(
    db,
    upTo,
    sql`from ${contactMessages} where ${inboxCondition(viewer, filter) ?? sql`true`}`,
  );
}

/**
 * Deletes what deleted people sent: replies from their phones, and messages of the contact form that came
 * from an address of theirs. A phone number that another person has too proves nothing.
 */
export const contactMessageData: PersonalData = {
  async forget(db, ids) {
    const these = sql`any(${sql.param([...ids])}::int[])`;
    await db.execute(sql`delete from contact_messages where patient_id = ${these}`);
    await db.execute(sql`delete from contact_messages c using ${confirmedAddresses(ids)} their
      where c.patient_id is null and (handle(c.email) = their.email or c.phone = their.phone
        and not exists (select from users o
          where o.phone = their.phone and o.id <> their.id and o.erased_at is null))`);
  },
};
