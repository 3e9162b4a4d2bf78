import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { FeedRow } from '#server/engine/events/queries.ts';
import type { AuditSubject } from '#shared/domain/audit.ts';
import { timedSubjects } from '#shared/domain/timed-subjects.ts';
import { Refusal } from '#shared/errors.ts';
import type { HttpDeps } from './deps.ts';
import { beginStream, findChangedBranches } from './live-stream.ts';
import { networkOf } from './rate-limit.ts';

/**
 * Free times also depend on these subjects. An event of one of them affects the free times of every branch.
 */
const globalTimeSubjects: readonly AuditSubject[] = [
  'schedules',
  'absences',
  'locations',
  'services',
  'settings',
  'staff',
];

const beatMs = 20_000;
const maxWatchers = 3000;
/** Many phones of one mobile operator share an address. */
const maxPerNetwork = 300;
const maxBufferedBytes = 16 * 1024;

interface Watcher {
  readonly locationId: number;
  readonly network: string;
  readonly response: ServerResponse;
}

/** The branches whose free times these changes may affect; undefined: all; null: none. */
export function findBranchesWithChangedTimes(
  rows: readonly Pick<FeedRow, 'subject' | 'locationId' | 'days'>[],
): ReadonlySet<number> | undefined | null {
  if (rows.some(({ subject }) => globalTimeSubjects.includes(subject))) return undefined;
  const timed = rows.filter(({ subject }) => timedSubjects.includes(subject));
  if (timed.length === 0) return null;
  const branches = findChangedBranches(timed);
  return branches && new Set(branches);
}

/**
 * `GET /api/events/times?location=1`: tells any visitor who looks at a branch's free times that they may have
 * changed, and nothing else.
 */
export function timesStream(app: FastifyInstance, deps: Pick<HttpDeps, 'feed'>): void {
  const watchers = new Set<Watcher>();
  const end = (watcher: Watcher) => {
    watchers.delete(watcher);
    if (!watcher.response.writableEnded) watcher.response.end();
  };
  const tell = (line: string, whom: (watcher: Watcher) => boolean = () => true) => {
    for (const watcher of watchers)
      if (whom(watcher)) {
        if (watcher.response.writableLength > maxBufferedBytes) end(watcher);
        else watcher.response.write(line);
      }
  };
  const stopListening = deps.feed.listen((rows) => {
    const branches = watchers.size > 0 ? findBranchesWithChangedTimes(rows) : null;
    if (branches !== null)
      tell('event: changed\ndata: {}\n\n', ({ locationId }) => !branches || branches.has(locationId));
  });
  const beat = setInterval(() => tell(': \n\n'), beatMs).unref();
  app.addHook('preClose', async () => {
    clearInterval(beat);
    stopListening();
    for (const watcher of watchers) end(watcher);
  });
  app.get('/api/events/times', { schema: { hide: true }, exposeHeadRoute: false }, (request, reply) => {
    const locationId = Number((request.query as { location?: unknown }).location);
    if (!Number.isSafeInteger(locationId) || locationId < 1) throw new Refusal('not_found');
    const network = networkOf(request.ip);
    const near = [...watchers].filter((one) => one.network === network);
    if (watchers.size >= maxWatchers || near.length >= maxPerNetwork)
      throw new Refusal('unavailable', { retryAfter: 30 });
    beginStream(request, reply);
    const watcher = { locationId, network, response: reply.raw };
    watchers.add(watcher);
    reply.raw.on('close', () => end(watcher));
    reply.raw.on('error', () => end(watcher));
    reply.raw.write(`retry: ${3000 + Math.round(Math.random() * 12_000)}\n\n`);
  });
}
