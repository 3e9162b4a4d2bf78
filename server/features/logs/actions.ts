import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { harmlessError } from '#server/engine/db/harmless-error.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { createInteractions, createMessageLog, createPolicyReport } from '#shared/contract/logs.ts';
import { later, readInstant } from '#shared/domain/clinic-time.ts';
import { lifetimeOf } from '#shared/domain/message-kinds.ts';
import { scrubDetails, scrubPath, scrubText } from '#shared/domain/scrub.ts';
import { Refusal } from '#shared/errors.ts';
import { countableCauses, hasRoom, type Reporter } from './intake-actions.ts';
import { requeueMessage, type SentMessageRow, sentMessage } from './message-queries.ts';
import { countError, insertClientLogs, type NewClientLog } from './queries.ts';

const week = 7 * 24 * 3_600_000;
const minute = 60_000;
const visitorDetails = 600;

/**
 * When it happened, by the browser's clock where that can be true (entries wait while it is offline), else
 * now.
 */
function happenedAt(timestamp: string, now: Date): Date {
  const at = readInstant(timestamp);
  return at && at >= later(now, -week) && at <= later(now, 5 * minute) ? at : now;
}

/** Errors of one cause share this, whatever numbers and quoted words stand in them. */
function fingerprintOf(type: string, text: string): string {
  const cause = text
    .replace(/\d+/g, '#')
    .replace(/(["'`]).*?\1/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  return createHash('sha256').update(`${type}\0${cause}`).digest('hex').slice(0, 32);
}

/** Beyond the budget entries are taken and not kept: a browser would send them again and again. */
async function keep(deps: Deps, from: Reporter, rows: readonly NewClientLog[]): Promise<void> {
  if (!(await hasRoom(deps, from, rows))) return;
  const causes = new Map<string, NewClientLog[]>();
  for (const row of rows)
    if (row.fingerprint) causes.set(row.fingerprint, [...(causes.get(row.fingerprint) ?? []), row]);
  const countable = await countableCauses(deps, [...causes.keys()]);
  await inTransaction(deps.db, async (tx) => {
    await insertClientLogs(tx, rows);
    // In one order everywhere, so that two batches with the same errors do not wait for each other.
    for (const [fingerprint, same] of [...causes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const [first] = same;
      if (!first || !countable.has(fingerprint)) continue;
      const sample = { type: first.type, page: first.page, details: first.details };
      await countError(tx, { fingerprint, message: first.text, at: first.at, n: same.length, sample });
    }
  });
}

/** Cleaned details; of a visitor only short ones. */
function detailsFrom({ userId }: Reporter, given: unknown): Record<string, unknown> | null {
  const details = scrubDetails(given);
  return details !== null && userId === null && JSON.stringify(details).length > visitorDetails
    ? { shortened: true }
    : details;
}

/** Keeps one entry of a browser's message log, cleaned of whatever it should not hold. */
export async function keepMessageLog(
  deps: Deps,
  from: Reporter,
  entry: Body<typeof createMessageLog>,
): Promise<void> {
  const text = scrubText(entry.message, 1000);
  const fingerprint = entry.type === 'error' ? fingerprintOf('message', text) : null;
  const at = happenedAt(entry.timestamp, deps.now());
  const details = detailsFrom(from, entry.details);
  await keep(deps, from, [
    { at, kind: 'message', type: entry.type, userId: from.userId, page: null, text, details, fingerprint },
  ]);
}

/** The place of an address, without what it asks for; what is no address ("inline", "eval") as it is. */
const placeOf = (address: string) =>
  URL.canParse(address) ? new URL(address).origin : scrubText(address, 60);
/** What an extension of her own browser tries is nothing that the clinic can mend. */
const isExtension = (address: string) => /^[a-z-]*extension:/i.test(address);

/** Counts with the errors what the content policy refused: the rule, and where it came from. */
export async function keepPolicyReport(
  deps: Deps,
  from: Reporter,
  report: Body<typeof createPolicyReport>['csp-report'],
): Promise<void> {
  const { 'document-uri': page, 'blocked-uri': blocked, 'source-file': source } = report;
  if ([blocked, source].some((address) => isExtension(address ?? ''))) return;
  const rule = (report['effective-directive'] || report['violated-directive'] || '').split(' ', 1).join('');
  const text = scrubText(`Content policy: ${rule} refused ${placeOf(blocked || 'inline')}`);
  await keep(deps, from, [
    {
      at: deps.now(),
      kind: 'message',
      type: 'error',
      userId: from.userId,
      page: page && URL.canParse(page) ? scrubPath(new URL(page).pathname) : null,
      text,
      details: detailsFrom(from, { source: source && scrubPath(source), line: report['line-number'] }),
      fingerprint: fingerprintOf('policy', text),
    },
  ]);
}

const failures = new Set(['api_error', 'action_failure']);

/** Keeps a batch of a browser's interaction log, whole or not at all. */
export async function keepInteractions(
  deps: Deps,
  from: Reporter,
  logs: Body<typeof createInteractions>['logs'],
): Promise<void> {
  const now = deps.now();
  const rows = logs.map((entry): NewClientLog => {
    const text = scrubText([entry.action, entry.target].filter(Boolean).join(' · '));
    return {
      at: happenedAt(entry.timestamp, now),
      kind: 'interaction',
      type: entry.type,
      userId: from.userId,
      page: scrubPath(entry.page ?? entry.path ?? ''),
      text,
      details: entry.type === 'user_input' ? null : detailsFrom(from, entry.details),
      fingerprint: failures.has(entry.type) && text !== '' ? fingerprintOf(entry.type, text) : null,
    };
  });
  await keep(deps, from, rows);
}

/**
 * Sends a message again that was given up or kept: under its old key, so that a receiver can tell a
 * repetition.
 */
export async function resend(deps: Deps, viewer: Viewer, id: number): Promise<SentMessageRow> {
  return inTransaction(deps.db, async (tx) => {
    const before = await sentMessage(tx, id);
    if (!before) throw new Refusal('not_found');
    const lifetime = lifetimeOf(before.template, before.params);
    if (!(await requeueMessage(tx, id, lifetime))) throw new Refusal('not_sendable');
    await recordEvent(tx, viewer, {
      action: 'sent_again',
      subject: 'logs',
      after: { message: id, channel: before.channel },
    });
    const after = await sentMessage(tx, id);
    if (!after) throw new Refusal('not_found');
    return after;
  });
}

/**
 * Counts an unforeseen error of the server with the others of its cause: its kind and the route, never what
 * was asked.
 */
export async function keepServerError(deps: Deps, error: Error, route: string): Promise<void> {
  const { type, code, stack } = harmlessError(error);
  const message = `${type}${code ? ` ${code}` : ''}: ${route}`;
  const sample = { type: 'server', route, stack };
  await countError(deps.db, {
    fingerprint: fingerprintOf('server', message),
    message,
    at: deps.now(),
    n: 1,
    sample,
  });
}
