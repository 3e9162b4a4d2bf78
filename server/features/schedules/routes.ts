import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { pendingStepError } from '#server/engine/http/access.ts';
import { mount, SerializedReply } from '#server/engine/http/mount.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import {
  dayAvailability,
  keptTimes,
  rangeAvailability,
} from '#server/features/doctors/availability-queries.ts';
import { dutiesAt, exceptionsFrom, shiftsOf } from '#server/features/locations/hours-queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import type { Query } from '#shared/contract/endpoint.ts';
import * as api from '#shared/contract/schedules.ts';
import { dayClock, daysBetween } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { absenceRoutes } from './absence-routes.ts';
import {
  dutyOf,
  dutyRows,
  exceptionOf,
  hoursAfter,
  previewOfDuties,
  previewOfHours,
  saveDuties,
  saveExceptions,
  saveSchedules,
  scheduleOf,
} from './actions.ts';
import { previewOfCapacity } from './capacity-actions.ts';
import { hoursOf, plansOf, saveHours } from './hours-actions.ts';

const longestRange = 62;

const wrongDate = (field: string, key: string, params = {}) =>
  new Refusal('malformed', { fields: { [field]: key }, params });

/** Only staff may see taken times in a grid. */
function checkGrid(grid: string | undefined, viewer: Viewer | null): void {
  if (grid === undefined) return;
  if (!viewer) throw new Refusal('not_signed_in');
  const first = pendingStepError(viewer);
  if (first) throw first;
  if (!isStaff(viewer.role)) throw new Refusal('forbidden');
}

function availability(
  deps: Deps,
  locationId: number,
  { date, from, to, ...asked }: Query<typeof api.getAvailability>,
) {
  if (date !== undefined) {
    if (from !== undefined || to !== undefined) throw wrongDate('date', 'validation.invalid');
    return dayAvailability(deps, { locationId, date, ...asked });
  }
  if (from === undefined) throw wrongDate(to === undefined ? 'date' : 'from', 'validation.required');
  if (to === undefined) throw wrongDate('to', 'validation.required');
  const days = daysBetween(from, to) + 1;
  if (days < 1) throw wrongDate('to', 'validation.dateOrder');
  if (days > longestRange) throw wrongDate('to', 'validation.dateRangeLong', { n: longestRange });
  return rangeAvailability(deps, { locationId, from, to, ...asked });
}

/** Merges two previews: an appointment that both displace is shown once. */
function togetherWith(one: DisplacedVisits, other: DisplacedVisits): DisplacedVisits {
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
    if (!(await locationWithId(deps, id))) throw new Refusal('not_found');
    return id;
  };
  const today = () => dayClock(deps.now()).date;

  mount(app, deps, api.listSchedules, async ({ params }) =>
    scheduleOf(await shiftsOf(deps.db, await known(params.id))),
  );
  mount(app, deps, api.putSchedules, ({ viewer, params, body, ifMatch }) =>
    saveSchedules(deps, viewer, params.id, body, ifMatch),
  );
  mount(app, deps, api.listExceptions, async ({ params }) =>
    (await exceptionsFrom(deps.db, await known(params.id), today())).map(exceptionOf),
  );
  mount(app, deps, api.putExceptions, ({ viewer, params, body, ifMatch }) =>
    saveExceptions(deps, viewer, params.id, body, ifMatch),
  );
  mount(
    app,
    deps,
    api.previewHours,
    async ({ viewer, params, body: { rooms, bookedBy, closedFrom, ...hours } }) => {
      const plans = await plansOf(deps, await known(params.id), hours);
      if (closedFrom !== undefined)
        plans.set(params.id, { ...plans.get(params.id), closedFrom: closedFrom || null });
      const after = await hoursAfter(deps, plans);
      const previews = [
        await previewOfHours(deps, viewer, plans),
        await previewOfCapacity(deps, viewer, params.id, { rooms, bookedBy, hours: after }),
      ];
      if (hours.duties) {
        const duties = { rows: dutyRows(hours.duties), hours: after };
        previews.push(await previewOfDuties(deps, viewer, params.id, duties));
      }
      return previews.reduce(togetherWith);
    },
  );
  mount(app, deps, api.listDuties, async ({ viewer, params }) =>
    (await dutiesAt(deps.db, viewer, await known(params.id))).map(dutyOf),
  );
  mount(app, deps, api.putDuties, ({ viewer, params, body, ifMatch }) =>
    saveDuties(deps, viewer, params.id, body, ifMatch),
  );
  mount(app, deps, api.getHours, async ({ viewer, params }) => hoursOf(deps, viewer, await known(params.id)));
  mount(app, deps, api.putHours, ({ viewer, params, body, ifMatch }) =>
    saveHours(deps, viewer, params.id, body, ifMatch),
  );
  mount(app, deps, api.getAvailability, ({ viewer, params, query }) => {
    checkGrid(query.grid, viewer);
    return keptTimes(
      deps,
      params.id,
      { question: JSON.stringify([params.id, query]), ofDoctor: query.doctorId !== undefined },
      async () => new SerializedReply(api.getAvailability, await availability(deps, params.id, query)),
    );
  });
}
