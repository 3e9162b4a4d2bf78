import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeedRow } from '#server/engine/events/queries.ts';
import type { AuditSubject } from '#shared/domain/audit.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { timedSubjects } from '#shared/domain/timed-subjects.ts';
import { Refusal } from '#shared/errors.ts';
import { pendingStepError } from './access.ts';
import { releasePlace } from './admission.ts';
import type { HttpDeps } from './deps.ts';
import { negotiateLanguage } from './language.ts';
import { readSession, reloadViewers, type Viewer } from './session.ts';
import { patientIdsOf } from './viewers.ts';

/** Each stream sends a heartbeat in this interval (seconds); every second some of them do. */
const heartbeatSeconds = 20;
const maxStreams = 6500;
/** Streams of staff are accepted regardless of the number of patients' streams. */
const maxPatientStreams = 6000;
const maxStreamsPerUser = 12;
const maxBufferedBytes = 64 * 1024;

const adminSubjects = new Set<AuditSubject>(['logs', 'settings', 'staff', 'uploads', 'imports', 'sessions']);
const doctorSubjects = new Set<AuditSubject>(['clinical-notes', 'alerts']);
const patientSubjects = new Set<AuditSubject>([
  'appointments',
  'offers',
  'notifications',
  'users',
  'own-data',
]);

function concernsViewer({ role }: Pick<Viewer, 'role'>, subject: AuditSubject, hers: boolean): boolean {
  if (!isStaff(role)) return hers && patientSubjects.has(subject);
  if (doctorSubjects.has(subject)) return role === 'doctor';
  return role === 'admin' || !adminSubjects.has(subject);
}

/**
 * Names of the changed subjects that the viewer may know of, without data. A patient gets only changes of her
 * own data and of people she is guardian of.
 */
export function findConcernedSubjects(
  viewer: Pick<Viewer, 'id' | 'role' | 'caresFor'>,
  rows: readonly Pick<FeedRow, 'subject' | 'patientId'>[],
): AuditSubject[] {
  const hers = patientIdsOf(viewer);
  const told = new Set<AuditSubject>();
  for (const { subject, patientId } of rows) {
    if (!concernsViewer(viewer, subject, patientId !== null && hers.includes(patientId))) continue;
    told.add(subject);
    if (['appointments', 'offers', 'contact-messages'].includes(subject)) told.add('notifications');
  }
  return [...told];
}

/** The branches of the changed appointments and offers; undefined if every branch may be affected. */
export function findChangedBranches(
  rows: readonly Pick<FeedRow, 'subject' | 'locationId' | 'days'>[],
): number[] | undefined {
  const found = new Set<number>();
  for (const { subject, locationId, days } of rows) {
    if (!timedSubjects.includes(subject)) continue;
    const own = [locationId, ...days.map((day) => day.locationId)].filter((id) => id !== null);
    if (own.length === 0 || days.some(({ ofDoctor }) => ofDoctor)) return undefined;
    for (const id of own) found.add(id);
  }
  return [...found];
}

/** Whether a stream is accepted at this number of open streams. */
export const hasRoomFor = ({ role }: Pick<Viewer, 'role'>, open: number): boolean =>
  open < (isStaff(role) ? maxStreams : maxPatientStreams);

interface LiveStream {
  /** Read again with every heartbeat. */
  viewer: Viewer;
  /** The second of the interval in which it sends its heartbeat. */
  second: number;
  readonly response: ServerResponse;
}

/** A line of the stream with the changes that concern the viewer; empty if there are none. */
function formatHint(viewer: Viewer, rows: readonly FeedRow[], branches = findChangedBranches(rows)): string {
  const subjects = findConcernedSubjects(viewer, rows);
  if (subjects.length === 0) return '';
  const told = isStaff(viewer.role) ? { subjects, branches } : { subjects };
  return `event: changed\ndata: ${JSON.stringify(told)}\n\n`;
}

/** Milliseconds since the page began to read: changes since then are sent too. */
function parseReadSince({ query }: FastifyRequest): number {
  const seconds = Number((query as { ago?: unknown }).ago);
  return seconds > 0 ? seconds * 1000 : 0;
}

