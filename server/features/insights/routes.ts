import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import { getInsights } from '#shared/contract/insights.ts';
import { addDays, dayClock, weekOf } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { branchCounts, loadByHour, waitingCounts, weeklyCounts } from './queries.ts';

const weeks = 12;
/** Three years: charts show weeks, and counting all appointments ever would slow down others. */
const longest = 1096;

export function insightsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, getInsights, async ({ query }) => {
    const to = query.to ?? dayClock(deps.now()).date;
    const from = query.from ?? addDays(weekOf(to).from, -7 * (weeks - 1));
    if (from > to) throw new Refusal('malformed', { fields: { to: 'validation.dateOrder' } });
    if (addDays(from, longest) <= to)
      throw new Refusal('malformed', { fields: { to: 'validation.dateRangeLong' }, params: { n: longest } });
    const span = { from, to, locationId: query.locationId };
    return {
      from,
      to,
      load: await loadByHour(deps.db, span),
      weeks: await weeklyCounts(deps.db, span),
      waiting: await waitingCounts(deps.db, span),
      branches: await branchCounts(deps.db, span),
    };
  });
}
