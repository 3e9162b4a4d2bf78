import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { pendingStepError } from '#server/engine/http/access.ts';
import { mount, SerializedReply } from '#server/engine/http/mount-endpoint.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import {
  cacheBranchTimes,
  loadDayAvailability,
  loadRangeAvailability,
} from '#server/features/doctors/availability-queries.ts';
import { parseClosingDay } from '#server/features/locations/actions.ts';
import {
  listDutiesAt,
  listExceptionsFrom,
  listWeekShifts,
} from '#server/features/locations/hours-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import type { Query } from '#shared/contract/endpoint.ts';
import * as api from '#shared/contract/schedules.ts';
import { dayClock, daysBetween } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { absenceRoutes } from './absence-routes.ts';
import {
  computeNewHours,
  presentDuty,
  presentException,
  presentSchedule,
  previewDutiesAt,
  previewHoursChange,
  saveDuties,
  saveExceptions,
  saveSchedules,
  toDutyRows,
} from './actions.ts';
import { previewCapacity } from './capacity-actions.ts';
import { loadHours, planHours, saveHours } from './hours-actions.ts';

const longestRange = 62;

const malformedDate = (field: string, key: string, params = {}) =>
  new Refusal('malformed', { fields: { [field]: key }, params });

/** Only staff may see taken times in a grid. */
function checkGridAllowed(grid: string | undefined, viewer: Viewer | null): void {
  if (grid === undefined) return;
  if (!viewer) throw new Refusal('not_signed_in');
  const first = pendingStepError(viewer);
  if (first) throw first;
  if (!isStaff(viewer.role)) throw new Refusal('forbidden');
}

function loadAvailability(
  deps: Deps,
  locationId: number,
  { date, from, to, ...asked }: Query<typeof api.getAvailability>,
) {
  if (date !== undefined) {
    if (from !== undefined || to !== undefined) throw malformedDate('date', 'validation.invalid');
    return loadDayAvailability(deps, { locationId, date, ...asked });
  }
  if (from === undefined) throw malformedDate(to === undefined ? 'date' : 'from', 'validation.required');
  if (to === undefined) throw malformedDate('to', 'validation.required');
  const days = daysBetween(from, to) + 1;
  if (days < 1) throw malformedDate('to', 'validation.dateOrder');
  if (days > longestRange) throw malformedDate('to', 'validation.dateRangeLong', { n: longestRange });
  return loadRangeAvailability(deps, { locationId, from, to, ...asked });
}

/** Merges two previews: an appointment that both displace is shown once. */
function mergeDisplaced(one: DisplacedVisits, other: DisplacedVisits): DisplacedVisits {
  const known = new Set(one.visits.map(({ visit }) => visit.id));
  const more = other.visits.filter(({ visit }) => !known.has(visit.id));
  return {
    count: one.count + other.count - (other.visits.length - more.length),
    visits: [...one.visits, ...more],
    offers: (one.offers ?? 0) + (other.offers ?? 0),
    wishes: (one.wishes ?? 0) + (other.wishes ?? 0),
    closedWishes: (one.closedWishes ?? 0) + (other.closedWishes ?? 0),
  };
}

export function scheduleRoutes(app: FastifyInstance, deps: Deps): void {
  absenceRoutes(app, deps);
  const known = async (id: number): Promise<number> => {
    if (!(await findOpenLocation(deps, id))) throw new Refusal('not_found');
    return id;
  };
  const today = () => dayClock(deps.now()).date;

  mount(app, deps, api.listSchedules, async ({ params }) =>
    presentSchedule(await listWeekShifts(deps.db, await known(params.id))),
  );
  mount(app, deps, api.putSchedules, ({ viewer, params, body, ifMatch }) =>
    saveSchedules(deps, viewer, params.id, body, ifMatch),
  );
  mount(app, deps, api.listExceptions, async ({ params }) =>
    (await listExceptionsFrom(deps.db, await known(params.id), today())).map(presentException),
  );
  mount(app, deps, api.putExceptions, ({ viewer, params, body, ifMatch }) =>
    saveExceptions(deps, viewer, params.id, body, ifMatch),
  );
  mount(
    app,
    deps,
    api.previewHours,
    async ({ viewer, params, body: { rooms, bookedBy, closedFrom, ...hours } }) => {
      const plans = await planHours(deps, await known(params.id), hours);
      if (closedFrom !== undefined)
        plans.set(params.id, { ...plans.get(params.id), closedFrom: parseClosingDay(closedFrom) });
      const after = await computeNewHours(deps, plans);
      const previews = [
        await previewHoursChange(deps, viewer, plans),
        await previewCapacity(deps, viewer, params.id, { rooms, bookedBy, hours: after }),
      ];
      if (hours.duties) {
        const duties = { rows: toDutyRows(hours.duties), hours: after };
        previews.push(await previewDutiesAt(deps, viewer, params.id, duties));
      }
      return previews.reduce(mergeDisplaced);
    },
  );
  mount(app, deps, api.listDuties, async ({ viewer, params }) =>
    (await listDutiesAt(deps.db, viewer, await known(params.id))).map(presentDuty),
  );
  mount(app, deps, api.putDuties, ({ viewer, params, body, ifMatch }) =>
    saveDuties(deps, viewer, params.id, body, ifMatch),
  );
  mount(app, deps, api.getHours, async ({ viewer, params }) =>
    loadHours(deps, viewer, await known(params.id)),
  );
  mount(app, deps, api.putHours, ({ viewer, params, body, ifMatch }) =>
    saveHours(deps, viewer, params.id, body, ifMatch),
  );
  mount(app, deps, api.getAvailability, ({ viewer, params, query }) => {
    checkGridAllowed(query.grid, viewer);
    return cacheBranchTimes(
      deps,
      params.id,
      { question: JSON.stringify([params.id, query]), ofDoctor: query.doctorId !== undefined },
      async () => new SerializedReply(api.getAvailability, await loadAvailability(deps, params.id, query)),
    );
  });
}
