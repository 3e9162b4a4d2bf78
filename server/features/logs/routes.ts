import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { countLimit, decodeCursor, maxRows, sendPage } from '#server/engine/http/list-pages.ts';
import { type EndpointCall, mount } from '#server/engine/http/mount-endpoint.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { loadLetterheads } from '#server/features/notifications/letterhead-queries.ts';
import { currentServices } from '#server/features/services/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Query } from '#shared/contract/endpoint.ts';
import * as api from '#shared/contract/logs.ts';
import { addDays, startOfClinicDate } from '#shared/domain/clinic-time.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { requeueSentMessage } from './actions.ts';
import { findDeliveryAlarms } from './alarm-actions.ts';
import { type AuditFilter, type AuditRow, loadAuditPage, peopleSubjects } from './audit-queries.ts';
import { loadSentMessagePage, type MessageFilter } from './message-queries.ts';
import { presentMessage } from './messages.ts';
import {
  type ClientLogFilter,
  type ClientLogRow,
  countClientLogs,
  countErrorGroups,
  findNames,
  loadClientLogPage,
  loadErrorGroupPage,
} from './queries.ts';

/** Whole days of the clinic, both included. */
export const parsePeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  from: from === undefined ? null : startOfClinicDate(from),
  to: to === undefined ? null : startOfClinicDate(addDays(to, 1)),
});

function presentClientLog(row: ClientLogRow): api.ClientLog {
  const { cursor: _, ...rest } = row;
  return { ...rest, at: row.at.toISOString() };
}

/** Subjects whose id is a branch's. */
const branchSubjects: readonly string[] = ['locations', 'schedules'];
const isOneOf = (subjects: readonly string[], subject: string): boolean => subjects.includes(subject);

const hiddenNotes = '•••';

/**
 * Logs do not contain the text of notes, only that one was written; the appointment's history has the text.
 */
function hideNotes({
  before,
  after,
}: Pick<AuditRow, 'before' | 'after'>): Pick<api.AuditEntry, 'before' | 'after'> {
  const { notes: was, ...old } = before ?? {};
  const { notes: is, ...now } = after ?? {};
  return {
    before: before && old,
    after: after && (is === undefined || is === '' || is === was ? now : { ...now, notes: hiddenNotes }),
  };
}

/** A patient who acts for another is her guardian. */
const actorCapacity = ({ actorRole, actorId, patientId }: AuditRow): string =>
  actorRole === 'patient' && patientId !== null && patientId !== actorId ? 'guardian' : actorRole;

/** Names for a page of the history: of people and of other ids. */
interface AuditNames {
  readonly people: ReadonlyMap<number, string>;
  readonly places: ReadonlyMap<number, string>;
  readonly services: ReadonlyMap<number, string>;
  readonly prefix: string;
}

export async function loadAuditNames(
  deps: Deps,
  viewer: AuditFilter['viewer'],
  rows: readonly AuditRow[],
): Promise<AuditNames> {
  const named = ({ id, name, nameAr }: { id: number; name: string; nameAr: string | null }) =>
    [id, (viewer.lang === 'ar' && nameAr) || name] as const;
  const ids = rows.flatMap((row) => [
    row.actorId,
    row.patientId,
    isOneOf(peopleSubjects, row.subject) ? row.subjectId : null,
  ]);
  return {
    people: await findNames(deps.db, viewer, ids, viewer.lang),
    places: new Map((await currentLocations(deps)).map(named)),
    services: new Map((await currentServices(deps)).map(named)),
    prefix: (await currentSettings(deps)).prefix,
  };
}

/** The name or code of an event's subject. */
function subjectNameOf(
  { subject, subjectId }: AuditRow,
  { people, places, services, prefix }: AuditNames,
): string | null {
  if (subjectId === null) return null;
  if (subject === 'appointments') return referenceCode(prefix, subjectId);
  if (isOneOf(peopleSubjects, subject)) return people.get(subjectId) ?? null;
  if (isOneOf(branchSubjects, subject)) return places.get(subjectId) ?? null;
  return subject === 'services' ? (services.get(subjectId) ?? null) : null;
}

export function presentAudit(row: AuditRow, names: AuditNames): api.AuditEntry {
  const nameOf = (id: number | null) => (id === null ? null : (names.people.get(id) ?? null));
  return {
    ...row,
    subjectName: subjectNameOf(row, names),
    patientReference: row.patientId === null ? null : referenceCode(names.prefix, row.patientId),
    ...hideNotes(row),
    id: String(row.id),
    at: row.at.toISOString(),
    actorRole: actorCapacity(row),
    actorName: row.keyName ?? nameOf(row.actorId),
    patientName: nameOf(row.patientId),
  };
}

const parseLogCursor = (cursor: string | undefined): { at: string; id: number } | null => {
  const values = decodeCursor(cursor, ['instant', 'int8']);
  return values && { at: values[0], id: values[1] };
};

