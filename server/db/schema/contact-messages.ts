import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { Lang } from '#shared/domain/languages.ts';
import { instant } from './columns.ts';
import { locations } from './locations.ts';
import { users } from './users.ts';

/** Channel of the message and of its answer. */
export type InboxChannel = 'form' | 'sms' | 'whatsapp';
export type ContactMessageState = 'new' | 'read' | 'answered' | 'closed';

export const contactMessages = pgTable('contact_messages', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  /** Null: a text message. */
  email: text('email'),
  message: text('message').notNull(),
  locale: text('locale').$type<Lang>().notNull(),
  state: text('state').$type<ContactMessageState>().notNull().default('new'),
  way: text('way').$type<InboxChannel>().notNull().default('form'),
  phone: text('phone'),
  /** Patient whose phone number matches the sender, if any. */
  patientId: integer('patient_id').references(() => users.id, { onDelete: 'set null' }),
  /** The branch of the inbox; null: the clinic's. */
  locationId: integer('location_id').references(() => locations.id, { onDelete: 'set null' }),
  /** The gateway's id of the text, which prevents duplicates. */
  deliveryId: text('delivery_id').unique(),
  answer: text('answer'),
  answeredBy: integer('answered_by').references(() => users.id),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
