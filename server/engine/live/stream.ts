import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { FeedRow } from '#server/engine/events/queries.ts';
import { firstThing } from '#server/engine/http/access.ts';
import { languageOf } from '#server/engine/http/language.ts';
import { readSession, type Viewer } from '#server/engine/http/session.ts';
import type { AuditSubject } from '#shared/domain/audit.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';

const heartbeatMs = 20_000;
const mostStreams = 2000;
/** However many patients look at their visits, the staff hear. */
const mostOfPatients = 1500;
const mostPerPerson = 12;
const mostWaiting = 64 * 1024;

const forAdmins = new Set<AuditSubject>(['logs', 'settings', 'staff', 'uploads', 'imports', 'sessions']);
const forDoctors = new Set<AuditSubject>(['clinical-notes', 'alerts']);
const forPatients = new Set<AuditSubject>(['appointments', 'offers', 'notifications', 'users', 'own-data']);

function hears({ role }: Pick<Viewer, 'role'>, subject: AuditSubject, hers: boolean): boolean {
  if (!isStaff(role)) return hers && forPatients.has(subject);
  if (forDoctors.has(subject)) return role === 'doctor';
  return role === 'admin' || !forAdmins.has(subject);
}

/**
 * What a viewer is told of a change: names of subjects, nothing of what changed. A patient hears only of her
 * own and of whom she looks after.
 */
export function hintsFor(
  viewer: Pick<Viewer, 'id' | 'role' | 'caresFor'>,
  rows: readonly Pick<FeedRow, 'subject' | 'patientId'>[],
): AuditSubject[] {
  const told = new Set<AuditSubject>();
  for (const { subject, patientId } of rows) {
    const hers = patientId === viewer.id || viewer.caresFor?.some(({ id }) => id === patientId) === true;
    if (!hears(viewer, subject, hers)) continue;
    told.add(subject);
    if (['appointments', 'offers', 'contact-messages'].includes(subject)) told.add('notifications');
  }
  return [...told];
}

/** Whether somebody may listen while so many do. */
export const hasRoomFor = ({ role }: Pick<Viewer, 'role'>, open: number): boolean =>
  open < (isStaff(role) ? mostStreams : mostOfPatients);

interface Stream {
  /** Asked for anew with every beat. */
  viewer: Viewer;
  readonly response: ServerResponse;
  end(): void;
}

/** Everything that is open in this process. */
class Streams {
  readonly #open = new Set<Stream>();

  get size(): number {
    return this.#open.size;
  }

  /** A person's oldest stream gives way: a browser that was closed hard may have left some behind. */
  add(stream: Stream): void {
    const same = [...this.#open].filter(({ viewer }) => viewer.id === stream.viewer.id);
    if (same.length >= mostPerPerson) same[0]?.end();
    this.#open.add(stream);
  }

  delete(stream: Stream): void {
    this.#open.delete(stream);
  }

  tell(rows: readonly FeedRow[]): void {
    for (const { viewer, response, end } of this.#open) {
      const subjects = hintsFor(viewer, rows);
      if (subjects.length === 0) continue;
      if (response.writableLength > mostWaiting) end();
      else response.write(`event: changed\ndata: ${JSON.stringify({ subjects })}\n\n`);
    }
  }

  endAll(): void {
    for (const { end } of this.#open) end();
  }
}

async function viewerOf(deps: Deps, request: FastifyRequest): Promise<Viewer | null> {
  const viewer = await readSession(deps, request, languageOf(request), true);
  return viewer && !viewer.mustFirst ? viewer : null;
}

function open(
  deps: Deps,
  request: FastifyRequest,
  response: ServerResponse,
  viewer: Viewer,
  streams: Streams,
): void {
  const beat = setInterval(() => {
    void viewerOf(deps, request)
      .then((still) => {
        if (!still) return stream.end();
        stream.viewer = still;
        response.write(': \n\n');
      })
      .catch(() => undefined);
  }, heartbeatMs);
  beat.unref();
  const stream: Stream = {
    viewer,
    response,
    end() {
      clearInterval(beat);
      streams.delete(stream);
      if (!response.writableEnded) response.end();
    },
  };
  response.on('close', stream.end);
  response.on('error', stream.end);
  streams.add(stream);
  response.write('retry: 3000\n\n');
}

/**
 * `GET /api/events`: hints of what changed, for as long as the session lasts. Listening does not keep a
 * session alive.
 */
export function liveStream(app: FastifyInstance, deps: Deps): void {
  const streams = new Streams();
  const stopListening = deps.feed.listen((rows) => streams.tell(rows));
  app.addHook('preClose', async () => {
    stopListening();
    streams.endAll();
  });
  // Without HEAD, which would be answered by a stream that never says anything.
  app.get('/api/events', { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await readSession(deps, request, languageOf(request), true);
    if (!viewer) throw new Refusal('not_signed_in');
    const first = firstThing(viewer);
    if (first) throw first;
    if (!hasRoomFor(viewer, streams.size)) throw new Refusal('unavailable', { retryAfter: 5 });
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no');
    const headers = reply.getHeaders();
    reply.hijack();
    reply.raw.writeHead(200, headers as Record<string, string>);
    deps.front.leave(reply.raw);
    open(deps, request, reply.raw, viewer, streams);
  });
}
