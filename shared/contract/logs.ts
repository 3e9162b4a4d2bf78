import * as z from 'zod/mini';
import { id, idParam, instant, isoDate, listQuery, nothing } from '../fields.ts';
import { endpoint } from './endpoint.ts';

export const messageLogTypes = ['info', 'warning', 'error', 'success', 'toast'] as const;
export const interactionTypes = [
  'button_click',
  'form_submit',
  'form_validation_error',
  'dropdown_select',
  'navigation',
  'modal_open',
  'modal_close',
  'api_request',
  'api_response',
  'api_error',
  'toast_shown',
  'popup_shown',
  'table_filter',
  'table_sort',
  'user_input',
  'authentication',
  'action_success',
  'action_failure',
  'data_loaded',
] as const;

const short = (max: number) => z.string().check(z.maxLength(max, 'validation.tooLong'));
const details = z.optional(z.nullable(z.unknown()));
const messageLogBody = z.object({
  type: z.enum(messageLogTypes),
  message: short(2000),
  details,
  timestamp: short(40),
});
export const createMessageLog = endpoint({
  method: 'POST',
  path: '/api/message-logs',
  changes: ['logs'],
  access: 'public',
  summary: "Saves one entry of the browser's message log",
  body: messageLogBody,
  reply: nothing,
  status: 204,
  errors: ['rate_limited', 'too_large'],
});
const interactionEntry = z.object({
  timestamp: short(40),
  type: z.enum(interactionTypes),
  page: z.optional(short(300)),
  /** Alias of `page`. */
  path: z.optional(short(300)),
  action: z.optional(short(300)),
  target: z.optional(z.nullable(short(300))),
  details,
});
export const createInteractions = endpoint({
  method: 'POST',
  path: '/api/user-interactions',
  changes: ['logs'],
  access: 'public',
  summary: 'Saves up to 50 entries of the interaction log, all or none',
  body: z.object({
    logs: z
      .array(interactionEntry)
      .check(z.minLength(1, 'validation.required'), z.maxLength(50, 'validation.tooMany')),
  }),
  reply: nothing,
  status: 204,
  errors: ['rate_limited', 'too_large'],
});

const reported = z.optional(z.nullable(short(2000)));
/** Report of a browser on a violation of the content security policy (CSP level 3, `report-uri`). */
export const createPolicyReport = endpoint({
  method: 'POST',
  path: '/api/policy-reports',
  changes: ['logs'],
  access: 'public',
  summary: "Saves a browser's report about the content security policy in the error log",
  body: z.object({
    'csp-report': z.object({
      'document-uri': reported,
      'effective-directive': reported,
      'violated-directive': reported,
      'blocked-uri': reported,
      'source-file': reported,
      'line-number': z.optional(z.nullable(z.int())),
    }),
  }),
  reply: nothing,
  status: 204,
  errors: ['rate_limited', 'too_large'],
});

export const messageStates = ['queued', 'sent', 'kept', 'failed', 'dead', 'skipped'] as const;
export const channels = ['app', 'email', 'sms', 'whatsapp', 'push'] as const;
const span = { from: z.optional(isoDate), to: z.optional(isoDate) };

export const sentMessageSchema = z.object({
  id: z.string(),
  channel: z.enum(channels),
  state: z.enum(messageStates),
  template: z.string(),
  recipient: z.nullable(z.string()),
  userId: z.nullable(id),
  address: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  /** Text of the message, while it is stored; codes and links only where the viewer may see them. */
  body: z.nullable(z.string()),
  /** It did not leave and is not out of date. */
  canSendAgain: z.boolean(),
  attempts: z.int(),
  error: z.nullable(z.string()),
  createdAt: instant,
  doneAt: z.nullable(instant),
});
export type SentMessage = z.output<typeof sentMessageSchema>;
export const listSentMessages = endpoint({
  method: 'GET',
  path: '/api/logs/messages',
  shows: ['logs'],
  access: ['admin'],
  summary: 'Lists sent, unsent and waiting messages, newest first',
  query: z.object({
    ...listQuery,
    ...span,
    state: z.optional(z.enum(messageStates)),
    channel: z.optional(z.enum(channels)),
  }),
  reply: z.array(sentMessageSchema),
});
export const resendMessage = endpoint({
  method: 'POST',
  path: '/api/logs/messages/:messageId/send-again',
  changes: ['logs'],
  access: ['admin'],
  summary: 'Queues a message again with the same deduplication key',
  params: z.object({ messageId: z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'validation.id')) }),
  reply: sentMessageSchema,
  errors: ['not_sendable'],
});

