import * as z from 'zod/mini';
import { relations } from '../../domain/people/family.ts';
import { isEasyPin } from '../../domain/people/password-rules.ts';
import { westernDigits } from '../../domain/people/phone-text.ts';
import { allRoles } from '../../domain/people/roles.ts';
import { id, idParam, idParams, instant, langSchema, listQuery, nothing } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* Privacy controls of a patient: who opened her file, and the lock of her appointments on her phone. */

const openingSchema = z.object({
  /** Date on the clinic's clock. */
  day: z.string(),
  /** Null for the clinic's owner, who is never named, and for deleted users. */
  name: z.nullable(z.string()),
  nameAr: z.nullable(z.string()),
  /** Role of the user on that day; for a program, `name` is the name of its API key. */
  role: z.enum([...allRoles, 'program']),
  /** If a guardian opened the file: what the patient is to the guardian. */
  relation: z.nullable(z.enum(relations)),
  /** Whether the viewer opened it herself, as the guardian. */
  own: z.boolean(),
  /** Whether clinical notes were opened. */
  notes: z.boolean(),
});
export type Opening = z.output<typeof openingSchema>;

export const listOpenings = endpoint({
  method: 'GET',
  path: '/api/privacy/:id/openings',
  lock: 'visits',
  shows: [],
  access: 'signed-in',
  summary:
    "Lists who opened a patient's file, once a day for each person or program, newest first. For the patient, and for her guardian while she has no account",
  params: idParams,
  query: z.object(listQuery),
  reply: z.array(openingSchema),
  errors: ['not_found'],
});

/** Western, Arabic or Persian digits. */
const pin = z.string().check(
  z.overwrite((typed) => westernDigits(typed).trim()),
  z.regex(/^\d{4,8}$/, 'validation.pin'),
  z.refine((digits) => !isEasyPin(digits), 'validation.pinEasy'),
);
const ownPrivacyEndpoint = { access: 'signed-in', params: idParams, reply: nothing } as const;
export const lockBody = z.object({ pin });
export const lockVisits = endpoint({
  ...ownPrivacyEndpoint,
  status: 204,
  changes: [],
  method: 'PUT',
  path: '/api/privacy/:id/lock',
  lock: 'visits',
  summary:
    "Locks the user's appointments with a number, or changes the number. Without a number, a passkey used within the last two minutes is required. This session stays unlocked for ten minutes of use",
  body: z.partial(lockBody),
  errors: ['proof_needed'],
});
export const unlockVisits = endpoint({
  ...ownPrivacyEndpoint,
  status: 204,
  changes: [],
  method: 'POST',
  path: '/api/privacy/:id/unlock',
  summary:
    'Unlocks the appointments in this session with the number, or with a password or passkey used within the last two minutes',
  body: z.object({ pin: z.optional(z.string().check(z.maxLength(20))) }),
  errors: ['wrong_pin', 'proof_needed', 'rate_limited'],
});
export const shutVisits = endpoint({
  ...ownPrivacyEndpoint,
  status: 204,
  changes: [],
  method: 'POST',
  path: '/api/privacy/:id/shut',
  summary: 'Locks the appointments again in this session',
});
export const endLock = endpoint({
  ...ownPrivacyEndpoint,
  status: 204,
  changes: [],
  method: 'DELETE',
  path: '/api/privacy/:id/lock',
  lock: 'visits',
  summary: "Removes the lock from the user's appointments",
});

/* Consents of a patient to the privacy notice: version, time and withdrawal. */

const wordsSchema = z.object({
  lang: langSchema,
  title: z.string(),
  sections: z.array(z.object({ heading: z.string(), body: z.string() })),
});
/** Version 0 is the default notice, before an admin saved another. */
const version = z.int().check(z.gte(0, 'validation.number'), z.lte(2_147_483_647, 'validation.number'));
const noticeSchema = z.extend(wordsSchema, { version });
export type PrivacyNotice = z.output<typeof noticeSchema>;

const consentSchema = z.object({
  /** `asked`: the notice changed in substance after the patient agreed, or it was never shown to her. */
  state: z.enum(['none', 'given', 'asked', 'withdrawn']),
  /**
   * Language of the patient's messages; also the default language in which the desk reads the notice aloud.
   */
  lang: langSchema,
  /** Newest first. */
  said: z.array(
    z.object({
      id,
      version,
      lang: langSchema,
      givenAt: instant,
      atDesk: z.boolean(),
      /** Whether the patient acted herself. Otherwise `by` names the user; null if deleted or never named. */
      own: z.boolean(),
      by: z.nullable(z.string()),
      byAr: z.nullable(z.string()),
      withdrawnAt: z.nullable(instant),
    }),
  ),
});
export type Consent = z.output<typeof consentSchema>;

export const readNotice = endpoint({
  method: 'GET',
  path: '/api/privacy/notice',
  shows: ['homepage'],
  access: 'public',
  summary: 'Returns the privacy notice and its version in the language of the request or another one',
  query: z.object({ lang: z.optional(langSchema) }),
  reply: noticeSchema,
});
const consent = { params: idParams, access: 'signed-in', reply: consentSchema } as const;
export const openConsent = endpoint({
  ...consent,
  method: 'GET',
  path: '/api/privacy/:id/consents',
  shows: ['users', 'homepage'],
  summary:
    "Lists a patient's consents. As below: for the patient, for her guardian while she has no account, and for staff",
});
export const giveConsent = endpoint({
  ...consent,
  method: 'POST',
  path: '/api/privacy/:id/consents',
  changes: ['users'],
  summary:
    'Records consent to the current notice with the text that was shown; staff record it for the patient',
  body: z.object({ version, lang: langSchema }),
  errors: ['stale'],
});
export const withdrawConsent = endpoint({
  ...consent,
  method: 'DELETE',
  path: '/api/privacy/:id/consents',
  changes: ['users'],
  summary:
    "Withdraws the patient's consent. Her appointments stay, and she cannot book online until she consents again",
});
export const readConsent = endpoint({
  method: 'GET',
  path: '/api/privacy/:id/consents/:consentId',
  shows: [],
  access: 'signed-in',
  summary: 'Returns the text to which the patient consented',
  params: z.object({ id: idParam, consentId: idParam }),
  reply: wordsSchema,
});
export const askAnew = endpoint({
  method: 'POST',
  path: '/api/privacy/notice/:version/ask',
  changes: ['homepage'],
  access: ['admin'],
  proof: 'recent',
  summary: 'Marks the newest version as an essential change: every patient is asked for consent again',
  params: z.object({ version: idParam }),
  reply: nothing,
  status: 204,
  errors: ['stale'],
});
