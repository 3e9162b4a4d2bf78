import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { sanitizeError } from '#server/engine/db/sanitize-error.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { createInteractions, createMessageLog, createPolicyReport } from '#shared/contract/logs.ts';
import { addMilliseconds, readInstant } from '#shared/domain/clinic-time.ts';
import { scrubDetails, scrubPath, scrubText } from '#shared/domain/scrub.ts';
import { Refusal } from '#shared/errors.ts';
import { consumeDailyLimit, countableCauses, type Reporter } from './intake-actions.ts';
import { canSendAgain, findSentMessage, requeueMessage, type SentMessageRow } from './message-queries.ts';
import { countError, insertClientLogs, type NewClientLog } from './queries.ts';

const week = 7 * 24 * 3_600_000;
const minute = 60_000;
const maxVisitorDetails = 600;

/** Time of the event by the browser's clock if plausible (entries wait while it is offline), else now. */
function plausibleEventTime(timestamp: string, now: Date): Date {
  const at = readInstant(timestamp);
  return at && at >= addMilliseconds(now, -week) && at <= addMilliseconds(now, 5 * minute) ? at : now;
}

/** Key of errors with one cause: numbers and quoted words are removed. */
function computeFingerprint(type: string, text: string): string {
  const cause = text
    .replace(/\d+/g, '#')
    .replace(/(["'`]).*?\1/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  return createHash('sha256').update(`${type}\0${cause}`).digest('hex').slice(0, 32);
}

/** Beyond the limit entries are accepted but not stored: otherwise the browser would send them again. */
async function storeWithinLimit(deps: Deps, from: Reporter, rows: readonly NewClientLog[]): Promise<void> {
  if (!(await consumeDailyLimit(deps, from, rows))) return;
  const causes = new Map<string, NewClientLog[]>();
  for (const row of rows)
    if (row.fingerprint) causes.set(row.fingerprint, [...(causes.get(row.fingerprint) ?? []), row]);
  const countable = await countableCauses(deps, [...causes.keys()]);
  await inTransaction(deps.db, async (tx) => {
    await insertClientLogs(tx, rows);
    // Always in the same order, so that two batches with the same errors do not deadlock.
    for (const [fingerprint, same] of [...causes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const [first] = same;
      if (!first || !countable.has(fingerprint)) continue;
      const sample = { type: first.type, page: first.page, details: first.details };
      await countError(tx, { fingerprint, message: first.text, at: first.at, n: same.length, sample });
    }
  });
}

/** Details without values that must not be logged; short for a visitor. */
function cleanDetails({ userId }: Reporter, given: unknown): Record<string, unknown> | null {
  const details = scrubDetails(given);
  return details !== null && userId === null && JSON.stringify(details).length > maxVisitorDetails
    ? { shortened: true }
    : details;
}

/** Stores one entry of a browser's message log, cleaned. */
export async function storeMessageLog(
  deps: Deps,
  from: Reporter,
  entry: Body<typeof createMessageLog>,
): Promise<void> {
  const text = scrubText(entry.message, 1000);
  const fingerprint = entry.type === 'error' ? computeFingerprint('message', text) : null;
  const at = plausibleEventTime(entry.timestamp, deps.now());
  const details = cleanDetails(from, entry.details);
  await storeWithinLimit(deps, from, [
    { at, kind: 'message', type: entry.type, userId: from.userId, page: null, text, details, fingerprint },
  ]);
}

/** The path of an address without its query; other values ("inline", "eval") unchanged. */
const originOf = (address: string) =>
  URL.canParse(address) ? new URL(address).origin : scrubText(address, 60);
/** Violations of browser extensions, which the clinic cannot fix. */
const isExtension = (address: string) => /^[a-z-]*extension:/i.test(address);

/** Counts a violation of the content policy with the errors: the directive and the source. */
export async function storePolicyReport(
  deps: Deps,
  from: Reporter,
  report: Body<typeof createPolicyReport>['csp-report'],
): Promise<void> {
  const { 'document-uri': page, 'blocked-uri': blocked, 'source-file': source } = report;
  if ([blocked, source].some((address) => isExtension(address ?? ''))) return;
  const rule = (report['effective-directive'] || report['violated-directive'] || '').split(' ', 1).join('');
  const text = scrubText(`Content policy: ${rule} refused ${originOf(blocked || 'inline')}`);
  await storeWithinLimit(deps, from, [
    {
      at: deps.now(),
      kind: 'message',
      type: 'error',
      userId: from.userId,
      page: page && URL.canParse(page) ? scrubPath(new URL(page).pathname) : null,
      text,
      details: cleanDetails(from, { source: source && scrubPath(source), line: report['line-number'] }),
      fingerprint: computeFingerprint('policy', text),
    },
  ]);
}

const failureTypes = new Set(['api_error', 'action_failure']);

/** Stores a batch of a browser's interaction log, all or nothing. */
export async function storeInteractions(
  deps: Deps,
  from: Reporter,
  logs: Body<typeof createInteractions>['logs'],
): Promise<void> {
  const now = deps.now();
  const rows = logs.map((entry): NewClientLog => {
    const text = scrubText([entry.action, entry.target].filter(Boolean).join(' · '));
    return {
      at: plausibleEventTime(entry.timestamp, now),
      kind: 'interaction',
      type: entry.type,
      userId: from.userId,
      page: scrubPath(entry.page ?? entry.path ?? ''),
      text,
      details: entry.type === 'user_input' ? null : cleanDetails(from, entry.details),
      fingerprint: failureTypes.has(entry.type) && text !== '' ? computeFingerprint(entry.type, text) : null,
    };
  });
  await storeWithinLimit(deps, from, rows);
}

/** Sends a failed or kept message again with its old key, so that a receiver can detect a repetition. */
export async function requeueSentMessage(deps: Deps, viewer: Viewer, id: number): Promise<SentMessageRow> {
  return inTransaction(deps.db, async (tx) => {
    const before = await findSentMessage(tx, id);
    if (!before) throw new Refusal('not_found');
    if (!canSendAgain(before) || !(await requeueMessage(tx, id))) throw new Refusal('not_sendable');
    await recordEvent(tx, viewer, {
      action: 'sent_again',
      subject: 'logs',
      after: { message: id, channel: before.channel },
    });
    const after = await findSentMessage(tx, id);
    if (!after) throw new Refusal('not_found');
    return after;
  });
}

/** Counts an unexpected server error with the others of its cause: type and route, never request data. */
export async function countServerError(deps: Deps, error: Error, route: string): Promise<void> {
  const { type, code, stack } = sanitizeError(error);
  const message = `${type}${code ? ` ${code}` : ''}: ${route}`;
  const sample = { type: 'server', route, stack };
  await countError(deps.db, {
    fingerprint: computeFingerprint('server', message),
    message,
    at: deps.now(),
    n: 1,
    sample,
  });
}
