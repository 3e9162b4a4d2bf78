import * as z from 'zod/mini';
import { isRealDate, parseDayTime } from './domain/clinic-time.ts';
import { langs } from './domain/languages.ts';
import { nameLine, visibleIn } from './domain/people/name-text.ts';
import { type Role, roles } from './domain/people/roles.ts';
import { allStatuses } from './domain/visits/appointment-status.ts';
import { allStages } from './domain/visits/visit-stage.ts';

/**
 * The pieces endpoints are made of. Messages are catalogue keys; the reader's language is chosen where they
 * are shown.
 */

/** One line that names somebody or something: trimmed, inner space folded, direction controls removed. */
export const nameText = (max: number, min = 1, message = 'validation.required') =>
  z.pipe(
    z.pipe(z.string(), z.transform(nameLine)),
    z.string().check(z.minLength(min, message), z.maxLength(max, 'validation.tooLong')),
  );

/** The name of a person: at least one letter or digit that can be seen and called out. */
export const personName = (min = 1, message = 'validation.required') =>
  nameText(200, min, message).check(
    z.refine((name: string) => /[\p{L}\p{N}]/u.test(visibleIn(name)), 'validation.nameUnseen'),
  );

/** Free text of several lines, trimmed. */
export const longText = (max: number, min = 0, message = 'validation.required') =>
  z.string().check(z.trim(), z.minLength(min, message), z.maxLength(max, 'validation.tooLong'));

/** A language people read the clinic in. */
export const langSchema = z.enum(langs);

/** An id in an address: digits only, so that `1e3` and `0x1` are no ids. */
export const idParam = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'validation.id')),
  z.transform((s: string) => Number(s)),
);
export const idParams = z.object({ id: idParam });
/** The largest number that the database holds in a column of numbers. */
const largest = 2_147_483_647;
export const id = z.int('validation.id').check(z.positive('validation.id'), z.lte(largest, 'validation.id'));
/** As which somebody saw what she changes. */
export const version = z.int().check(z.gte(0), z.lte(largest));

/**
 * A day with whole years around it, so that its week, its month and the days beside it are days of ours too.
 */
const hasRoom = (date: string): boolean => isRealDate(date) && date >= '1901-' && date < '2199-';
/** A day that is not there is asked for; only one that is there can be written wrongly. */
export const isoDate = z
  .string({ error: ({ input }) => (input == null ? 'validation.selectDate' : 'validation.date') })
  .check(
    z.minLength(1, { error: 'validation.selectDate', abort: true }),
    z.refine(hasRoom, 'validation.date'),
  );
export const month = z
  .string('validation.date')
  .check(z.refine((s) => hasRoom(`${s}-01`), 'validation.date'));

/**
 * A time of a day of the clinic's (`HH:MM`, `HH:MM:SS` or `h:mm AM/PM`, read as `HH:MM:SS`), which ends at
 * 3 AM of the next date: after midnight it counts on, so that `24:30:00` of the 18th is half past midnight of
 * the night that follows it. A date and a time of the calendar (the 19th, `00:30`) mean the same moment and
 * are understood; answers always have the former.
 */
export const dayTime = z.pipe(
  z.string('validation.time').check(z.refine((s) => parseDayTime(s) !== null, 'validation.time')),
  z.transform((s: string) => parseDayTime(s) as string),
);

/** A time of the clinic's clock, 'HH:MM'. */
const clockText = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'validation.timeFormat'));

export const instant = z.string();
export const email = z
  .string()
  .check(z.trim(), z.maxLength(254, 'validation.tooLong'), z.email('validation.email'));
export const optionalEmail = z.optional(z.nullable(z.union([z.literal(''), email], 'validation.email')));
export const phoneText = z
  .string()
  .check(z.trim(), z.minLength(10, 'validation.phone'), z.maxLength(30, 'validation.phone'));
export const optionalPhone = z.optional(z.nullable(z.union([z.literal(''), phoneText], 'validation.phone')));
/** When somebody's phone may ring, as she said it; null where she said nothing. */
export const reachSchema = z.nullable(
  z.object({
    calls: z.boolean(),
    hours: z.nullable(
      z
        .object({ from: clockText, to: clockText })
        .check(z.refine(({ from, to }) => from !== to, 'validation.invalid')),
    ),
  }),
);
/** Where staff reach a patient, and when. */
export const reachedAt = { phone: z.nullable(z.string()), reach: reachSchema };
export const username = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'validation.usernameShort'),
    z.maxLength(60, 'validation.tooLong'),
    z.regex(/^[^\s|@\p{C}]+$/u, 'validation.usernameShape'),
  );
export const anyUsername = z
  .string()
  .check(z.trim(), z.minLength(3, 'validation.usernameShort'), z.maxLength(254, 'validation.tooLong'));
export const password = z
  .string()
  .check(z.minLength(6, 'validation.passwordShort'), z.maxLength(128, 'validation.tooLong'));

/** Whole numbers in an address's query. */
const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, 'validation.number')),
      z.transform((s: string) => Number(s)),
    ),
    z.number().check(z.gte(min, 'validation.number'), z.lte(max, 'validation.number')),
  );

/**
 * What every list takes: `limit` rows (1-500), from where `cursor` points. The answer's `Link` header carries
 * the next cursor.
 */
export const listQuery = {
  limit: z.optional(wholeNumber(1, 500)),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  q: z.optional(z.string().check(z.maxLength(200, 'validation.tooLong'))),
};

/** Of a list that goes on page by page. */
export const pageQuery = { limit: listQuery.limit, cursor: listQuery.cursor };

/** The token of a link, which proves itself: 22 letters in messages about visits, 43 elsewhere. */
export const tokenParams = z.object({
  token: z.string().check(z.regex(/^(?:[\w-]{22}|[\w-]{43})$/, 'validation.invalid')),
});

export const roleSchema = z.enum(Object.keys(roles) as [Role, ...Role[]]);
export const statusSchema = z.enum(allStatuses);
export const stageSchema = z.enum(allStages);
export const nothing = z.null();
export const uploadUrl = z
  .string()
  .check(z.regex(/^\/uploads\/[0-9a-f]{64}\.webp$/, 'validation.imageAddress'));
