import { useMemo } from 'react';
import type { Card } from '#shared/contract/arrivals.ts';
import type { Location } from '#shared/contract/locations.ts';
import { listServices } from '#shared/contract/services.ts';
import { ownPlace } from '#shared/contract/staff.ts';
import { clinicClock, readInstant } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { useOwnBranches } from '#web/api/own/own-branches.ts';
import { currentLang, pickLanguage, t } from '#web/i18n.ts';

/** Name of a deleted account. */
const erasedName = '—';

export const formatCardName = ({ patient }: Pick<Card, 'patient'>): string =>
  patient.name === erasedName ? t('staff.cell.erasedPatient') : patient.name;

/** An appointment for which a follow-up is planned. */
export interface FollowedVisit {
  id: number;
  name: string;
  date: string;
  time: string;
}
export const toFollowUpVisit = (card: Card): FollowedVisit => ({
  id: card.id,
  name: formatCardName(card),
  date: card.date,
  time: card.appointmentTime,
});

export const formatClinicClock = (instant: string): string => {
  const at = readInstant(instant);
  return at ? formatTime(currentLang(), clinicClock(at).time) : '';
};

export interface BoardNames {
  /** Branches where the user works; undefined until they are loaded. */
  branches: readonly Location[] | undefined;
  /** Branch preselected for the user. */
  home: number | null | undefined;
  service(english: string): string;
}

/** Branches of the signed-in user and services, in the page's language. */
export function useBoardNames(): BoardNames {
  const branches = useOwnBranches();
  const { data: services } = useRead(listServices);
  const { data: place } = useRead(ownPlace);
  return useMemo(
    () => ({
      branches,
      home: place?.homeLocationId,
      service: (english) => {
        const found = services?.find(({ name }) => name === english);
        return found ? pickLanguage(found.name, found.nameAr) : english;
      },
    }),
    [branches, services, place],
  );
}
