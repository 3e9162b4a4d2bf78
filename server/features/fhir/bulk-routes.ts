import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { throttleNetwork } from '#server/engine/http/rate-limit.ts';
import { createYield } from '#server/engine/tasks/yield-to-event-loop.ts';
import { cacheBranchTimes } from '#server/features/doctors/availability-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { bookAddress } from '#shared/domain/connections/book-button.ts';
import { Refusal } from '#shared/errors.ts';
import { branchSchedules, loadFhirLocations, readScheduleId } from './clinic-queries.ts';
import { loadFreeSlots, toFhirSlot } from './slot-queries.ts';

/* SMART Scheduling Links: where and when anybody can book, for aggregators. Contains no person. */

interface BulkFile {
  readonly text: string;
  readonly etag: string;
}
const createBulkFile = (text: string): BulkFile => ({
  text,
  etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
});
const toJsonLine = (resource: object): string => `${JSON.stringify(resource)}\n`;
const toJsonLines = (resources: readonly object[]): string => resources.map(toJsonLine).join('');

const deepLink = 'http://fhir-registry.smarthealthit.org/StructureDefinition/booking-deep-link';

/** The free times of a branch, one per line, each with its booking address. */
const loadSlotFile = (deps: Deps, locationId: number): Promise<BulkFile> =>
  cacheBranchTimes(deps, locationId, { question: `slots ${locationId}`, ofDoctor: false }, async () => {
    const here = (await branchSchedules(deps)).filter(
      ({ id }) => readScheduleId(id ?? '')?.locationId === locationId,
    );
    const nextTurn = createYield();
    const free: string[] = [];
    for (const { id = '', serviceType = [] } of here) {
      await nextTurn();
      const of = readScheduleId(id);
      const [service, ...others] = serviceType.flatMap(({ coding = [] }) => coding);
      const only = others.length === 0 ? service?.code : undefined;
      for (const slot of of ? await loadFreeSlots(deps, of) : []) {
        const when = { date: slot.date, time: slot.time.slice(0, 5) };
        const choice = { location: locationId, service: only === undefined ? only : Number(only), ...when };
        const valueUrl = bookAddress(deps.config.PUBLIC_URL, 'en', choice);
        free.push(toJsonLine({ ...toFhirSlot(slot), extension: [{ url: deepLink, valueUrl }] }));
        await nextTurn();
      }
    }
    return createBulkFile(free.join(''));
  });

function sendBulkFile(request: FastifyRequest, reply: FastifyReply, { text, etag }: BulkFile, type: string) {
  reply.header('etag', etag).header('cache-control', 'public, max-age=0, must-revalidate');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(type).send(text);
}
const ndjson = 'application/fhir+ndjson';

/** Aggregators read a handful of files every few minutes. */
const bulkReadLimit = { name: 'bulk', network: { points: 600, seconds: 600 } };

export function bulkRoutes(app: FastifyInstance, deps: Deps, base: string): void {
  const hidden = {
    schema: { hide: true },
    onRequest: async (request: FastifyRequest) => void (await throttleNetwork(deps, request, bulkReadLimit)),
  } as const;
  app.get('/$bulk-publish', hidden, async (request, reply) => {
    const branches = await currentLocations(deps);
    const files: BulkFile[] = [];
    for (const { id } of branches) files.push(await loadSlotFile(deps, id));
    const manifest = {
      // The minute in which the times were computed: within it the answer is the same.
      transactionTime: `${deps.now().toISOString().slice(0, 17)}00.000Z`,
      request: `${base}/$bulk-publish`,
      output: [
        { type: 'Location', url: `${base}/bulk/locations.ndjson` },
        { type: 'Schedule', url: `${base}/bulk/schedules.ndjson` },
        ...branches.flatMap(({ id }, i) =>
          files[i]?.text ? [{ type: 'Slot', url: `${base}/bulk/slots-${id}.ndjson` }] : [],
        ),
      ],
      error: [],
    };
    return sendBulkFile(
      request,
      reply,
      createBulkFile(JSON.stringify(manifest)),
      'application/json; charset=utf-8',
    );
  });
  app.get('/bulk/locations.ndjson', hidden, async (request, reply) =>
    sendBulkFile(request, reply, createBulkFile(toJsonLines(await loadFhirLocations(deps))), ndjson),
  );
  app.get('/bulk/schedules.ndjson', hidden, async (request, reply) =>
    sendBulkFile(request, reply, createBulkFile(toJsonLines(await branchSchedules(deps))), ndjson),
  );
  app.get('/bulk/:file', hidden, async (request, reply) => {
    const [, id] = /^slots-(\d{1,9})\.ndjson$/.exec((request.params as { file: string }).file) ?? [];
    const known = (await currentLocations(deps)).some((branch) => branch.id === Number(id));
    if (!known) throw new Refusal('not_found');
    return sendBulkFile(request, reply, await loadSlotFile(deps, Number(id)), ndjson);
  });
}
