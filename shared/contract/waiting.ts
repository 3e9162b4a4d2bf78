import * as z from 'zod/mini';
import { staffRoles } from '../domain/people/roles.ts';
import { endpoint } from './endpoint.ts';

/** What waits for somebody of the clinic; from `mostWaiting` on nothing is counted further. */
export const mostWaiting = 1000;
export const waitingSchema = z.object({
  /** Visits to come that nobody has confirmed. */
  pending: z.int(),
  /** Visits to come whose patient no message reaches: somebody has to call her. */
  unreachable: z.int(),
  /** Messages in her inbox that nobody has opened. */
  messages: z.int(),
});
export type Waiting = z.output<typeof waitingSchema>;
export const getWaiting = endpoint({
  method: 'GET',
  path: '/api/waiting',
  shows: ['appointments', 'contact-messages', 'users'],
  urgency: 'last',
  access: staffRoles,
  summary: 'How much waits for somebody: visits to confirm, patients to call, messages to read',
  reply: waitingSchema,
});
