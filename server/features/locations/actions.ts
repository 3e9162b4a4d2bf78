import type { Deps } from '#server/deps.ts';
import { constraintOf, inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { refuseStaleRecord } from '#server/engine/http/version.ts';
import { countUpcomingAtBranch } from '#server/features/held-times/held-time-queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type * as api from '#shared/contract/locations.ts';
import type { Location } from '#shared/contract/locations.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { openHoursText, parseOpenHours, type WeekShift } from '#shared/domain/visits/open-hours.ts';
import { Refusal } from '#shared/errors.ts';
import { countOpenOfBranch, dropBranchFromWishes } from './capacity-queries.ts';
import { listWeekShifts, removeSchedules, replaceShifts } from './hours-queries.ts';
import {
  archiveLocation,
  insertLocation,
  lockAllBranches,
  lockBranch,
  presentLocation,
  raiseHoursVersion,
  updateLocation,
} from './queries.ts';

type Db = Parameters<typeof recordEvent>[0];

/** The weekly hours, if they came as a map of weekdays. */
function parseWeekShifts(openHours: string | undefined): WeekShift[] | null {
  const parsed = openHours === undefined ? null : parseOpenHours(openHours);
  if (parsed === 'malformed') throw new Refusal('malformed', { fields: { openHours: 'validation.invalid' } });
  return parsed;
}

/** Hours that came as a map are also stored as a text in both languages. */
const formatHoursTexts = (shifts: WeekShift[] | null) =>
  shifts && { openHours: openHoursText('en', shifts), openHoursAr: openHoursText('ar', shifts) };

/** Similar to saving a service, but with other rules, so the code is not shared. */
async function saveInTransaction<T>(deps: Deps, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(deps.db, work);
  } catch (error) {
    if (constraintOf(error) === 'locations_image_id_fkey')
      throw new Refusal('bad_image', { fields: { imageUrl: 'validation.image' } });
    throw error;
  }
}

/** The part of a change that leaves less room for appointments. */
export const findLostCapacity = (
  before: Pick<Location, 'rooms' | 'bookedBy'>,
  after: { readonly rooms?: number | undefined; readonly bookedBy?: Location['bookedBy'] | undefined },
) => ({
  rooms: after.rooms !== undefined && after.rooms < before.rooms ? after.rooms : undefined,
  byDoctor: after.bookedBy === 'doctor' && before.bookedBy === 'room',
});

type ClosingDay = Body<typeof api.changeLocation>['closedFrom'];

/** The day from which a branch is closed, with null for an empty day; undefined if none was given. */
export const parseClosingDay = (day: ClosingDay): ClosingDay => (day === '' ? null : day);

function checkClosingDay(deps: Pick<Deps, 'now'>, day: ClosingDay): void {
  if (day && day < dayClock(deps.now()).date)
    throw new Refusal('in_the_past', { fields: { closedFrom: 'error.inThePast' } });
}

async function setShifts(tx: Db, actor: Actor, locationId: number, shifts: WeekShift[]): Promise<void> {
  const before = await listWeekShifts(tx, locationId);
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
  const shifts = parseWeekShifts(body.openHours);
  checkClosingDay(deps, body.closedFrom);
  return saveInTransaction(deps, async (tx) => {
    const location = await insertLocation(tx, { ...body, ...formatHoursTexts(shifts) });
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
 * Changes a branch. Other hours, fewer rooms and booking by doctors displace the appointments that can no
 * longer take place.
 */
export const changeLocation = (
  deps: Deps,
  viewer: Viewer,
  id: number,
  body: Body<typeof api.changeLocation>,
): Promise<Location> => {
  const shifts = parseWeekShifts(body.openHours);
  return saveInTransaction(deps, async (tx) => {
    if (shifts || body.closedFrom !== undefined) await lockAllBranches(tx);
    const locked = await lockBranch(tx, id);
    if (!locked) throw new Refusal('not_found');
    const before = presentLocation(locked);
    refuseStaleRecord(body.version, before);
    const day = parseClosingDay(body.closedFrom);
    const closedFrom = day === before.closedFrom ? undefined : day;
    checkClosingDay(deps, closedFrom);
    const change = {
      locationId: id,
      shifts: shifts ?? undefined,
      closedFrom,
      ...findLostCapacity(before, body),
    };
    // Rejects bookings that were computed with the old rooms, without duties or before the closing.
    if (change.rooms !== undefined || change.byDoctor || closedFrom !== undefined)
      await raiseHoursVersion(tx, id);
    for (const beforeChange of deps.registries.branchListeners) await beforeChange(tx, deps, viewer, change);
    const after = await updateLocation(tx, locked, { ...body, ...formatHoursTexts(shifts) });
    if (shifts) await setShifts(tx, viewer, id, shifts);
    await recordEvent(tx, viewer, {
      action: 'changed',
      subject: 'locations',
      subjectId: id,
      locationId: id,
      before: { ...before },
      after: { ...after },
    });
    return after;
  });
};

/**
 * Archives a branch. It disappears from every list and stays in the history. Rejected while it has upcoming
 * appointments, open offers, or patients who wait for this branch alone and for days on which it is open.
 */
export const closeLocation = (deps: Deps, viewer: Viewer, id: number): Promise<void> =>
  saveInTransaction(deps, async (tx) => {
    const locked = await lockBranch(tx, id);
    if (!locked) throw new Refusal('not_found');
    const clock = dayClock(deps.now());
    const visits = await countUpcomingAtBranch(tx, id, clock);
    if (visits > 0) throw new Refusal('has_future_appointments', { params: { n: visits } });
    const ending = { locationId: id, ends: true };
    for (const beforeChange of deps.registries.branchListeners) await beforeChange(tx, deps, viewer, ending);
    const open = await countOpenOfBranch(tx, id, clock);
    if (open.offers + open.wishes > 0) throw new Refusal('still_open', { params: { visits, ...open } });
    await dropBranchFromWishes(tx, id);
    await archiveLocation(tx, id, deps.now());
    await removeSchedules(tx, id);
    await recordEvent(tx, viewer, {
      action: 'deleted',
      subject: 'locations',
      subjectId: id,
      locationId: id,
      before: { ...presentLocation(locked) },
    });
  });
