import { useMemo } from 'react';
import type { Card } from '#shared/contract/arrivals.ts';
import { type Location, listLocations } from '#shared/contract/locations.ts';
import { listServices } from '#shared/contract/services.ts';
import { ownPlace } from '#shared/contract/staff.ts';
import { clinicClock, readInstant } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/time-words.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, inLang, t } from '#web/i18n.ts';

/** What remains of the name of an account that was erased. */
const erasedName = '—';

export const cardName = ({ patient }: Pick<Card, 'patient'>): string =>
  patient.name === erasedName ? t('staff.cell.erasedPatient') : patient.name;

/** A visit after which another is planned. */
export interface FollowedVisit {
  id: number;
  name: string;
  date: string;
  time: string;
}
export const visitOf = (card: Card): FollowedVisit => ({
  id: card.id,
  name: cardName(card),
  date: card.date,
  time: card.appointmentTime,
});

export const clockTime = (instant: string): string => {
  const at = readInstant(instant);
  return at ? formatTime(currentLang(), clinicClock(at).time) : '';
};

export interface BoardNames {
  /** The branches she works at; undefined until they are known. */
  branches: readonly Location[] | undefined;
  /** The branch that her screens begin with. */
  home: number | null | undefined;
  service(english: string): string;
}

/** The branches of who is signed in, and the services, in the language of the page. */
export function useBoardNames(): BoardNames {
  const { data: locations } = useRead(listLocations);
  const { data: services } = useRead(listServices);
  const { data: place } = useRead(ownPlace);
  return useMemo(
    () => ({
      branches: place && locations?.filter(({ id }) => place.locationIds.includes(id)),
      home: place?.homeLocationId,
      service: (english) => {
        const found = services?.find(({ name }) => name === english);
        return found ? inLang(found.name, found.nameAr) : english;
      },
    }),
    [locations, services, place],
  );
}