/** All open streams of this process. */
class LiveStreams {
  readonly #deps: HttpDeps;
  readonly #open = new Set<LiveStream>();
  #timer: NodeJS.Timeout | undefined;
  #second = 0;
  #opened = 0;

  constructor(deps: HttpDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Closes a person's oldest stream: a browser that crashed may have left some open. */
  open(viewer: Viewer, response: ServerResponse): void {
    const same = [...this.#open].filter((other) => other.viewer.id === viewer.id);
    if (same.length >= maxStreamsPerUser && same[0]) this.#end(same[0]);
    const stream = { viewer, response, second: this.#opened++ % heartbeatSeconds };
    this.#open.add(stream);
    response.on('close', () => this.#end(stream));
    response.on('error', () => this.#end(stream));
    this.#timer ??= setInterval(() => void this.#beat(), 1000).unref();
  }

  tell(rows: readonly FeedRow[]): void {
    const about = new Set(rows.map(({ patientId }) => patientId));
    const branches = findChangedBranches(rows);
    for (const stream of this.#open) {
      const { viewer, response } = stream;
      if (!isStaff(viewer.role) && !patientIdsOf(viewer).some((id) => about.has(id))) continue;
      const hint = formatHint(viewer, rows, branches);
      if (!hint) continue;
      if (response.writableLength > maxBufferedBytes) this.#end(stream);
      else response.write(hint);
    }
  }

  endAll(): void {
    for (const stream of this.#open) this.#end(stream);
  }

  #end(stream: LiveStream): void {
    this.#open.delete(stream);
    if (!stream.response.writableEnded) stream.response.end();
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Sends the heartbeats that are due and ends streams whose session ended. All sessions are read in one
   * query.
   */
  async #beat(): Promise<void> {
    this.#second = (this.#second + 1) % heartbeatSeconds;
    const due = [...this.#open].filter(({ second }) => second === this.#second);
    if (due.length === 0) return;
    const viewers = due.map(({ viewer }) => viewer);
    const still = await reloadViewers(this.#deps, viewers).catch(() => undefined);
    if (!still) return;
    for (const stream of due) {
      const viewer = still.get(stream.viewer);
      if (!viewer || viewer.mustFirst) this.#end(stream);
      else if (this.#open.has(stream)) {
        stream.viewer = viewer;
        stream.response.write(': \n\n');
      }
    }
  }
}

/** From here the answer is a stream and needs no place among the requests. */
export function beginStream(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no');
  const headers = reply.getHeaders();
  reply.hijack();
  reply.raw.writeHead(200, headers as Record<string, string>);
  releasePlace(request);
}

/** After a disconnection, clients reconnect at random times; staff at once. */
const reconnectDelayMs = ({ role }: Viewer): number =>
  isStaff(role) ? 3000 : 3000 + Math.round(Math.random() * 12_000);

/**
 * `GET /api/events`: hints about changes, as long as the session lasts. An open stream does not keep a
 * session alive. `ago` in the query: seconds since the page began to read.
 */
export function liveStream(app: FastifyInstance, deps: HttpDeps): void {
  const streams = new LiveStreams(deps);
  const stopListening = deps.feed.listen((rows) => streams.tell(rows));
  app.addHook('preClose', async () => {
    stopListening();
    streams.endAll();
  });
  // Without HEAD, because it would open a stream that never sends anything.
  app.get('/api/events', { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await readSession(deps, request, negotiateLanguage(request), true);
    if (!viewer) throw new Refusal('not_signed_in');
    const first = pendingStepError(viewer);
    if (first) throw first;
    if (!hasRoomFor(viewer, streams.size)) throw new Refusal('unavailable', { retryAfter: 5 });
    beginStream(request, reply);
    streams.open(viewer, reply.raw);
    const missed = formatHint(viewer, deps.feed.toldWithin(parseReadSince(request)));
    reply.raw.write(`retry: ${reconnectDelayMs(viewer)}\n\n${missed}`);
  });
}
