import { clinicDay } from '#shared/contract/arrivals.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { isAtBranch } from '#shared/domain/visits/visit-stage.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';

interface Visit {
  id: number;
  locationId: number;
  appointmentDate: string;
}

/** Whether the patient of an appointment today has checked in and was not seen yet. */
export function useIsCheckedIn({ id, locationId, appointmentDate: date }: Visit): boolean {
  const isToday = date === dayClock(now()).date;
  const { data } = useRead(clinicDay, isToday ? { query: { locationId, date } } : null);
  return data?.cards.some((card) => card.id === id && isAtBranch(card.stage)) ?? false;
}
