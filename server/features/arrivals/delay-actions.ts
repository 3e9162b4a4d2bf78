import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { readerOf } from '#server/features/families/family-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { notify } from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Location } from '#shared/contract/locations.ts';
import { addMinutes, dayClock, localDateTime, minutesOf, splitLocal } from '#shared/domain/clinic-time.ts';
import { delayAt } from '#shared/domain/visits/queue.ts';
import { delayMessage } from './messages.ts';
import { type ComingToday, comingBetween } from './queries.ts';
import { queueOfDay, usualConsultation } from './queue-queries.ts';

/** A patient whose appointment is later than this is told later, because much may change until then. */
const ahead = 4 * 60;

/**
 * Notifies upcoming patients of today, once per appointment, if the delay exceeds the clinic's threshold. If
 * nobody waits or is inside, there is no known delay. Returns the number of notified patients.
 */
export async function notifyDelays(deps: Deps): Promise<number> {
  const { delayNotice, prefix } = await currentSettings(deps);
  if (delayNotice === null) return 0;
  const now = deps.now();
  const { date, time, minutes } = dayClock(now);
  const after = localDateTime(date, time);
  let told = 0;
  for (const branch of await currentLocations(deps)) {
    const queue = await queueOfDay(deps.db, branch.id, date);
    if (queue.length === 0) continue;
    const { minutes: usual } = await usualConsultation(deps, branch.id, date);
    for (const visit of await comingBetween(deps.db, branch.id, after, addMinutes(after, ahead))) {
      const late = delayAt(
        queue,
        { minutes, now, rooms: branch.rooms, usual },
        minutesOf(splitLocal(visit.localStart).time),
      );
      if (late >= delayNotice && (await tell(deps, branch, visit, { date, late, prefix }))) told += 1;
    }
  }
  return told;
}

function tell(
  deps: Deps,
  branch: Location,
  visit: ComingToday,
  { date, late, prefix }: { date: string; late: number; prefix: string },
): Promise<boolean> {
  const { time } = splitLocal(visit.localStart);
  const come = splitLocal(addMinutes(visit.localStart, late)).time;
  return inTransaction(deps.db, async (tx) => {
    const person = await readerOf(tx, visit.patientId);
    if (!person) return false;
    const message = delayMessage(person.locale, branch, { ...visit, date, time, late, come, prefix });
    if (!(await notify(tx, message))) return false;
    await recordEvent(tx, systemActor, {
      action: 'reminded',
      subject: 'notifications',
      patientId: visit.patientId,
    });
    return true;
  });
}
