import type { Deps } from '#server/deps.ts';
import { countTextsIfExhausted } from '#server/engine/delivery/text-budget.ts';
import { countLateReminders } from '#server/features/reminders/actions.ts';
import { countFailing } from '#server/features/webhooks/queries.ts';
import type { Alarm } from '#shared/contract/logs.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { countDeliveryProblems } from './message-queries.ts';

const minute = 60_000;
const stuckAfterMs = 15 * minute;
const lateReminderMs = 30 * minute;
const failureWindowMs = 24 * 60 * minute;

/** Problems of delivery that need a person; empty if there is none. */
export async function findDeliveryAlarms(deps: Deps): Promise<Alarm[]> {
  const now = deps.now();
  const { stuck, failing } = await countDeliveryProblems(
    deps.db,
    addMilliseconds(now, -stuckAfterMs),
    addMilliseconds(now, -failureWindowMs),
  );
  const found: Alarm[] = failing.map(({ channel, n, since }) => ({
    kind: 'failing',
    channel,
    count: n,
    since: since?.toISOString() ?? null,
  }));
  const { visits, accounts } = await countTextsIfExhausted(deps.db, now);
  if (accounts > 0) found.unshift({ kind: 'spent', channel: null, count: accounts, since: null });
  if (visits > 0) found.unshift({ kind: 'textsSpent', channel: null, count: visits, since: null });
  const silent = await countFailing(deps.db);
  if (silent > 0) found.unshift({ kind: 'webhook', channel: null, count: silent, since: null });
  const late = await countLateReminders(deps, lateReminderMs);
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
