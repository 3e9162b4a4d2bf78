import * as z from 'zod/mini';
import { allNoticeTemplates, noticeWordsLength } from '../../domain/messages/notices.ts';
import type { Role } from '../../domain/people/roles.ts';
import { openStatuses, reachFilters } from '../../domain/visits/appointment-status.ts';
import { id, instant, isoDate, longText, phoneText, reachFields } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* Notices that staff write to the patients of a day or of a filtered list. */

const audience = z.object({
  locationId: z.optional(id),
  doctorId: z.optional(id),
  /** Absent: all future appointments. */
  status: z.optional(z.enum(openStatuses as [string, ...string[]])),
  from: z.optional(isoDate),
  to: z.optional(isoDate),
  q: z.optional(longText(200)),
  reach: z.optional(z.enum(reachFilters)),
  like: z.optional(id),
});
const notice = z.object({
  /** Filters of the future appointments whose patients get the notice. */
  audience,
  template: z.enum(allNoticeTemplates),
  minutes: z.optional(
    z.int('validation.number').check(z.gte(5, 'validation.number'), z.lte(240, 'validation.number')),
  ),
  phone: z.optional(phoneText),
  /** In both languages: each patient gets her own. */
  words: z.optional(longText(noticeWordsLength.en, 1)),
  wordsAr: z.optional(longText(noticeWordsLength.ar, 1)),
});
export type Notice = z.output<typeof notice>;

const asRead = z.object({ subject: z.string(), text: z.string(), sms: z.string() });
const previewSchema = z.object({
  people: z.int(),
  visits: z.int(),
  /** Number of patients per channel; a patient counts once in each channel. */
  ways: z.object({ email: z.int(), sms: z.int(), whatsapp: z.int(), push: z.int() }),
  /** Patients whom no message can reach: staff have to call. */
  unreached: z.array(z.object({ id, name: z.string(), ...reachFields })),
  /** Number of text messages that the gateway bills; a long text counts as several. */
  parts: z.int(),
  /** Messages delayed until quiet hours end: number of patients, and the time. */
  later: z.nullable(z.object({ people: z.int(), at: instant })),
  /** The message as one of the patients will read it. */
  sample: z.nullable(z.object({ name: z.string(), en: asRead, ar: asRead })),
});
export type NoticePreview = z.output<typeof previewSchema>;

const noticeRoles = ['receptionist', 'admin'] as const satisfies readonly Role[];
export const previewNotice = endpoint({
  method: 'POST',
  path: '/api/notices/preview',
  changes: [],
  access: noticeRoles,
  summary: 'Returns the recipients, text, channels and cost of a notice without sending it',
  body: notice,
  reply: previewSchema,
  errors: ['too_many', 'not_your_branch'],
});
export const sendNotice = endpoint({
  method: 'POST',
  path: '/api/notices',
  changes: ['notifications'],
  access: noticeRoles,
  summary:
    'Sends a notice once to each recipient. Rejected if there are more recipients than `expected`. Requires an Idempotency-Key header',
  body: z.extend(notice, { expected: z.int() }),
  reply: z.object({
    id,
    people: z.int(),
    /** Of these, patients whom no message can reach: they are on the call list. */
    toCall: z.int(),
  }),
  status: 201,
  errors: ['too_many', 'not_your_branch', 'notice_grew', 'notice_empty', 'idempotency_key_reused'],
});
