import type { Deps } from '#server/deps.ts';
import { toReply } from '#server/engine/db/fields.ts';
import { constraintOf, inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { refuseStale } from '#server/engine/http/version.ts';
import { findAppointmentsByIds } from '#server/features/appointments/queries.ts';
import { withdrawUnneededOffersAfterSave } from '#server/features/disruptions/actions.ts';
import {
  type DepartureWatcher,
  maxPreviewed,
  previewDisplaced,
  watchDepartures,
} from '#server/features/disruptions/departure-actions.ts';
import {
  collectDisplaced,
  type DisplacedCollection,
} from '#server/features/disruptions/displaced-collection-actions.ts';
import { proposeTimes } from '#server/features/disruptions/proposal-queries.ts';
import { excludeAlreadyDisplaced } from '#server/features/disruptions/state-queries.ts';
import {
  type DutyRow,
  type ExceptionRow,
  exceptionValues,
  listDutiesAt,
  listExceptionsFrom,
  listWeekShifts,
  replaceDuties,
  replaceExceptions,
  replaceShifts,
} from '#server/features/locations/hours-queries.ts';
import { lockAllBranches, lockBranch, raiseHoursVersion } from '#server/features/locations/queries.ts';
import { findNames } from '#server/features/logs/queries.ts';
import { endImpossibleOffers } from '#server/features/offers/impossible-actions.ts';
import { notifyClosedWishes } from '#server/features/offers/wish-actions.ts';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import {
  dutySchema,
  exceptionSchema,
  putDuties,
  putExceptions,
  putSchedules,
  type Schedule,
  type ScheduleException,
} from '#shared/contract/schedules.ts';
import { addMinutes, dayClock, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import {
  areOpeningHours,
  parseClosing,
  parseOpening,
  type WeekShift,
} from '#shared/domain/visits/open-hours.ts';
import type { BranchHours, HoursByBranch } from '#shared/domain/visits/slots.ts';
import { Refusal } from '#shared/errors.ts';
import { findWishesLosingAllDays } from './closed-wishes-actions.ts';
import {
  changedHours,
  findDisplacedByHours,
  type HitByHours,
  type ProposedHours,
} from './preview-queries.ts';

type ScheduleInput = Body<typeof putSchedules>[number];
type ExceptionInput = Body<typeof putExceptions>[number];
type DutyInput = Body<typeof putDuties>[number];
type Duty = Reply<typeof putDuties>[number];

const malformedField = (row: number, field: string, key: string) =>
  new Refusal('malformed', { fields: { [`${row}.${field}`]: key } });

/** Shifts as they are stored: no row for a closed day; a missing end stays missing. */
export function parseShifts(rows: readonly ScheduleInput[]): WeekShift[] {
  return rows.flatMap((row, i) => {
    if (!row.isAvailable) return [];
    if (!row.startTime) throw malformedField(i, 'startTime', 'validation.required');
    const opens = parseOpening(row.startTime);
    const closes = row.endTime ? parseClosing(row.endTime) : null;
    if (closes !== null && closes <= opens) throw malformedField(i, 'endTime', 'validation.timeOrder');
    if (closes === null && opens >= 24 * 60) throw malformedField(i, 'endTime', 'validation.required');
    if (closes !== null && !areOpeningHours(opens, closes))
      throw malformedField(i, 'endTime', 'validation.hoursWindow');
    return [{ weekday: row.dayOfWeek, opens, closes }];
  });
}

/** Exceptions as they are stored: a closed day has no hours, any other has both. */
export function parseExceptions(rows: readonly ExceptionInput[]): ExceptionRow[] {
  return rows.map((row, i) => {
    if (row.isClosed) return exceptionValues(row, { opens: null, closes: null });
    if (!row.startTime) throw malformedField(i, 'startTime', 'validation.required');
    if (!row.endTime) throw malformedField(i, 'endTime', 'validation.required');
    const [opens, closes] = [parseOpening(row.startTime), parseClosing(row.endTime)];
    if (closes <= opens) throw malformedField(i, 'endTime', 'validation.timeOrder');
    if (!areOpeningHours(opens, closes)) throw malformedField(i, 'startTime', 'validation.hoursWindow');
    return exceptionValues(row, { opens, closes });
  });
}

/** One row for each shift and each closed weekday; nothing for a branch without hours. */
export function presentSchedule(shifts: readonly WeekShift[]): Schedule[] {
  if (shifts.length === 0) return [];
  return [0, 1, 2, 3, 4, 5, 6].flatMap((dayOfWeek): Schedule[] => {
    const rows = shifts.filter((shift) => shift.weekday === dayOfWeek);
    if (rows.length === 0) return [{ dayOfWeek, isAvailable: false, startTime: null, endTime: null }];
    return rows.map(({ opens, closes }) => ({
      dayOfWeek,
      isAvailable: true,
      startTime: timeOfMinutes(opens),
      endTime: closes === null ? null : timeOfMinutes(closes),
    }));
  });
}

export const presentException = (row: ExceptionRow): ScheduleException =>
  toReply(exceptionSchema, row, {
    date: row.day,
    isClosed: row.opens === null,
    startTime: row.opens === null ? null : timeOfMinutes(row.opens),
    endTime: row.closes === null ? null : timeOfMinutes(row.closes),
  });

export const presentDuty = (row: DutyRow) =>
  toReply(dutySchema, row, {
    dayOfWeek: row.weekday,
    startTime: timeOfMinutes(row.starts),
    endTime: timeOfMinutes(row.ends),
  });

const overlaps = ['location_hours_overlap', 'location_exceptions_overlap', 'duties_overlap'];

type Tx = Parameters<typeof recordEvent>[0];

async function refusingOverlaps<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (overlaps.includes(constraintOf(error) ?? '')) throw new Refusal('hours_overlap');
    throw error;
  }
}

