import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { type AppointmentRow, findAppointment } from '#server/features/appointments/queries.ts';
import {
  findBookableService,
  loadBookingBranch,
} from '#server/features/appointments/requested-time-actions.ts';
import { loadDayAvailability } from '#server/features/doctors/availability-queries.ts';
import type { FollowUpConflict, FollowUpPlan } from '#shared/contract/staff-appointments.ts';
import {
  addDays,
  addMinutes,
  dayClock,
  localDateTime,
  minutesOf,
  splitLocal,
  timeOfMinutes,
} from '#shared/domain/clinic-time.ts';
import {
  type FollowUpWish,
  type FreeStart,
  followUpDates,
  listNeighbouringDays,
  nearestStarts,
} from '#shared/domain/visits/follow-up.ts';
import { hoursOfDay, isStaffStart } from '#shared/domain/visits/slots.ts';
import { Refusal } from '#shared/errors.ts';
import { listBusyTimes } from './queries.ts';

interface StaffSlot {
  taken: boolean;
  outside: boolean;
}
/** Starts of a day that staff may choose, from both grids. */
async function listStaffStarts(deps: Deps, locationId: number, date: string, service: string) {
  const starts = new Map<number, StaffSlot>();
  for (const grid of ['admin', 'doctor'] as const) {
    const { slots } = await loadDayAvailability(deps, { locationId, date, service, grid });
    for (const { time, taken, outside } of slots)
      starts.set(minutesOf(time), { taken: taken === true, outside: outside === true });
  }
  return starts;
}

/** `isOffered`: a public start of the day; taken starts are not public any more. */
function findStartConflict(
  starts: ReadonlyMap<number, StaffSlot>,
  start: number,
  isOffered: () => boolean,
): FollowUpConflict | null {
  if (starts.size === 0) return 'closed';
  const found = starts.get(start);
  if (!found) return isOffered() ? 'taken' : 'off_grid';
  if (found.taken) return 'taken';
  return found.outside ? 'outside' : null;
}

/** The appointment that others follow, if the viewer may see it. */
export async function findVisitToFollow(deps: Deps, viewer: Viewer, id: number): Promise<AppointmentRow> {
  const row = await findAppointment(deps.db, viewer, id);
  if (!row) throw new Refusal('not_found');
  return row;
}

/**
 * Possible days after an appointment, at its branch and time: conflicts of each, and the nearest free times.
 * Nothing is held: a booking reports what was taken meanwhile.
 */
export async function planFollowUpsAfter(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { service, ...wish }: FollowUpWish & { service?: number | undefined },
): Promise<FollowUpPlan> {
  const origin = await findVisitToFollow(deps, viewer, id);
  const { durationMinutes, id: serviceId } = await findBookableService(deps, service ?? origin.serviceId);
  const branch = await loadBookingBranch(deps, origin.locationId);
  const { date: today } = dayClock(deps.now());
  const { date: after, time } = splitLocal(origin.localStart);
  const start = minutesOf(time);
  const dates = followUpDates(after, today, wish);
  const [first = today, last = first] = [dates[0], dates.at(-1)];
  const pair = { patientId: origin.userId, doctorId: origin.doctorId };
  const busy = await listBusyTimes(deps.db, pair, addDays(first, -7), addDays(last, 7));
  const busyAt = (date: string, at: number): FollowUpConflict | null => {
    const from = localDateTime(date, timeOfMinutes(at));
    const to = addMinutes(from, durationMinutes);
    const met = busy.filter((visit) => visit.from < to && from < visit.to);
    if (met.length === 0) return null;
    return met.some(({ patientId }) => patientId === origin.userId) ? 'patient_busy' : 'doctor_busy';
  };
  const { consultationStart } = branch.settings;
  const rules = { consultationStart, minutes: durationMinutes };
  const isOffered = (date: string) => isStaffStart(start, hoursOfDay(branch.hours, date), rules);
  const starts = (date: string) => listStaffStarts(deps, origin.locationId, date, String(serviceId));
  const freeOn = async (date: string): Promise<FreeStart[]> =>
    [...(await starts(date))].flatMap(([at, { taken, outside }]) =>
      taken || outside || busyAt(date, at) ? [] : [{ date, start: at }],
    );
  const visits: FollowUpPlan['visits'] = [];
  for (const date of dates) {
    const found = findStartConflict(await starts(date), start, () => isOffered(date));
    const conflict = found !== null && found !== 'outside' ? found : (busyAt(date, start) ?? found);
    const free: FreeStart[] = [];
    if (conflict)
      for (const day of [date, ...listNeighbouringDays(date, today)]) free.push(...(await freeOn(day)));
    const alternatives = nearestStarts({ date, start }, free).map((near) => ({
      date: near.date,
      time: timeOfMinutes(near.start),
    }));
    visits.push({ date, time, conflict, alternatives });
  }
  return { serviceId, visits };
}
