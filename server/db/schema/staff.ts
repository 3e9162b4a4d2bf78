import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { Gender, SpokenLanguage } from '#shared/domain/people/doctor-name.ts';
import { daterange, instant } from './columns.ts';
import { locations } from './locations.ts';
import { uploads } from './uploads.ts';
import { users } from './users.ts';

export const staff = pgTable('staff', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  title: text('title').notNull().default(''),
  titleAr: text('title_ar'),
  nameAr: text('name_ar'),
  gender: text('gender').$type<Gender>(),
  speciality: text('speciality').notNull().default(''),
  specialityAr: text('speciality_ar'),
  /** The branch that the user chose last. */
  homeLocationId: integer('home_location_id').references(() => locations.id, { onDelete: 'set null' }),
  /** Of a doctor: her screens show only her own appointments. */
  onlyMine: boolean('only_mine').notNull().default(false),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  /** The doctor has a page on the public site. */
  onSite: boolean('on_site').notNull().default(false),
  /** Languages for talking with patients. */
  languages: text('languages').array().$type<SpokenLanguage[]>().notNull().default([]),
  about: text('about').notNull().default(''),
  aboutAr: text('about_ar'),
  photoId: text('photo_id').references(() => uploads.id),
});

const staffAndLocationColumns = () => ({
  userId: integer('user_id')
    .notNull()
    .references(() => staff.userId),
  locationId: integer('location_id')
    .notNull()
    .references(() => locations.id),
});

export const staffLocations = pgTable(
  'staff_locations',
  {
    ...staffAndLocationColumns(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.locationId] })],
);

/** Duties: minutes of a weekday (0 is Sunday), within a range of days such as '[2026-01-01,2026-02-01)'. */
export const duties = pgTable('duties', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  ...staffAndLocationColumns(),
  weekday: smallint('weekday').notNull(),
  starts: smallint('starts').notNull(),
  ends: smallint('ends').notNull(),
  valid: daterange('valid').notNull().default('[,)'),
});

/** Saved filters of the list of appointments. */
export const savedFilters = pgTable('saved_filters', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  filters: jsonb('filters').$type<Readonly<Record<string, unknown>>>().notNull(),
});

/** The profile of a member of staff without a row: the defaults of the columns. */
export const emptyProfile = {
  nameAr: null,
  gender: null,
  title: '',
  titleAr: null,
  speciality: '',
  specialityAr: null,
  onSite: false,
  languages: [],
  about: '',
  aboutAr: null,
  photoId: null,
} satisfies Partial<typeof staff.$inferSelect>;