/**
 * Changes the hours of branches while no other change runs: locks every branch, and rejects bookings that
 * were computed with the old hours.
 */
export const changeHours = <T>(
  deps: Deps,
  locationIds: readonly number[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  refusingOverlaps(() =>
    inTransaction(deps.db, async (tx) => {
      // Whether a patient on the waiting list can still get a time depends on all the branches of her request.
      await lockAllBranches(tx);
      for (const id of locationIds) {
        if (!(await lockBranch(tx, id))) throw new Refusal('not_found');
        await raiseHoursVersion(tx, id);
      }
      return work(tx);
    }),
  );

/** The weekly hours, the exceptions or the duties of a branch. `read` returns the stored list. */
export interface HoursList<T> {
  readonly locationId: number;
  readonly action: 'changed' | 'exceptions_changed' | 'duties_changed';
  readonly name: string;
  read(tx: Tx): Promise<T>;
  /** `displaced`: takes the appointments that this change displaces. */
  replace(tx: Tx, displaced: DisplacedCollection): Promise<void>;
}

/** Replaces a list and records the event with the list before and after. */
export async function replaceList<T>(
  tx: Tx,
  viewer: Viewer,
  { locationId, action, name, read, replace }: HoursList<T>,
  displaced: DisplacedCollection,
): Promise<T> {
  const before = await read(tx);
  await replace(tx, displaced);
  const after = await read(tx);
  await recordEvent(tx, viewer, {
    action,
    subject: 'schedules',
    subjectId: locationId,
    locationId,
    before: { [name]: before },
    after: { [name]: after },
  });
  return after;
}

/** New hours of branches that are saved together. */
export type HoursPlans = ReadonlyMap<number, ProposedHours>;

/** The new hours of each branch. */
export async function computeNewHours(
  deps: Pick<Deps, 'db' | 'now'>,
  plans: HoursPlans,
): Promise<HoursByBranch> {
  const hours = new Map<number, BranchHours>();
  for (const [id, proposed] of plans)
    hours.set(id, (await changedHours(deps.db, id, proposed, dayClock(deps.now()))).hours);
  return hours;
}

/** Appointments, by time, and offers that new hours displace at these branches, and the new hours. */
async function findDisplacedAtBranches(db: Tx, deps: Pick<Deps, 'now'>, plans: HoursPlans) {
  const hours = new Map<number, BranchHours>();
  const visits: (HitByHours & { locationId: number })[] = [];
  const offers: number[] = [];
  for (const [locationId, proposed] of plans) {
    const found = await findDisplacedByHours(db, locationId, proposed, dayClock(deps.now()));
    hours.set(locationId, found.hours);
    visits.push(...found.visits.map((visit) => ({ ...visit, locationId })));
    offers.push(...found.offers.map(({ id }) => id));
  }
  visits.sort((a, b) => a.localStart.localeCompare(b.localStart) || a.id - b.id);
  return { hours, visits, offers };
}

/**
 * Collects the appointments that new hours displace, and settles offers and waiting-list entries. Call it
 * before the change, in the same transaction.
 */
export async function displaceByHours(
  tx: Tx,
  deps: HttpDeps,
  viewer: Viewer,
  plans: HoursPlans,
  displaced: DisplacedCollection,
): Promise<void> {
  const { hours, visits, offers } = await findDisplacedAtBranches(tx, deps, plans);
  const wishes = await findWishesLosingAllDays({ ...deps, db: tx }, hours);
  const told = await notifyClosedWishes(tx, deps, wishes);
  for (const id of told) displaced.toldWishes.add(id);
  await endImpossibleOffers(tx, deps, viewer, offers, told);
  const ids = visits.map(({ id }) => id);
  const newly = new Set(await excludeAlreadyDisplaced(tx, deps, 'hours', ids));
  for (const { id, locationId, localStart, minutes, wasOpen } of visits)
    if (newly.has(id)) {
      const visit = { id, locationId, from: localStart, to: addMinutes(localStart, minutes) };
      displaced.add(wasOpen ? 'hours' : 'closed', [visit]);
    }
}

/** Appointments that new hours would displace. Nothing is saved. */
export async function previewHoursChange(
  deps: Deps,
  viewer: Viewer,
  plans: HoursPlans,
): Promise<DisplacedVisits> {
  const { hours, visits: hit, offers } = await findDisplacedAtBranches(deps.db, deps, plans);
  const inOrder = hit.map(({ id }) => id);
  const ids = await excludeAlreadyDisplaced(deps.db, deps, 'hours', inOrder);
  const rows = await findAppointmentsByIds(deps.db, viewer, ids.slice(0, maxPreviewed));
  const visits = await proposeTimes(deps, viewer, rows, { hours });
  const closedWishes = (await findWishesLosingAllDays(deps, hours)).length;
  return { count: ids.length, visits, offers: offers.length, closedWishes };
}

interface Saved<T> {
  /** The endpoint that saves the list, and the version that the caller saw last. */
  readonly spec: typeof putSchedules | typeof putExceptions | typeof putDuties;
  readonly ifMatch: string | undefined;
  readonly list: HoursList<T>;
  /** The part of the branch's hours that changes: may displace appointments. */
  readonly proposed?: ProposedHours;
}

/**
 * Replaces one list of a branch. Withdraws offers for displaced appointments that the new list allows again.
 */
async function saveList<T>(
  deps: Deps,
  viewer: Viewer,
  { spec, ifMatch, list, proposed }: Saved<T>,
): Promise<T> {
  const { locationId } = list;
  const saved = await changeHours(deps, [locationId], async (tx) => {
    refuseStale(spec, ifMatch, (await list.read(tx)) as Reply<typeof spec>);
    const displaced = collectDisplaced();
    if (proposed) await displaceByHours(tx, deps, viewer, new Map([[locationId, proposed]]), displaced);
    const after = await replaceList(tx, viewer, list, displaced);
    await displaced.open(tx, viewer);
    return after;
  });
  await withdrawUnneededOffersAfterSave(deps);
  return saved;
}

export const weekList = (locationId: number, shifts: readonly WeekShift[]): HoursList<Schedule[]> => ({
  locationId,
  action: 'changed',
  name: 'schedules',
  read: async (tx) => presentSchedule(await listWeekShifts(tx, locationId)),
  replace: (tx) => replaceShifts(tx, locationId, shifts),
});

/** Replaces the weekly hours of a branch. */
export const saveSchedules = async (
  deps: Deps,
  viewer: Viewer,
  locationId: number,
  rows: readonly ScheduleInput[],
  ifMatch?: string,
): Promise<Schedule[]> => {
  const shifts = parseShifts(rows);
  const list = weekList(locationId, shifts);
  return saveList(deps, viewer, { spec: putSchedules, ifMatch, list, proposed: { shifts } });
};

/**
 * Exceptions as they are stored.
 *
 * @throws Refusal `in_the_past` for a day before today
 */
export function futureExceptions(deps: Pick<Deps, 'now'>, input: readonly ExceptionInput[]): ExceptionRow[] {
  const today = dayClock(deps.now()).date;
  const rows = parseExceptions(input);
  const past = rows.findIndex(({ day }) => day < today);
  if (past >= 0) throw new Refusal('in_the_past', { fields: { [`${past}.date`]: 'error.inThePast' } });
  return rows;
}

export const exceptionList = (
  deps: Pick<Deps, 'now'>,
  locationId: number,
  rows: readonly ExceptionRow[],
): HoursList<ScheduleException[]> => {
  const today = dayClock(deps.now()).date;
  return {
    locationId,
    action: 'exceptions_changed',
    name: 'exceptions',
    read: async (tx) => (await listExceptionsFrom(tx, locationId, today)).map(presentException),
    replace: (tx) => replaceExceptions(tx, locationId, today, rows),
  };
};

/** Replaces the holidays and exceptional hours of a branch, from today on. */
export const saveExceptions = async (
  deps: Deps,
  viewer: Viewer,
  locationId: number,
  input: readonly ExceptionInput[],
  ifMatch?: string,
): Promise<ScheduleException[]> => {
  const exceptions = futureExceptions(deps, input);
  const list = exceptionList(deps, locationId, exceptions);
  return saveList(deps, viewer, { spec: putExceptions, ifMatch, list, proposed: { exceptions } });
};

/** Duties as they are stored. */
export const toDutyRows = (input: readonly DutyInput[]): DutyRow[] =>
  input.map(({ userId, dayOfWeek, startTime, endTime }, i) => {
    const [starts, ends] = [parseOpening(startTime), parseClosing(endTime)];
    if (ends <= starts) throw malformedField(i, 'endTime', 'validation.timeOrder');
    return { userId, weekday: dayOfWeek, starts, ends };
  });

async function setDuties(
  tx: Tx,
  viewer: Viewer,
  locationId: number,
  rows: readonly DutyRow[],
  departuresOf: (doctorIds: readonly number[]) => DepartureWatcher,
): Promise<void> {
  const before = await listDutiesAt(tx, viewer, locationId);
  const departures = departuresOf([...new Set([...before, ...rows].map(({ userId }) => userId))]);
  await departures.before(tx);
  if (!(await replaceDuties(tx, viewer, locationId, rows)))
    throw new Refusal('malformed', { fields: { userId: 'validation.userId' } });
  await departures.after(tx);
}

/** Appointments that other duties at a branch would displace. `hours`: new hours in the same save. */
export const previewDutiesAt = (
  deps: Deps,
  viewer: Viewer,
  locationId: number,
  { rows, hours }: { rows: readonly DutyRow[]; hours: HoursByBranch },
): Promise<DisplacedVisits> =>
  refusingOverlaps(() =>
    previewDisplaced(
      deps,
      viewer,
      (tx, departuresOf) => setDuties(tx, viewer, locationId, rows, departuresOf),
      hours,
    ),
  );

export const dutyList = (
  deps: Deps,
  viewer: Viewer,
  locationId: number,
  rows: readonly DutyRow[],
): HoursList<(Duty & { name: string | undefined })[]> => ({
  locationId,
  action: 'duties_changed',
  name: 'duties',
  // The history is read long after: it records names besides ids.
  read: async (tx) => {
    const kept = await listDutiesAt(tx, viewer, locationId);
    const names = await findNames(
      tx,
      viewer,
      kept.map(({ userId }) => userId),
    );
    return kept.map((row) => ({ ...presentDuty(row), name: names.get(row.userId) }));
  },
  replace: (tx, displaced) =>
    setDuties(tx, viewer, locationId, rows, (doctors) => watchDepartures(deps, viewer, doctors, displaced)),
});

/**
 * Replaces the duties at a branch. A doctor cannot have two duties at one time, also at different branches.
 */
export const saveDuties = async (
  deps: Deps,
  viewer: Viewer,
  locationId: number,
  input: readonly DutyInput[],
  ifMatch?: string,
) => {
  const list = dutyList(deps, viewer, locationId, toDutyRows(input));
  return saveList(deps, viewer, { spec: putDuties, ifMatch, list });
};
