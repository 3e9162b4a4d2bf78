import type { Deps } from '#server/deps.ts';
import { accountTextsSpent } from '#server/engine/delivery/text-budget.ts';
import { lateReminders } from '#server/features/reminders/actions.ts';
import { countFailing } from '#server/features/webhooks/queries.ts';
import type { Alarm } from '#shared/contract/logs.ts';
import { later } from '#shared/domain/clinic-time.ts';
import { troubles } from './message-queries.ts';

const minute = 60_000;
const stuckAfter = 15 * minute;
const lateAfter = 30 * minute;
const lately = 24 * 60 * minute;

/** Problems of delivery that need a person; empty if there is none. */
export async function alarms(deps: Deps): Promise<Alarm[]> {
  const now = deps.now();
  const { stuck, failing } = await troubles(deps.db, later(now, -stuckAfter), later(now, -lately));
  const found: Alarm[] = failing.map(({ channel, n, since }) => ({
    kind: 'failing',
    channel,
    count: n,
    since: since?.toISOString() ?? null,
  }));
  const spent = await accountTextsSpent(deps.db, now);
  if (spent > 0) found.unshift({ kind: 'spent', channel: null, count: spent, since: null });
  const silent = await countFailing(deps.db);
  if (silent > 0) found.unshift({ kind: 'webhook', channel: null, count: silent, since: null });
  const late = await lateReminders(deps, lateAfter);
  if (late > 0) found.unshift({ kind: 'late', channel: null, count: late, since: null });
  if (stuck.n > 0)
    found.unshift({
      kind: 'stuck',
      channel: null,
      count: stuck.n,
      since: stuck.since?.toISOString() ?? null,
    });
  return found;
}
