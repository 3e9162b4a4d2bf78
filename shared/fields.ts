import * as z from 'zod/mini';
import { isRealDate, parseDayTime } from './domain/clinic-time.ts';
import { langs } from './domain/languages.ts';
import { nameLine, visibleIn } from './domain/people/name-text.ts';
import { type Role, roles } from './domain/people/roles.ts';
import { allStatuses } from './domain/visits/appointment-status.ts';
import { allStages } from './domain/visits/visit-stage.ts';

/** Schemas shared by endpoints. Messages are catalogue keys; they are translated where they are shown. */

/** A name on one line: trimmed, inner spaces collapsed, direction controls removed. */
export const nameText = (max: number, min = 1, message = 'validation.required') =>
  z.pipe(
    z.pipe(z.string(), z.transform(nameLine)),
    z.string().check(z.minLength(min, message), z.maxLength(max, 'validation.tooLong')),
  );

/** Name of a person: at least one visible letter or digit. */
export const personName = (min = 1, message = 'validation.required') =>
  nameText(200, min, message).check(
    z.refine((name: string) => /[\p{L}\p{N}]/u.test(visibleIn(name)), 'validation.nameUnseen'),
  );

/** Text with several lines, trimmed. */
export const longText = (max: number, min = 0, message = 'validation.required') =>
  z.string().check(z.trim(), z.minLength(min, message), z.maxLength(max, 'validation.tooLong'));

export const langSchema = z.enum(langs);

/** An id in a path or query: digits only, so `1e3` and `0x1` are rejected. */
export const idParam = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'validation.id')),
  z.transform((s: string) => Number(s)),
);
export const idParams = z.object({ id: idParam });
/** The largest integer that the database can store. */
const largest = 2_147_483_647;
export const id = z.int('validation.id').check(z.positive('validation.id'), z.lte(largest, 'validation.id'));
/** Version of a resource that the client has seen. */
export const version = z.int().check(z.gte(0), z.lte(largest));

/**
 * Requires a full year of supported dates on both sides, so that week, month and neighbouring days are
 * supported too.
 */
const isSupportedDate = (date: string): boolean => isRealDate(date) && date >= '1901-' && date < '2199-';
/** A missing date and an invalid date have different messages. */
export const isoDate = z
  .string({ error: ({ input }) => (input == null ? 'validation.selectDate' : 'validation.date') })
  .check(
    z.minLength(1, { error: 'validation.selectDate', abort: true }),
    z.refine(isSupportedDate, 'validation.date'),
  );
export const month = z
  .string('validation.date')
  .check(z.refine((s) => isSupportedDate(`${s}-01`), 'validation.date'));

/**
 * A time of a clinic day (`HH:MM`, `HH:MM:SS` or `h:mm AM/PM`, parsed to `HH:MM:SS`). A clinic day ends at 3
 * AM of the next date, and times after midnight count on: `24:30:00` of the 18th is 00:30 in the following
 * night. Requests may also use the calendar form (the 19th, `00:30`); replies always use the first form.
 */
export const dayTime = z.pipe(
  z.string('validation.time').check(z.refine((s) => parseDayTime(s) !== null, 'validation.time')),
  z.transform((s: string) => parseDayTime(s) as string),
);

/** A time on the clinic's clock, 'HH:MM'. */
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
/** Whether and when a person's phone may ring; null: she gave no answer. */
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
/** A patient's phone, and when staff may use it. */
export const reachFields = { phone: z.nullable(z.string()), reach: reachSchema };
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

/** Integers in a query. */
const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, 'validation.number')),
      z.transform((s: string) => Number(s)),
    ),
    z.number().check(z.gte(min, 'validation.number'), z.lte(max, 'validation.number')),
  );

/**
 * Query of every list: `limit` rows (1-500), from `cursor`. The `Link` header of the reply contains the next
 * cursor.
 */
export const listQuery = {
  limit: z.optional(wholeNumber(1, 500)),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  q: z.optional(z.string().check(z.maxLength(200, 'validation.tooLong'))),
};

/** Query of a list that has only pages. */
export const pageQuery = { limit: listQuery.limit, cursor: listQuery.cursor };

/**
 * Token of a link, which is its own proof of access: 22 characters in messages about appointments, 43
 * elsewhere.
 */
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
