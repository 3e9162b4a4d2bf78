import { useCallback, useMemo } from 'react';
import { listDoctors } from '#shared/contract/doctors.ts';
import { ownBranch } from '#shared/contract/own/first-reads.ts';
import { type DayAvailability, getAvailability } from '#shared/contract/schedules.ts';
import { type CalendarDay, calendarDay } from '#shared/contract/staff-appointments.ts';
import { type ClinicClock, minutesOf } from '#shared/domain/clinic-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { findFirstRemainingMinute } from '#shared/domain/visits/free-by-room.ts';
import { slotMinutes } from '#shared/domain/visits/slots.ts';
import { ApiError, buildEndpointUrl } from '#web/api/client.ts';
import { toServerTime } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { useIsLiveDisconnected } from '#web/api/live.ts';
import { useRetryWhileOffline } from '#web/api/use-retry-while-offline.ts';
import type { StaffGrid } from '#web/features/appointments/new/use-staff-times.ts';
import { currentLang } from '#web/i18n.ts';
import { buildDayPlan, createDoctorColumns, createRoomColumns, type DayPlan } from './day-plan.ts';

const buildCalendarDayInput = (locationId: number | typeof ownBranch, date: string) => ({
  query: { date, locationId },
});
const buildStartsInput = (id: number | typeof ownBranch, date: string, grid: StaffGrid) => ({
  params: { id },
  query: { date, grid },
});

/** Addresses that a calendar reads first: today at the user's branch. */
export const listCalendarReads = (date: string, kind: StaffGrid): string[] => [
  buildEndpointUrl(calendarDay, buildCalendarDayInput(ownBranch, date)),
  buildEndpointUrl(getAvailability, buildStartsInput(ownBranch, date, kind)),
];

/** A branch's day and its possible starts, and since when they are outdated if the connection is lost. */
export function useDay({ kind, locationId, date }: { kind: StaffGrid; locationId: number; date: string }) {
  const day = useRead(calendarDay, buildCalendarDayInput(locationId, date));
  const grid = useRead(getAvailability, buildStartsInput(locationId, date, kind));
  const { refetch } = day;
  const lost = useIsLiveDisconnected() || (day.error instanceof ApiError && day.error.isNetwork);
  const tryNow = useCallback(() => void refetch(), [refetch]);
  useRetryWhileOffline(lost, tryNow);
  return {
    day: day.data,
    slots: (grid.data as DayAvailability | undefined)?.slots,
    isError: (day.isError && !day.data) || (grid.isError && !grid.data),
    lostSince: lost && day.data ? toServerTime(day.dataUpdatedAt) : null,
    tryNow,
  };
}

/** Names of the doctors of a day, at branches booked by doctor. */
function useDoctorNames(day: CalendarDay | undefined) {
  const { data: doctors } = useRead(listDoctors, {}, { enabled: !!day?.doctors });
  return useCallback(
    (id: number) => {
      const found = doctors?.find((one) => one.id === id);
      if (found) return doctorName(currentLang(), found);
      const seen = day?.appointments.find(({ doctorId }) => doctorId === id)?.doctor;
      return seen ? doctorName(currentLang(), seen) : '';
    },
    [doctors, day],
  );
}

interface PlanView {
  date: string;
  clock: ClinicClock;
  showOutside: boolean;
  /** Only this doctor's appointments. */
  mine: number | null;
}

function createDayPlan(
  { rooms, windows, doctors, away, kept, appointments }: CalendarDay,
  slots: DayAvailability['slots'],
  { date, clock, showOutside, mine, nameOf }: PlanView & { nameOf(doctorId: number): string },
): DayPlan {
  return buildDayPlan({
    columns: doctors
      ? createDoctorColumns(doctors, appointments, nameOf, away)
      : createRoomColumns(rooms, appointments),
    rooms,
    kept,
    away,
    windows: windows.map(({ startTime, endTime }) => ({
      from: minutesOf(startTime),
      to: minutesOf(endTime),
    })),
    appointments,
    starts: slots.map(({ time, outside }) => ({ at: minutesOf(time), outside: outside === true })),
    step: slotMinutes,
    notBefore: findFirstRemainingMinute(date, clock),
    showOutside,
    mine,
  });
}

/** The day as columns; undefined until the day and its starts are loaded. */
export function useDayPlan(
  day: CalendarDay | undefined,
  slots: DayAvailability['slots'] | undefined,
  { date, clock, showOutside, mine }: PlanView,
): DayPlan | undefined {
  const nameOf = useDoctorNames(day);
  return useMemo(
    () => day && slots && createDayPlan(day, slots, { date, clock, showOutside, mine, nameOf }),
    [day, slots, date, clock, showOutside, mine, nameOf],
  );
}
