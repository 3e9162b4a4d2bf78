import { listOwnOffers } from '#shared/contract/offers.ts';
import { useRead } from '#web/api/hooks.ts';

interface Kept {
  /** Of a day of a branch. */
  locationId: number | null;
  date: string | null;
  /** Those that would move this appointment; null: those of a new one. */
  appointmentId: number | null;
}

/** The times that are kept for her, or for somebody she looks after: they are in no list of free times. */
export function useKeptTimes(isSignedIn: boolean, { locationId, date, appointmentId }: Kept): string[] {
  const { data = [] } = useRead(listOwnOffers, isSignedIn ? {} : null);
  return data
    .filter((offer) => offer.answers.includes('take') && offer.appointmentId === appointmentId)
    .filter((offer) => offer.locationId === locationId && offer.appointmentDate === date)
    .map((offer) => offer.appointmentTime);
}
