import type { Deps } from '#server/deps.ts';
import { constraintOf, inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { refuseStaleRecord } from '#server/engine/http/version.ts';
import { countComing } from '#server/features/held-times/held-time-queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type * as api from '#shared/contract/locations.ts';
import type { Location } from '#shared/contract/locations.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { openHoursText, parseOpenHours, type WeekShift } from '#shared/domain/visits/open-hours.ts';
import { Refusal } from '#shared/errors.ts';
import { countOffDuty, dropBranchFromWishes, fitIntoRooms, openForBranch } from './capacity-queries.ts';
import { removeSchedules, replaceShifts, shiftsOf } from './hours-queries.ts';
import {
  archiveLocation,
  insertLocation,
  lockBranch,
  presentLocation,
  raiseHoursVersion,
  updateLocation,
} from './queries.ts';

type Db = Parameters<typeof recordEvent>[0];

/** The weekly hours, if they came as a map of weekdays. */
function shiftsIn(openHours: string | undefined): WeekShift[] | null {
  const parsed = openHours === undefined ? null : parseOpenHours(openHours);
  if (parsed === 'malformed') throw new Refusal('malformed', { fields: { openHours: 'validation.invalid' } });
  return parsed;
}

/** Hours that came as a map are also stored as a text in both languages. */
const worded = (shifts: WeekShift[] | null) =>
  shifts && { openHours: openHoursText('en', shifts), openHoursAr: openHoursText('ar', shifts) };

/** Similar to saving a service, but with other rules, so the code is not shared. */
async function savingLocation<T>(deps: Deps, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(deps.db, work);
  } catch (error) {
    if (constraintOf(error) === 'locations_image_id_fkey')
      throw new Refusal('bad_image', { fields: { imageUrl: 'validation.image' } });
    throw error;
  }
}

async function setShifts(tx: Db, actor: Actor, locationId: number, shifts: WeekShift[]): Promise<void> {
  const before = await shiftsOf(tx, locationId);
  await raiseHoursVersion(tx, locationId);
  await replaceShifts(tx, locationId, shifts);
  const change = { before: { shifts: before }, after: { shifts } };
  await recordEvent(tx, actor, {
    action: 'changed',
    subject: 'schedules',
    subjectId: locationId,
    locationId,
    ...change,
  });
}

/** Creates a branch. Hours given as a map of weekdays also become its weekly schedule. */
export const createLocation = (
  deps: Deps,
  actor: Actor,
  body: Body<typeof api.createLocation>,
): Promise<Location> => {
  const shifts = shiftsIn(body.openHours);
  return savingLocation(deps, async (tx) => {
    const location = await insertLocation(tx, { ...body, ...worded(shifts) });
    const { id } = location;
    await recordEvent(tx, actor, {
      action: 'created',
      subject: 'locations',
      subjectId: id,
      locationId: id,
      after: { ...location },
    });
    if (shifts) await setShifts(tx, actor, id, shifts);
    return location;
  });
};

/**
 * Changes a branch. Fewer rooms are rejected while upcoming appointments or offers need them; an appointment
 * in a removed room moves to a free one. Booking by doctors is rejected while upcoming appointments or offers
 * name a doctor who is not on duty then.
 */
export const changeLocation = (
  deps: Deps,
  viewer: Viewer,
  id: number,
  body: Body<typeof api.changeLocation>,
): Promise<Location> => {
  const shifts = shiftsIn(body.openHours);
  return savingLocation(deps, async (tx) => {
    const locked = await lockBranch(tx, id);
    if (!locked) throw new Refusal('not_found');
    const before = presentLocation(locked);
    refuseStaleRecord(body.version, before);
    if (body.rooms !== undefined && body.rooms < before.rooms) {
      const n = await fitIntoRooms(tx, id, body.rooms, dayClock(deps.now()));
      if (n > 0) throw new Refusal('rooms_in_use', { params: { n } });
    }
    if (body.bookedBy === 'doctor' && before.bookedBy === 'room') {
      // Rejects bookings that were computed without duties.
      await raiseHoursVersion(tx, id);
      const n = await countOffDuty(tx, id, dayClock(deps.now()));
      if (n > 0) throw new Refusal('doctors_off_duty', { params: { n } });
    }
    const after = await updateLocation(tx, locked, { ...body, ...worded(shifts) });
    if (shifts) {
      for (const beforeNewHours of deps.registries.hoursListeners)
        await beforeNewHours(tx, deps, viewer, { locationId: id, shifts });
      await setShifts(tx, viewer, id, shifts);
    }
    const change = { before: { ...before }, after: { ...after } };
    await recordEvent(tx, viewer, {
      action: 'changed',
      subject: 'locations',
      subjectId: id,
      locationId: id,
      ...change,
    });
    return after;
  });
};

/**
 * Archives a branch. It disappears from every list and stays in the history. Rejected while it has upcoming
 * appointments, open offers, or patients who wait for this branch alone.
 */
export const closeLocation = (deps: Deps, actor: Actor, id: number): Promise<void> =>
  savingLocation(deps, async (tx) => {
    const locked = await lockBranch(tx, id);
    if (!locked) throw new Refusal('not_found');
    const n = await countComing(tx, id, dayClock(deps.now()));
    if (n > 0) throw new Refusal('has_future_appointments', { params: { n } });
    const open = await openForBranch(tx, id);
    if (open.offers + open.wishes > 0) throw new Refusal('still_open', { params: { ...open } });
    await dropBranchFromWishes(tx, id);
    await archiveLocation(tx, id, deps.now());
    await removeSchedules(tx, id);
    await recordEvent(tx, actor, {
      action: 'deleted',
      subject: 'locations',
      subjectId: id,
      locationId: id,
      before: { ...presentLocation(locked) },
    });
  });
