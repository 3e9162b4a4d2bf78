import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { type ClinicClock, isRealDate, monthKey } from '#shared/domain/clinic-time.ts';
import type { DoctorScope } from '#web/api/own/doctor-scope.ts';
import type { PatientField } from '#web/features/appointments/day/slot-booking.tsx';
import type { AppointmentListProps } from '#web/features/appointments/list/appointment-list.tsx';
import type { RowActions } from '#web/features/appointments/list/row-menu.tsx';
import type { StaffGrid } from '#web/features/appointments/new/use-staff-times.ts';
import type { VisitTime } from '#web/features/appointments/new/visit-time-fields.tsx';
import type { LocationServiceNames } from '#web/features/appointments/visit/appointment-names.ts';

export interface CalendarViewProps {
  kind: StaffGrid;
  clock: ClinicClock;
  columns: AppointmentListProps['columns'];
  actions: RowActions;
  /** Restricts the calendar to one doctor, and the control that chooses it. */
  whose: DoctorScope;
  /** Field that chooses the patient for whom a free time is booked. */
  patientField: PatientField;
  onNew(preset: Partial<VisitTime>): void;
}

export const calendarViews = ['day', 'week', 'month'] as const;
export type CalendarViewName = (typeof calendarViews)[number];

export interface CalendarPlace {
  view: CalendarViewName;
  month: string;
  day: string | null;
  branch: number | null;
}

/**
 * View, day and branch of the calendar, stored in the address; `first` is the view if the address names none.
 */
export function useCalendarPlace(
  today: string,
  first: CalendarViewName,
): [CalendarPlace, (change: Partial<CalendarPlace>) => void] {
  const [params, setParams] = useSearchParams();
  const dayText = params.get('day') ?? '';
  const monthText = params.get('month') ?? '';
  const day = isRealDate(dayText) ? dayText : null;
  const place: CalendarPlace = {
    view: calendarViews.find((view) => view === params.get('view')) ?? first,
    day,
    month: isRealDate(`${monthText}-01`) ? monthText : monthKey(day ?? today),
    branch: Number(/^[1-9]\d{0,8}$/.exec(params.get('branch') ?? '')?.[0]) || null,
  };
  const go = useCallback(
    (change: Partial<CalendarPlace>) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(change)) {
          if (value === null || value === first) next.delete(key);
          else next.set(key, String(value));
        }
        return next;
      }),
    [setParams, first],
  );
  return [place, go];
}

/** Props of the day, week and month views. */
export interface CalendarPartProps extends CalendarViewProps {
  place: CalendarPlace;
  /** First day of the week shown. */
  week: string;
  go(change: Partial<CalendarPlace>): void;
  names: LocationServiceNames;
}
