import * as z from 'zod/mini';
import { staffRoles } from '../domain/people/roles.ts';
import {
  id,
  idParams,
  instant,
  langSchema,
  listQuery,
  longText,
  personName,
  reachSchema,
} from '../fields.ts';
import { endpoint } from './endpoint.ts';

export const contactStateSchema = z.enum(['new', 'read', 'answered', 'closed']);
export const contactMessageSchema = z.object({
  id,
  name: z.string(),
  /** Null if the message came from a phone. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Hours in which the phone may ring, if the sender is a known patient. */
  reach: reachSchema,
  /** Channel by which the message came, and by which the answer is sent. */
  way: z.enum(['form', 'sms', 'whatsapp']),
  patientId: z.nullable(id),
  locationId: z.nullable(id),
  message: z.string(),
  locale: langSchema,
  state: contactStateSchema,
  /** All answers, the oldest first; null: none. */
  answer: z.nullable(z.string()),
  answeredBy: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
});
export type ContactMessage = z.output<typeof contactMessageSchema>;

/** Maximum length of an answer by text message in English; Arabic answers must be shorter (`fitsText`). */
export const maxTextAnswerLength = 280;

export const contactBody = z.object({
  name: personName(2, 'validation.nameShort'),
  email: z
    .string()
    .check(z.trim(), z.maxLength(254, 'validation.tooLong'), z.email('validation.emailAddress')),
  message: longText(5000, 10, 'validation.messageShort'),
  /** Honeypot, invisible to people: a message that fills it is acknowledged and dropped. */
  website: z.optional(z.string().check(z.maxLength(500))),
});
export const createContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact-messages',
  changes: ['contact-messages'],
  access: 'public',
  summary: 'Sends a message to the clinic',
  body: contactBody,
  reply: z.object({ message: z.string() }),
  status: 201,
  errors: ['rate_limited'],
});
export const ownMessageBody = z.object({ message: longText(5000, 10, 'validation.messageShort') });
export const sendOwnMessage = endpoint({
  method: 'POST',
  path: '/api/contact-messages/own',
  changes: ['contact-messages'],
  access: ['patient', 'user'],
  lock: 'visits',
  summary: 'Sends a message of a signed-in patient, with the name and address of her account',
  body: ownMessageBody,
  reply: z.object({ message: z.string() }),
  status: 201,
  errors: ['no_address', 'rate_limited'],
});
export const listContactMessages = endpoint({
  method: 'GET',
  path: '/api/contact-messages',
  shows: ['contact-messages'],
  access: staffRoles,
  summary:
    'Lists the messages to the clinic, newest first. Receptionists see replies to text messages by patients of their branches',
  query: z.object({ ...listQuery, state: z.optional(contactStateSchema) }),
  reply: z.array(contactMessageSchema),
});
export const changeContactMessage = endpoint({
  method: 'PATCH',
  path: '/api/contact-messages/:id',
  changes: ['contact-messages'],
  access: staffRoles,
  summary: 'Marks a message as read, closed or new',
  params: idParams,
  body: z.object({ state: z.enum(['new', 'read', 'closed']) }),
  reply: contactMessageSchema,
});
export const answerContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact-messages/:id/answer',
  changes: ['contact-messages'],
  access: staffRoles,
  summary: 'Answers a message on its channel: by e-mail or by a short text message',
  params: idParams,
  body: z.object({
    answer: longText(5000, 2),
    /** The earlier answers that the writer saw; refused with `stale` if somebody else has answered since. */
    seen: z.optional(z.nullable(z.string())),
  }),
  reply: contactMessageSchema,
  errors: ['stale'],
});
