import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';
import { locations } from './locations.ts';
import { users } from './users.ts';

/** Links of waiting-room screens; only their hashes are kept. */
export const screens = pgTable('screens', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  locationId: integer('location_id')
    .notNull()
    .references(() => locations.id, { onDelete: 'cascade' }),
  /** A screen of the waiting room, or a printed poster for checking in. */
  kind: text('kind').$type<'screen' | 'poster'>().notNull().default('screen'),
  tokenHash: bytea('token_hash').notNull(),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  seenAt: instant('seen_at'),
  revokedAt: instant('revoked_at'),
});
