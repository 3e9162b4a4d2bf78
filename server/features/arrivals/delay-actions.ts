import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { readerOf } from '#server/features/families/family-queries.ts';
import { currentLocations, locationWithId } from '#server/features/locations/queries.ts';
import { notify } from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Location } from '#shared/contract/locations.ts';
import { addMinutes, dayClock, localDateTime, minutesOf, splitLocal } from '#shared/domain/clinic-time.ts';
import { delayAt } from '#shared/domain/visits/queue.ts';
import { delayKey, delayMessage } from './messages.ts';
import { type ComingToday, comingBetween, correctDelays } from './queries.ts';
import { queueOfDay, usualConsultation } from './queue-queries.ts';

/** A patient whose appointment is later than this is told later, because much may change until then. */
const ahead = 4 * 60;

/** Delay of an appointment of today at a branch, by its time. If nobody waits or is inside, there is none. */
async function delaysAt(deps: Deps, branch: Location): Promise<(localStart: string) => number> {
  const now = deps.now();
  const { date, minutes } = dayClock(now);
  const queue = await queueOfDay(deps.db, branch.id, date);
  if (queue.length === 0) return () => 0;
  const { minutes: usual } = await usualConsultation(deps, branch.id, date);
  const facts = { minutes, now, rooms: branch.rooms, usual };
  return (localStart) => delayAt(queue, facts, minutesOf(splitLocal(localStart).time));
}

/**
 * Notifies upcoming patients of today, once per appointment, if the delay exceeds the clinic's threshold. Their
 * messages in the app show the current delay.
 * Returns the number of notified patients.
 */
export async function notifyDelays(deps: Deps): Promise<number> {
  const { delayNotice, prefix } = await currentSettings(deps);
  if (delayNotice === null) return 0;
  const { date, time } = dayClock(deps.now());
  const after = localDateTime(date, time);
  let told = 0;
  for (const branch of await currentLocations(deps)) {
    const delayOf = await delaysAt(deps, branch);
    const coming = await comingBetween(deps.db, branch.id, after, addMinutes(after, ahead));
    await correctDelays(
      deps.db,
      coming.map(({ id, localStart }) => {
        const { time } = splitLocal(localStart);
        const late = delayOf(localStart);
        return { key: `${delayKey({ id, date, time })}:app`, late, come: comeAt(localStart, late) };
      }),
    );
    for (const visit of coming) {
      const late = delayOf(visit.localStart);
      if (late >= delayNotice && (await tell(deps, branch, visit, { date, late, prefix }))) told += 1;
    }
  }
  return told;
}

/**
 * A message about a delay with the current delay. Null if the clinic is on time again, or if the patient has checked in.
 */
export async function withCurrentDelay(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const { date, time, locationId } = message.params;
  const { delayNotice } = await currentSettings(deps);
  const branch = await locationWithId(deps, Number(locationId));
  if (!branch || delayNotice === null) return null;
  const start = localDateTime(String(date), String(time));
  const now = dayClock(deps.now());
  const coming = await comingBetween(deps.db, branch.id, localDateTime(now.date, now.time), start);
  const late = (await delaysAt(deps, branch))(start);
  if (late === 0 || !coming.some(({ id }) => id === message.appointmentId)) return null;
  return { ...message, params: { ...message.params, n: late, come: comeAt(start, late) } };
}

/** The time before which a patient need not be there. */
const comeAt = (localStart: string, late: number): string => splitLocal(addMinutes(localStart, late)).time;

function tell(
  deps: Deps,
  branch: Location,
  visit: ComingToday,
  { date, late, prefix }: { date: string; late: number; prefix: string },
): Promise<boolean> {
  const { time } = splitLocal(visit.localStart);
  const come = comeAt(visit.localStart, late);
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
