import * as z from 'zod/mini';
import { callActs, callWordsLength } from '../../domain/messages/calls.ts';
import type { Role } from '../../domain/people/roles.ts';
import { id, instant, longText, pageQuery, reachedAt } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* Whom somebody has to call, and what came of it. */

/** What came of calling somebody. */
export const callSchema = z.object({
  triedAt: z.nullable(instant),
  calledAt: z.nullable(instant),
  /** Who called; null once that account is deleted. */
  calledBy: z.nullable(z.string()),
  /** What she said. */
  said: z.nullable(z.string()),
});
export type Call = z.output<typeof callSchema>;

/** What she said; with `called`. */
export const saidSchema = z.optional(longText(callWordsLength, 1));

/** What she is called about: a message to many that did not reach her, or an offer that she answered so. */
export const callAbouts = ['notice', 'offer'] as const;
export type CallAbout = (typeof callAbouts)[number];

const calleeSchema = z.extend(callSchema, {
  about: z.enum(callAbouts),
  /** Of the row that says so: two of different matters may have the same. */
  id,
  patient: z.object({ id, name: z.string(), ...reachedAt }),
  /** Her visit that it was about, as it was; of an offer the time that was offered. */
  appointmentId: z.nullable(id),
  locationId: id,
  appointmentDate: z.string(),
  appointmentTime: z.string(),
  /** What was written, as she would have read it; nothing of an offer. */
  words: z.string(),
  /** When it was written, or when she asked to be called. */
  sentAt: instant,
  sentBy: z.nullable(z.string()),
});
export type Callee = z.output<typeof calleeSchema>;

/** Whom somebody has to call, and who was called. */
export const callParts = ['open', 'called'] as const;
export type CallPart = (typeof callParts)[number];

const callers = ['receptionist', 'admin'] as const satisfies readonly Role[];
export const listCalls = endpoint({
  method: 'GET',
  path: '/api/calls',
  shows: ['notifications', 'appointments', 'offers', 'users'],
  access: callers,
  summary:
    'Whom a message to many did not reach, and who asked for a call about an offer, the soonest first; then who was called in a week; or either part',
  query: z.object({ ...pageQuery, which: z.optional(z.enum(callParts)) }),
  reply: z.array(calleeSchema),
});
export const actOnCalls = endpoint({
  method: 'POST',
  path: '/api/calls/acts',
  changes: ['notifications', 'offers'],
  access: callers,
  summary: 'Notes that they were called and what was said, that they are tried later, or takes a call back',
  body: z.object({
    act: z.enum(callActs),
    about: z.enum(callAbouts),
    calls: z.array(id).check(z.minLength(1, 'validation.required'), z.maxLength(500, 'validation.tooMany')),
    said: saidSchema,
  }),
  reply: z.object({
    /** How many it was done for. */
    done: z.int(),
    /** For whom not: somebody else was first, or there is nothing left to call for. */
    left: z.array(id),
  }),
});
