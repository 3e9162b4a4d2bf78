import { useMemo } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { type Location, listLocations } from '#shared/contract/locations.ts';
import { listServices, type Service } from '#shared/contract/services.ts';
import { useRead } from '#web/api/hooks.ts';
import { pickLanguage, t } from '#web/i18n.ts';

/** Name of a deleted account. */
const erasedName = '—';

export function formatPatientName({ name, username }: Appointment['patient']): string {
  if (name === erasedName) return t('staff.cell.erasedPatient');
  return name || username || t('staff.cell.unknownPatient');
}

export interface LocationServiceNames {
  locations: readonly Location[] | undefined;
  services: readonly Service[] | undefined;
  location(id: number, english?: string): string;
  /** A service is stored by its English name; pages translate it. */
  service(english: string): string;
}

/** Names of branches and services in the page's language. */
export function useLocationServiceNames(): LocationServiceNames {
  const { data: locations } = useRead(listLocations);
  const { data: services } = useRead(listServices);
  return useMemo(
    () => ({
      locations,
      services,
      location: (id, english = '') => {
        const found = locations?.find((branch) => branch.id === id);
        return (found ? pickLanguage(found.name, found.nameAr) : english) || t('staff.cell.unknownLocation');
      },
      service: (english) => {
        const found = services?.find(({ name }) => name === english);
        return (found ? pickLanguage(found.name, found.nameAr) : english) || t('staff.cell.defaultService');
      },
    }),
    [locations, services],
  );
}
