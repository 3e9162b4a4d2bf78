import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { findMessageReader, findMessageReaders } from '#server/features/families/family-queries.ts';
import { currentLocations, findOpenLocation } from '#server/features/locations/queries.ts';
import { createRedirectedKey, notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Location } from '#shared/contract/locations.ts';
import { addMinutes, dayClock, localDateTime, minutesOf, splitLocal } from '#shared/domain/clinic-time.ts';
import { estimateDelay } from '#shared/domain/visits/queue.ts';
import { delayKey, delayMessage } from './messages.ts';
import { correctDelays, type ExpectedAppointment, listExpectedBetween } from './queries.ts';
import { computeUsualDuration, listQueueOfDay } from './queue-queries.ts';

/** A patient whose appointment is later than this is told later, because much may change until then. */
const notifyAheadMinutes = 4 * 60;

/** Delay of an appointment of today at a branch, by its time. If nobody waits or is inside, there is none. */
async function computeBranchDelays(deps: Deps, branch: Location): Promise<(localStart: string) => number> {
  const now = deps.now();
  const { date, minutes } = dayClock(now);
  const queue = await listQueueOfDay(deps.db, branch.id, date);
  if (queue.length === 0) return () => 0;
  const { minutes: usual } = await computeUsualDuration(deps, branch.id, date);
  const facts = { minutes, now, rooms: branch.rooms, usual };
  return (localStart) => estimateDelay(queue, facts, minutesOf(splitLocal(localStart).time));
}

/**
 * Notifies upcoming patients of today, once per appointment, if the delay exceeds the clinic's threshold.
 * Their messages in the app show the current delay. `findDisplaced` finds appointments that cannot take
 * place. Returns the number of notified patients.
 */
export async function notifyDelays(
  deps: Deps,
  findDisplaced: (deps: Deps, ids: number[]) => Promise<number[]>,
): Promise<number> {
  const { delayNotice, prefix } = await currentSettings(deps);
  if (delayNotice === null) return 0;
  const { date, time } = dayClock(deps.now());
  const after = localDateTime(date, time);
  let told = 0;
  for (const branch of await currentLocations(deps)) {
    const branchDelay = await computeBranchDelays(deps, branch);
    const coming = await listExpectedBetween(
      deps.db,
      branch.id,
      after,
      addMinutes(after, notifyAheadMinutes),
    );
    const displaced = await findDisplaced(
      deps,
      coming.map(({ id }) => id),
    );
    const delayOf = ({ id, localStart }: ExpectedAppointment) =>
      displaced.includes(id) ? 0 : branchDelay(localStart);
    const readers = await findMessageReaders(
      deps.db,
      coming.map(({ patientId }) => patientId),
    );
    await correctDelays(
      deps.db,
      coming.map((visit) => {
        const { id, patientId, localStart } = visit;
        const { time } = splitLocal(localStart);
        const late = delayOf(visit);
        const key = delayKey({ id, date, time });
        const reader = readers.get(patientId);
        return {
          keys: [key, ...(reader ? [createRedirectedKey(key, reader.id)] : [])].map((one) => `${one}:app`),
          late,
          come: latestArrivalTime(localStart, late),
        };
      }),
    );
    for (const visit of coming) {
      const late = delayOf(visit);
      if (late >= delayNotice && (await notifyDelay(deps, branch, visit, { date, late, prefix }))) told += 1;
    }
  }
  return told;
}

/**
 * A message about a delay with the current delay. Null if the clinic is on time again, or if the patient has
 * checked in.
 */
export async function refreshDelayMessage(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const { date, time, locationId } = message.params;
  const { delayNotice } = await currentSettings(deps);
  const branch = await findOpenLocation(deps, Number(locationId));
  if (!branch || delayNotice === null) return null;
  const start = localDateTime(String(date), String(time));
  const now = dayClock(deps.now());
  const coming = await listExpectedBetween(deps.db, branch.id, localDateTime(now.date, now.time), start);
  const late = (await computeBranchDelays(deps, branch))(start);
  if (late === 0 || !coming.some(({ id }) => id === message.appointmentId)) return null;
  return { ...message, params: { ...message.params, n: late, come: latestArrivalTime(start, late) } };
}

/** The time before which a patient need not be there. */
const latestArrivalTime = (localStart: string, late: number): string =>
  splitLocal(addMinutes(localStart, late)).time;

function notifyDelay(
  deps: Deps,
  branch: Location,
  visit: ExpectedAppointment,
  { date, late, prefix }: { date: string; late: number; prefix: string },
): Promise<boolean> {
  const { time } = splitLocal(visit.localStart);
  const come = latestArrivalTime(visit.localStart, late);
  return inTransaction(deps.db, async (tx) => {
    const person = await findMessageReader(tx, visit.patientId);
    if (!person) return false;
    const message = delayMessage(person.locale, branch, { ...visit, date, time, late, come, prefix });
    if (!(await notifyPerson(tx, message))) return false;
    await recordEvent(tx, systemActor, {
      action: 'reminded',
      subject: 'notifications',
      patientId: visit.patientId,
    });
    return true;
  });
}
