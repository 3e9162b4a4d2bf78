import type { Deps } from '#server/deps.ts';
import { heldBetween } from '#server/features/appointments/queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { currentServices, serviceNamed } from '#server/features/services/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { DayAvailability, MonthAvailability } from '#shared/contract/schedules.ts';
import { addDays, clinicClock, type DateRange, datesOf, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { bookableFrom } from '#shared/domain/visits/booking-rules.ts';
import {
  type BranchHours,
  dayGrid,
  freeDays,
  type Grid,
  hoursOfDay,
  type PublicRules,
  publicSlots,
  staffDays,
} from '#shared/domain/visits/slots.ts';
import { Refusal } from '#shared/errors.ts';
import { currentHours } from './queries.ts';

type Asked = Pick<Deps, 'cache' | 'db' | 'now'>;

const defaultMinutes = 20;

async function minutesOfService(deps: Asked, service: string | undefined): Promise<number> {
  if (service === undefined || service === '') return defaultMinutes;
  const found = serviceNamed(await currentServices(deps), service);
  if (!found) throw new Refusal('unknown_service');
  return found.durationMinutes;
}

/** Everything but the visits: it stays in memory until somebody changes it. */
async function openingOf(deps: Asked, locationId: number, service: string | undefined) {
  const [location, settings, minutes] = await Promise.all([
    locationWithId(deps, locationId),
    currentSettings(deps),
    minutesOfService(deps, service),
  ]);
  const branch: BranchHours | undefined = location && (await currentHours(deps, locationId));
  if (!location || !branch) throw new Refusal('not_found');
  const rules: PublicRules = {
    consultationStart: settings.consultationStart,
    step: settings.slotStep,
    minutes,
  };
  return { rooms: location.rooms, branch, rules, settings, clock: clinicClock(deps.now()) };
}

/**
 * The times of a day: free ones for the public, all with whether they are taken for a grid of the staff. One
 * query.
 */
export async function dayAvailability(
  deps: Asked,
  {
    locationId,
    date,
    service,
    grid,
  }: { locationId: number; date: string; service?: string | undefined; grid?: Grid | undefined },
): Promise<DayAvailability> {
  const { rooms, branch, rules, settings, clock } = await openingOf(deps, locationId, service);
  const held = (await heldBetween(deps.db, locationId, date, addDays(date, 1))).get(date) ?? [];
  const question = { hours: hoursOfDay(branch, date), rules, held, rooms };
  if (grid) {
    return {
      date,
      slots: dayGrid(grid, question).map(({ start, ...of }) => ({ time: timeOfMinutes(start), ...of })),
    };
  }
  return {
    date,
    slots: publicSlots(question, bookableFrom(date, clock, settings)).map((start) => ({
      time: timeOfMinutes(start),
    })),
  };
}

/**
 * The days of a range: open or not, and how many starts are still free, to the public or on a grid of the
 * staff. One query, however many days.
 */
export async function rangeAvailability(
  deps: Asked,
  {
    locationId,
    from,
    to,
    service,
    grid,
  }: DateRange & { locationId: number; service?: string | undefined; grid?: Grid | undefined },
): Promise<MonthAvailability> {
  const { rooms, branch, rules, settings, clock } = await openingOf(deps, locationId, service);
  const held = await heldBetween(deps.db, locationId, from, addDays(to, 1));
  const question = { dates: datesOf({ from, to }), branch, rules, held, rooms };
  if (grid) return { days: staffDays(grid, question) };
  const notBefore = (date: string) => bookableFrom(date, clock, settings);
  return { days: freeDays({ ...question, notBefore }) };
}
