import * as z from 'zod/mini';
import { beyondTheDesk } from '../domain/people/roles.ts';
import { id, idParams, instant, listQuery, longText, nameText } from '../fields.ts';
import { endpoint } from './endpoint.ts';

export const contactStateSchema = z.enum(['new', 'read', 'answered', 'closed']);
export const contactMessageSchema = z.object({
  id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  locale: z.enum(['en', 'ar']),
  state: contactStateSchema,
  answer: z.nullable(z.string()),
  answeredBy: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
});
export type ContactMessage = z.output<typeof contactMessageSchema>;

export const contactBody = z.object({
  name: nameText(200, 2, 'validation.nameShort'),
  email: z
    .string()
    .check(z.trim(), z.maxLength(254, 'validation.tooLong'), z.email('validation.emailAddress')),
  message: longText(5000, 10, 'validation.messageShort'),
  /** A field no person sees; a message that fills it is thanked for and dropped. */
  website: z.optional(z.string().check(z.maxLength(500))),
});
export const createContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact-messages',
  changes: ['contact-messages'],
  access: 'public',
  summary: 'A message to the clinic',
  body: contactBody,
  reply: z.object({ message: z.string() }),
  status: 201,
  errors: ['rate_limited'],
});
export const listContactMessages = endpoint({
  method: 'GET',
  path: '/api/contact-messages',
  shows: ['contact-messages'],
  urgency: 'last',
  access: beyondTheDesk,
  summary: 'The inbox, newest first',
  query: z.object({ ...listQuery, state: z.optional(contactStateSchema) }),
  reply: z.array(contactMessageSchema),
});
export const changeContactMessage = endpoint({
  method: 'PATCH',
  path: '/api/contact-messages/:id',
  changes: ['contact-messages'],
  access: beyondTheDesk,
  summary: 'Marks as read, closed or new again',
  params: idParams,
  body: z.object({ state: z.enum(['new', 'read', 'closed']) }),
  reply: contactMessageSchema,
});
export const answerContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact-messages/:id/answer',
  changes: ['contact-messages'],
  access: beyondTheDesk,
  summary: 'Answers by e-mail',
  params: idParams,
  body: z.object({ answer: longText(5000, 2) }),
  reply: contactMessageSchema,
});
