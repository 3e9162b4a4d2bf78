import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { getInsights } from '#shared/contract/insights.ts';
import { addDays, dayClock, weekOf } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { countByHour, countByWeek, countPerBranch, countWaitingListUse } from './queries.ts';

const weeks = 12;
/** Three years: charts show weeks, and counting all appointments ever would slow down others. */
const maxRangeDays = 1096;

export function insightsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, getInsights, async ({ query }) => {
    const to = query.to ?? dayClock(deps.now()).date;
    const from = query.from ?? addDays(weekOf(to).from, -7 * (weeks - 1));
    if (from > to) throw new Refusal('malformed', { fields: { to: 'validation.dateOrder' } });
    if (addDays(from, maxRangeDays) <= to)
      throw new Refusal('malformed', {
        fields: { to: 'validation.dateRangeLong' },
        params: { n: maxRangeDays },
      });
    const span = { from, to, locationId: query.locationId };
    return {
      from,
      to,
      load: await countByHour(deps.db, span),
      weeks: await countByWeek(deps.db, span),
      waiting: await countWaitingListUse(deps.db, span),
      branches: await countPerBranch(deps.db, span),
    };
  });
}
