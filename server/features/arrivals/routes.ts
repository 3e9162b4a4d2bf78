import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { readIdempotencyKey } from '#server/features/appointments/refusal-actions.ts';
import { currentHours, listOpenWindows } from '#server/features/locations/hours-queries.ts';
import { currentLocations, findOpenLocation } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { checkBranch, worksAt } from '#server/features/users/branch-queries.ts';
import * as api from '#shared/contract/arrivals.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { loadOwnDay, markPatientHere } from './own-day-actions.ts';
import { lastTicket, listCardsOfDay } from './queries.ts';
import {
  computeUsualDuration,
  computeUsualDurations,
  listExpectedTimes,
  listQueuesOfDay,
} from './queue-queries.ts';
import { moveQueueCard, setStage } from './stage-actions.ts';
import { addWalkIn } from './walk-in-actions.ts';

async function loadClinicDay(
  deps: Deps,
  viewer: Viewer,
  locationId: number,
  date: string,
): Promise<api.ClinicDay> {
  checkBranch(viewer, locationId);
  const location = await findOpenLocation(deps, locationId);
  const hours = location && (await currentHours(deps, locationId));
  if (!location || !hours) throw new Refusal('not_found');
  const { prefix } = await currentSettings(deps);
  const [cards, ticket, usual] = await Promise.all([
    listCardsOfDay(deps.db, viewer, { locationId, date, prefix }),
    lastTicket(deps.db, locationId, date),
    computeUsualDuration(deps, locationId, date),
  ]);
  return {
    date,
    locationId,
    rooms: location.rooms,
    windows: listOpenWindows(hours, date),
    cards,
    nextTicket: ticket + 1,
    usualMinutes: usual.minutes,
    usualOf: usual.of,
  };
}

/** The viewer's branches today: those where somebody waits, is inside or is expected. */
async function loadBranchesNow(deps: Deps, viewer: Viewer): Promise<api.BranchNow[]> {
  const branches = (await currentLocations(deps)).filter(({ id }) => worksAt(viewer, id));
  const ids = branches.map(({ id }) => id);
  const { date } = dayClock(deps.now());
  const [queues, expected] = await Promise.all([
    listQueuesOfDay(deps.db, ids, date, viewer),
    listExpectedTimes(deps.db, viewer, ids, date),
  ]);
  const busy = branches.filter(
    ({ id }) => expected.has(id) || queues.some(({ locationId }) => locationId === id),
  );
  const usual = await computeUsualDurations(
    deps,
    busy.map(({ id }) => id),
    date,
  );
  return busy.map(({ id, rooms }) => ({
    locationId: id,
    rooms,
    expected: expected.get(id)?.length ?? 0,
    expectedTimes: expected.get(id) ?? [],
    usualMinutes: usual.get(id)?.minutes ?? 0,
    queue: queues.filter(({ locationId }) => locationId === id),
  }));
}

export function arrivalRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.clinicDay, ({ viewer, query }) =>
    loadClinicDay(deps, viewer, query.locationId, query.date),
  );
  mount(app, deps, api.branchesNow, ({ viewer }) => loadBranchesNow(deps, viewer));
  mount(app, deps, api.changeStage, ({ viewer, params, body }) => setStage(deps, viewer, params.id, body));
  mount(app, deps, api.moveInQueue, ({ viewer, params, body }) =>
    moveQueueCard(deps, viewer, params.id, body),
  );
  mount(app, deps, api.ownDay, ({ viewer, params }) => loadOwnDay(deps, viewer, params.id));
  mount(app, deps, api.checkIn, ({ viewer, params }) => markPatientHere(deps, viewer, params.id));
  mount(app, deps, api.walkIn, ({ viewer, body, request }) =>
    addWalkIn(deps, viewer, body, readIdempotencyKey(request)),
  );
}