export const clientLogSchema = z.object({
  id: z.string(),
  at: instant,
  type: z.string(),
  userId: z.nullable(id),
  page: z.nullable(z.string()),
  text: z.string(),
  details: z.nullable(z.unknown()),
});
export type ClientLog = z.output<typeof clientLogSchema>;
const clientQuery = z.object({
  ...listQuery,
  ...span,
  type: z.optional(short(40)),
  userId: z.optional(idParam),
});
export const listClientLog = endpoint({
  method: 'GET',
  path: '/api/logs/client',
  shows: ['logs'],
  access: ['admin'],
  summary: "Lists the browsers' message log, newest first",
  query: clientQuery,
  reply: z.array(clientLogSchema),
});
export const listInteractions = endpoint({
  method: 'GET',
  path: '/api/logs/interactions',
  shows: ['logs'],
  access: ['admin'],
  summary: "Lists the browsers' interaction log, newest first",
  query: clientQuery,
  reply: z.array(clientLogSchema),
});
export const errorGroupSchema = z.object({
  fingerprint: z.string(),
  message: z.string(),
  count: z.int(),
  firstAt: instant,
  lastAt: instant,
  sample: z.nullable(z.unknown()),
});
export type ErrorGroup = z.output<typeof errorGroupSchema>;
export const listErrors = endpoint({
  method: 'GET',
  path: '/api/logs/errors',
  shows: ['logs'],
  access: ['admin'],
  summary: 'Lists errors grouped by cause, newest first',
  query: z.object(listQuery),
  reply: z.array(errorGroupSchema),
});
export const auditEntrySchema = z.object({
  id: z.string(),
  at: instant,
  actorId: z.nullable(id),
  actorName: z.nullable(z.string()),
  actorRole: z.string(),
  ip: z.nullable(z.string()),
  action: z.string(),
  subject: z.string(),
  subjectId: z.nullable(z.int()),
  /** Name of the subject, or the reference code of an appointment. */
  subjectName: z.nullable(z.string()),
  patientId: z.nullable(id),
  patientName: z.nullable(z.string()),
  patientReference: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/logs/audit',
  shows: ['logs'],
  access: ['admin'],
  summary: 'Lists the audit trail, newest first: who changed what, before and after',
  query: z.object({
    ...listQuery,
    ...span,
    actorId: z.optional(idParam),
    patientId: z.optional(idParam),
    action: z.optional(short(60)),
    subject: z.optional(short(40)),
  }),
  reply: z.array(auditEntrySchema),
});

/**
 * Problems of message delivery that need a person: late reminders, a stuck queue, a failing channel, a spent
 * limit of codes or of other texts, a failing webhook.
 */
export const alarmSchema = z.object({
  kind: z.enum(['late', 'stuck', 'failing', 'spent', 'textsSpent', 'webhook']),
  channel: z.nullable(z.enum(channels)),
  count: z.int(),
  since: z.nullable(instant),
});
export type Alarm = z.output<typeof alarmSchema>;
export const listAlarms = endpoint({
  method: 'GET',
  path: '/api/logs/alarms',
  shows: ['logs'],
  access: ['admin'],
  summary: 'Lists problems with the delivery of messages; empty if there are none',
  reply: z.array(alarmSchema),
});

/** In the order of the tabs: first those for owners, then those for engineers. */
export const logNames = ['audit', 'messages', 'errors', 'client', 'interactions'] as const;
export type LogName = (typeof logNames)[number];
export const exportLog = endpoint({
  method: 'GET',
  path: '/api/logs/:log/export',
  shows: [],
  access: ['admin'],
  proof: 'recent',
  summary: 'Exports up to 100,000 of the newest entries of a filtered log as CSV with a byte order mark',
  params: z.object({ log: z.enum(logNames) }),
  query: z.object({
    q: listQuery.q,
    ...span,
    state: z.optional(z.enum(messageStates)),
    channel: z.optional(z.enum(channels)),
    type: z.optional(short(40)),
    userId: z.optional(idParam),
    actorId: z.optional(idParam),
    patientId: z.optional(idParam),
    action: z.optional(short(60)),
    subject: z.optional(short(40)),
  }),
  reply: z.string(),
});
