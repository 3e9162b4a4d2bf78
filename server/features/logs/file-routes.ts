import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import { sendCsv } from '#server/engine/files/csv-reply.ts';
import { type EndpointCall, mount } from '#server/engine/http/mount-endpoint.ts';
import { readAhead } from '#server/engine/http/read-ahead.ts';
import { loadLetterheads } from '#server/features/notifications/letterhead-queries.ts';
import * as api from '#shared/contract/logs.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { loadAuditPage } from './audit-queries.ts';
import { loadSentMessagePage, type MessageFilter } from './message-queries.ts';
import { presentMessage } from './messages.ts';
import { findNames, loadClientLogPage, loadErrorGroupPage } from './queries.ts';
import {
  createAuditFilter,
  createClientFilter,
  loadAuditNames,
  parsePeriod,
  presentAudit,
} from './routes.ts';

type Cells = (string | number | null)[];
type ExportCall = EndpointCall<typeof api.exportLog>;
const rowsPerPage = 1000;
const maxExportedRows = 100_000;
const pagesReadAhead = 2;

/** Page by page as it is read, so that a log is never in memory. */
async function* readPages<Row, After>(
  read: (after: After | null) => Promise<Row[]>,
  after: (last: Row) => After,
): AsyncGenerator<Row[]> {
  let from: After | null = null;
  for (let given = 0; given < maxExportedRows; given += rowsPerPage) {
    const rows = await read(from);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerPage) return;
    from = after(last);
  }
}

const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value);

async function* messageLines(deps: Deps, { viewer, query, lang }: ExportCall): AsyncGenerator<Cells[]> {
  yield [['at', 'channel', 'state', 'template', 'recipient', 'address', 'attempts', 'error', 'done']];
  const { state, channel, q } = query;
  const filter: MessageFilter = {
    viewer,
    state,
    channel,
    q: q?.trim() ?? '',
    after: null,
    ...parsePeriod(query),
  };
  const read = async (after: MessageFilter['after']) =>
    (await loadSentMessagePage(deps.db, { ...filter, after }, rowsPerPage, 0)).rows;
  const head = (await loadLetterheads(deps))[lang];
  for await (const page of readPages(read, (last) => ({ at: last.cursor, id: last.id }))) {
    const names = await findNames(
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
  { query }: ExportCall,
): AsyncGenerator<Cells[]> {
  yield [['at', 'type', 'person', 'page', 'text', 'details']];
  const filter = createClientFilter(kind, query);
  const read = (after: { at: string; id: number } | null) =>
    loadClientLogPage(deps.db, { ...filter, after }, rowsPerPage);
  for await (const page of readPages(read, (last) => ({ at: last.cursor, id: Number(last.id) }))) {
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

async function* errorLines(deps: Deps, { query }: ExportCall): AsyncGenerator<Cells[]> {
  yield [['last', 'first', 'times', 'message', 'fingerprint']];
  const read = (after: { at: string; fingerprint: string } | null) =>
    loadErrorGroupPage(deps.db, { q: query.q?.trim() ?? '', after }, rowsPerPage);
  for await (const page of readPages(read, (last) => ({ at: last.cursor, fingerprint: last.fingerprint }))) {
    yield page.map((row) => [
      row.lastAt.toISOString(),
      row.firstAt.toISOString(),
      row.count,
      row.message,
      row.fingerprint,
    ]);
  }
}

async function* auditLines(deps: Deps, { viewer, query }: ExportCall): AsyncGenerator<Cells[]> {
  yield [['at', 'actor', 'role', 'ip', 'action', 'subject', 'id', 'patient', 'before', 'after']];
  const filter = createAuditFilter(viewer, query);
  const read = async (before: number | null) =>
    (await loadAuditPage(deps.db, { ...filter, before }, rowsPerPage, 0)).rows;
  for await (const page of readPages(read, (last) => last.id)) {
    const names = await loadAuditNames(deps, viewer, page);
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

const linesByLog: Record<api.LogName, (deps: Deps, call: ExportCall) => AsyncGenerator<Cells[]>> = {
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
    const read = await readAhead(linesByLog[log](deps, call), pagesReadAhead);
    await recordEvent(deps.db, call.viewer, { action: 'exported', subject: 'logs', after: { log } });
    const name = `${log}-${clinicClock(deps.now()).date}.csv`;
    return sendCsv(call.reply, { name, pages: read });
  });
}