const clientTypes = { message: api.messageLogTypes, interaction: api.interactionTypes } as const;

export function createClientFilter(
  kind: keyof typeof clientTypes,
  query: {
    type?: string | undefined;
    userId?: number | undefined;
    from?: string | undefined;
    to?: string | undefined;
    q?: string | undefined;
  },
): ClientLogFilter {
  const types = query.type === undefined ? clientTypes[kind] : [query.type];
  return { kind, types, userId: query.userId, q: query.q?.trim() ?? '', after: null, ...parsePeriod(query) };
}

async function listClient(
  deps: Deps,
  kind: keyof typeof clientTypes,
  {
    query,
    request,
    reply,
  }: EndpointCall<typeof api.listClientLog> | EndpointCall<typeof api.listInteractions>,
) {
  const limit = query.limit ?? maxRows;
  const filter = { ...createClientFilter(kind, query), after: parseLogCursor(query.cursor) };
  const rows = await loadClientLogPage(deps.db, filter, limit + 1);
  const total = await countClientLogs(deps.db, filter, countLimit);
  const page = sendPage(reply, request, rows, {
    limit,
    total,
    cursorOf: (last) => [last.cursor, Number(last.id)],
  });
  return page.map(presentClientLog);
}

async function listMessages(
  deps: Deps,
  { viewer, query, request, reply }: EndpointCall<typeof api.listSentMessages>,
) {
  const limit = query.limit ?? maxRows;
  const { state, channel, q } = query;
  const filter: MessageFilter = {
    viewer,
    state,
    channel,
    q: q?.trim() ?? '',
    after: parseLogCursor(query.cursor),
    ...parsePeriod(query),
  };
  const { rows, total } = await loadSentMessagePage(deps.db, filter, limit + 1, countLimit);
  const page = sendPage(reply, request, rows, { limit, total, cursorOf: (last) => [last.cursor, last.id] });
  const names = await findNames(
    deps.db,
    viewer,
    page.map((row) => row.userId),
  );
  // In the language of the message, whoever reads the log.
  const heads = await loadLetterheads(deps);
  return page.map((row) => presentMessage(row, names, heads[row.locale], !deps.config.local));
}

async function listErrors(deps: Deps, { query, request, reply }: EndpointCall<typeof api.listErrors>) {
  const limit = query.limit ?? maxRows;
  const values = decodeCursor(query.cursor, ['instant', 'text']);
  const after = values && { at: values[0], fingerprint: values[1] };
  const q = query.q?.trim() ?? '';
  const rows = await loadErrorGroupPage(deps.db, { q, after }, limit + 1);
  const total = await countErrorGroups(deps.db, q);
  const page = sendPage(reply, request, rows, {
    limit,
    total,
    cursorOf: (last) => [last.cursor, last.fingerprint],
  });
  return page.map((row) => {
    const { cursor: _, ...rest } = row;
    return { ...rest, firstAt: row.firstAt.toISOString(), lastAt: row.lastAt.toISOString() };
  });
}

/** Filters of an exported history, newest first. */
export const createAuditFilter = (
  viewer: AuditFilter['viewer'],
  query: Query<typeof api.listAudit> | Query<typeof api.exportLog>,
): AuditFilter => {
  const { actorId, patientId, action, subject, q } = query;
  return {
    viewer,
    actorId,
    patientId,
    action,
    subject,
    q: q?.trim() ?? '',
    before: null,
    ...parsePeriod(query),
  };
};

async function listAudit(deps: Deps, { viewer, query, request, reply }: EndpointCall<typeof api.listAudit>) {
  const limit = query.limit ?? maxRows;
  const [before = null] = decodeCursor(query.cursor, ['int8']) ?? [];
  const filter = { ...createAuditFilter(viewer, query), before };
  const { rows, total } = await loadAuditPage(deps.db, filter, limit + 1, countLimit);
  const page = sendPage(reply, request, rows, { limit, total, cursorOf: (last) => [last.id] });
  const names = await loadAuditNames(deps, viewer, page);
  return page.map((row) => presentAudit(row, names));
}

export function logRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listSentMessages, (call) => listMessages(deps, call));
  mount(app, deps, api.resendMessage, async ({ viewer, params }) => {
    const row = await requeueSentMessage(deps, viewer, Number(params.messageId));
    const names = await findNames(deps.db, viewer, [row.userId]);
    const heads = await loadLetterheads(deps);
    return presentMessage(row, names, heads[row.locale], !deps.config.local);
  });
  mount(app, deps, api.listClientLog, (call) => listClient(deps, 'message', call));
  mount(app, deps, api.listInteractions, (call) => listClient(deps, 'interaction', call));
  mount(app, deps, api.listErrors, (call) => listErrors(deps, call));
  mount(app, deps, api.listAudit, (call) => listAudit(deps, call));
  mount(app, deps, api.listAlarms, () => findDeliveryAlarms(deps));
}
