import * as z from 'zod/mini';
import { relations } from '../../domain/people/family.ts';
import { isEasyPin } from '../../domain/people/password-rules.ts';
import { westernDigits } from '../../domain/people/phone-text.ts';
import { everyone } from '../../domain/people/roles.ts';
import { idParams, listQuery, nothing } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* What a patient has in her own hand: who looked at what is hers, and who sees it on her phone. */

const openingSchema = z.object({
  /** The clinic's day. */
  day: z.string(),
  /** Null of the clinic's owner, whom nobody is shown by name, and of who is deleted since. */
  name: z.nullable(z.string()),
  nameAr: z.nullable(z.string()),
  /** As she worked here on that day; of a program, `name` is what its key is called. */
  role: z.enum([...everyone, 'program']),
  /** Of somebody who looks after her: what the patient is to that one. */
  relation: z.nullable(z.enum(relations)),
  /** Whether the one who asks did it herself: who looks after her. */
  own: z.boolean(),
  /** With what doctors wrote. */
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
    'Who opened a patient’s file: each person or program once a day, the last days first. For herself, and for who looks after her while she has no account',
  params: idParams,
  query: z.object(listQuery),
  reply: z.array(openingSchema),
  errors: ['not_found'],
});

/** Digits of either script. */
const pin = z.string().check(
  z.overwrite((typed) => westernDigits(typed).trim()),
  z.regex(/^\d{4,8}$/, 'validation.pin'),
  z.refine((digits) => !isEasyPin(digits), 'validation.pinEasy'),
);
const own = { access: 'signed-in', params: idParams, reply: nothing } as const;
export const lockBody = z.object({ pin });
export const lockVisits = endpoint({
  ...own,
  status: 204,
  changes: [],
  method: 'PUT',
  path: '/api/privacy/:id/lock',
  lock: 'visits',
  summary:
    'Locks one’s own visits by a number, or by another one; open in this session for ten minutes of use',
  body: lockBody,
});
export const unlockVisits = endpoint({
  ...own,
  status: 204,
  changes: [],
  method: 'POST',
  path: '/api/privacy/:id/unlock',
  summary: 'Opens them in this session: by the number or, without one, by a proof of the last two minutes',
  body: z.object({ pin: z.optional(z.string().check(z.maxLength(20))) }),
  errors: ['wrong_pin', 'proof_needed', 'rate_limited'],
});
export const shutVisits = endpoint({
  ...own,
  status: 204,
  changes: [],
  method: 'POST',
  path: '/api/privacy/:id/shut',
  summary: 'Shuts them in this session, before it would do so by itself',
});
export const endLock = endpoint({
  ...own,
  status: 204,
  changes: [],
  method: 'DELETE',
  path: '/api/privacy/:id/lock',
  lock: 'visits',
  summary: 'No lock any more',
});
