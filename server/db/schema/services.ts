import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const services = pgTable('services', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  nameAr: text('name_ar'),
  description: text('description').notNull().default(''),
  descriptionAr: text('description_ar'),
  icon: text('icon'),
  durationMinutes: smallint('minutes').notNull().default(20),
  position: integer('position').notNull().default(0),
  whatHappens: text('what_happens'),
  whatHappensAr: text('what_happens_ar'),
  bring: text('bring'),
  bringAr: text('bring_ar'),
  /** In Egyptian pounds. */
  priceFrom: integer('price_from'),
  /** Increases with each change. */
  version: integer('version').notNull().default(1),
  archivedAt: instant('archived_at'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
