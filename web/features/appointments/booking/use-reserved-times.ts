import { listOwnOffers } from '#shared/contract/offers.ts';
import { useRead } from '#web/api/hooks.ts';

interface ReservedTimesScope {
  /** Day and branch of the times. */
  locationId: number | null;
  date: string | null;
  /** Only offers that would move this appointment; null: only offers of a new appointment. */
  appointmentId: number | null;
}

/**
 * Times reserved by offers for the user or a person the user manages. Lists of free times do not contain
 * them.
 */
export function useReservedTimes(
  isSignedIn: boolean,
  { locationId, date, appointmentId }: ReservedTimesScope,
): string[] {
  const { data = [] } = useRead(listOwnOffers, isSignedIn ? {} : null);
  return data
    .filter((offer) => offer.answers.includes('take') && offer.appointmentId === appointmentId)
    .filter((offer) => offer.locationId === locationId && offer.appointmentDate === date)
    .map((offer) => offer.appointmentTime);
}
