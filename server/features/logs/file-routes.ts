import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import { sendCsv } from '#server/engine/files/csv-reply.ts';
import { type EndpointCall, mount } from '#server/engine/http/mount.ts';
import { readAhead } from '#server/engine/http/read-ahead.ts';
import * as api from '#shared/contract/logs.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { auditPage } from './audit-queries.ts';
import { letterhead } from './message-actions.ts';
import { type MessageFilter, sentMessagePage } from './message-queries.ts';
import { presentMessage } from './messages.ts';
import { clientLogPage, errorGroupPage, namesOf } from './queries.ts';
import { auditFilter, auditNames, clientFilter, period, presentAudit } from './routes.ts';

type Cells = (string | number | null)[];
type Export = EndpointCall<typeof api.exportLog>;
const chunk = 1000;
const most = 100_000;
const headingAndPage = 2;

/** Page by page as it is read, so that a log is never in memory. */
async function* pages<Row, After>(
  read: (after: After | null) => Promise<Row[]>,
  after: (last: Row) => After,
): AsyncGenerator<Row[]> {
  let from: After | null = null;
  for (let given = 0; given < most; given += chunk) {
    const rows = await read(from);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return;
    from = after(last);
  }
}

const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value);

async function* messageLines(deps: Deps, { viewer, query, lang }: Export): AsyncGenerator<Cells[]> {
  yield [['at', 'channel', 'state', 'template', 'recipient', 'address', 'attempts', 'error', 'done']];
  const { state, channel, q } = query;
  const filter: MessageFilter = { viewer, state, channel, q: q?.trim() ?? '', after: null, ...period(query) };
  const read = async (after: MessageFilter['after']) =>
    (await sentMessagePage(deps.db, { ...filter, after }, chunk, 0)).rows;
  const head = await letterhead(deps, lang);
  for await (const page of pages(read, (last) => ({ at: last.cursor, id: last.id }))) {
    const names = await namesOf(
      deps.db,
      viewer,
      page.map((row) => row.userId),
    );
    yield page.map((row) => {
      const {
        createdAt,
        channel: by,
        state: now,
        template,
        recipient,
        address,
        attempts,
        error,
        doneAt,
      } = presentMessage(row, names, head, true);
      return [createdAt, by, now, template, recipient, address, attempts, error, doneAt];
    });
  }
}

async function* clientLines(
  deps: Deps,
  kind: 'message' | 'interaction',
  { query }: Export,
): AsyncGenerator<Cells[]> {
  yield [['at', 'type', 'person', 'page', 'text', 'details']];
  const filter = clientFilter(kind, query);
  const read = (after: { at: string; id: number } | null) =>
    clientLogPage(deps.db, { ...filter, after }, chunk);
  for await (const page of pages(read, (last) => ({ at: last.cursor, id: Number(last.id) }))) {
    yield page.map((row) => [
      row.at.toISOString(),
      row.type,
      row.userId,
      row.page,
      row.text,
      asText(row.details),
    ]);
  }
}

async function* errorLines(deps: Deps, { query }: Export): AsyncGenerator<Cells[]> {
  yield [['last', 'first', 'times', 'message', 'fingerprint']];
  const read = (after: { at: string; fingerprint: string } | null) =>
    errorGroupPage(deps.db, { q: query.q?.trim() ?? '', after }, chunk);
  for await (const page of pages(read, (last) => ({ at: last.cursor, fingerprint: last.fingerprint }))) {
    yield page.map((row) => [
      row.lastAt.toISOString(),
      row.firstAt.toISOString(),
      row.count,
      row.message,
      row.fingerprint,
    ]);
  }
}

async function* auditLines(deps: Deps, { viewer, query }: Export): AsyncGenerator<Cells[]> {
  yield [['at', 'actor', 'role', 'ip', 'action', 'subject', 'id', 'patient', 'before', 'after']];
  const filter = auditFilter(viewer, query);
  const read = async (before: number | null) =>
    (await auditPage(deps.db, { ...filter, before }, chunk, 0)).rows;
  for await (const page of pages(read, (last) => last.id)) {
    const names = await auditNames(deps, viewer, page);
    yield page.map((row) => {
      const e = presentAudit(row, names);
      return [
        e.at,
        e.actorName,
        e.actorRole,
        e.ip,
        e.action,
        e.subject,
        e.subjectName ?? e.subjectId,
        e.patientName,
        asText(e.before),
        asText(e.after),
      ];
    });
  }
}

const lines: Record<api.LogName, (deps: Deps, call: Export) => AsyncGenerator<Cells[]>> = {
  messages: messageLines,
  client: (deps, call) => clientLines(deps, 'message', call),
  interactions: (deps, call) => clientLines(deps, 'interaction', call),
  errors: errorLines,
  audit: auditLines,
};

/** A log as a file. The download itself is recorded. */
export function logFileRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.exportLog, async (call) => {
    const { log } = call.params;
    const read = await readAhead(lines[log](deps, call), headingAndPage);
    await recordEvent(deps.db, call.viewer, { action: 'exported', subject: 'logs', after: { log } });
    const name = `${log}-${clinicClock(deps.now()).date}.csv`;
    return sendCsv(call.reply, { name, pages: read });
  });
}
