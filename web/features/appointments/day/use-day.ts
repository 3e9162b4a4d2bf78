import { useCallback, useMemo } from 'react';
import { listDoctors } from '#shared/contract/doctors.ts';
import { ownBranch } from '#shared/contract/own/first-reads.ts';
import { type DayAvailability, getAvailability } from '#shared/contract/schedules.ts';
import { type CalendarDay, calendarDay } from '#shared/contract/staff-appointments.ts';
import { type ClinicClock, minutesOf } from '#shared/domain/clinic-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { stillToCome } from '#shared/domain/visits/free-by-room.ts';
import { slotMinutes } from '#shared/domain/visits/slots.ts';
import { ApiError, addressOf } from '#web/api/client.ts';
import { byServer } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { useLiveLost } from '#web/api/live.ts';
import { useTryAgain } from '#web/api/try-again.ts';
import type { StaffGrid } from '#web/features/appointments/new/use-staff-times.ts';
import { currentLang } from '#web/i18n.ts';
import { type DayPlan, doctorColumns, planOfDay, roomColumns } from './day-plan.ts';

const dayOf = (locationId: number | typeof ownBranch, date: string) => ({ query: { date, locationId } });
const startsOf = (id: number | typeof ownBranch, date: string, grid: StaffGrid) => ({
  params: { id },
  query: { date, grid },
});

/** Addresses that a calendar reads first: today at the user's branch. */
export const firstDayOf = (date: string, kind: StaffGrid): string[] => [
  addressOf(calendarDay, dayOf(ownBranch, date)),
  addressOf(getAvailability, startsOf(ownBranch, date, kind)),
];

/** A branch's day and its possible starts, and since when they are outdated if the connection is lost. */
export function useDay({ kind, locationId, date }: { kind: StaffGrid; locationId: number; date: string }) {
  const day = useRead(calendarDay, dayOf(locationId, date));
  const grid = useRead(getAvailability, startsOf(locationId, date, kind));
  const { refetch } = day;
  const lost = useLiveLost() || (day.error instanceof ApiError && day.error.isNetwork);
  const tryNow = useCallback(() => void refetch(), [refetch]);
  useTryAgain(lost, tryNow);
  return {
    day: day.data,
    slots: (grid.data as DayAvailability | undefined)?.slots,
    isError: (day.isError && !day.data) || (grid.isError && !grid.data),
    lostSince: lost && day.data ? byServer(day.dataUpdatedAt) : null,
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

function planFor(
  { rooms, windows, doctors, away, kept, appointments }: CalendarDay,
  slots: DayAvailability['slots'],
  { date, clock, showOutside, mine, nameOf }: PlanView & { nameOf(doctorId: number): string },
): DayPlan {
  return planOfDay({
    columns: doctors ? doctorColumns(doctors, appointments, nameOf, away) : roomColumns(rooms, appointments),
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
    notBefore: stillToCome(date, clock),
    showOutside,
    mine,
  });
}

/** The day as columns; undefined until the day and its starts are loaded. */
export function usePlan(
  day: CalendarDay | undefined,
  slots: DayAvailability['slots'] | undefined,
  { date, clock, showOutside, mine }: PlanView,
): DayPlan | undefined {
  const nameOf = useDoctorNames(day);
  return useMemo(
    () => day && slots && planFor(day, slots, { date, clock, showOutside, mine, nameOf }),
    [day, slots, date, clock, showOutside, mine, nameOf],
  );
}
