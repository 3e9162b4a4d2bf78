import * as z from 'zod/mini';
import { checkableSteps, guideLacks, guideSteps } from '../../domain/setup-guide.ts';
import { nothing } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

const named = z.object({ name: z.string(), nameAr: z.nullable(z.string()) });
const trialWays = ['email', 'sms', 'whatsapp'] as const;
const trialWay = z.enum(trialWays);

export const guideSchema = z.object({
  steps: z.array(
    z.object({
      step: z.enum(guideSteps),
      done: z.boolean(),
      lacks: z.array(z.object({ lack: z.enum(guideLacks), of: z.array(named), n: z.int() })),
    }),
  ),
  clinic: named,
  branches: z.array(named),
  services: z.int(),
  doctors: z.array(named),
  /** Channels that can deliver messages. */
  connected: z.array(trialWay),
  /** Addresses at which messages of the clinic would reach the user. */
  reached: z.array(z.object({ channel: trialWay, address: z.string() })),
  /** The last test message that the user sent to herself, and its state. */
  trial: z.nullable(
    z.object({
      channel: trialWay,
      state: z.enum(['queued', 'sent', 'kept', 'failed', 'dead', 'skipped']),
    }),
  ),
  /** Address of the booking page. */
  bookAt: z.string(),
  /** The site is reachable only from this machine, not from a phone. */
  onlyHere: z.boolean(),
  /** Patients can book online. */
  bookingOpen: z.boolean(),
});
export type Guide = z.output<typeof guideSchema>;

export const getGuide = endpoint({
  method: 'GET',
  path: '/api/guide',
  shows: [
    'settings',
    'locations',
    'schedules',
    'services',
    'staff',
    'users',
    'homepage',
    'imports',
    'appointments',
  ],
  access: ['admin'],
  summary: 'Lists the steps of setting up the clinic and whether each is done',
  reply: guideSchema,
});
export const putGuide = endpoint({
  method: 'PUT',
  path: '/api/guide',
  changes: ['settings'],
  access: ['admin'],
  summary: 'Hides the setup guide, marks a step as done, or opens or closes online booking',
  body: z.object({
    away: z.optional(z.boolean()),
    checked: z.optional(z.enum(checkableSteps)),
    bookingOpen: z.optional(z.boolean()),
  }),
  reply: nothing,
  status: 204,
});
export const tryMessage = endpoint({
  method: 'POST',
  path: '/api/guide/message',
  changes: ['settings', 'logs'],
  access: ['admin'],
  summary: 'Sends a test message to the user on one of her channels',
  body: z.object({ channel: trialWay }),
  reply: nothing,
  status: 204,
  errors: ['no_address', 'rate_limited'],
});
