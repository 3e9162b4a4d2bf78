import { useMemo } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { type Location, listLocations } from '#shared/contract/locations.ts';
import { listServices, type Service } from '#shared/contract/services.ts';
import { useRead } from '#web/api/hooks.ts';
import { inLang, t } from '#web/i18n.ts';

/** What remains of the name of an account that was erased. */
const erasedName = '—';

export function patientName({ name, username }: Appointment['patient']): string {
  if (name === erasedName) return t('staff.cell.erasedPatient');
  return name || username || t('staff.cell.unknownPatient');
}

export interface Names {
  locations: readonly Location[] | undefined;
  services: readonly Service[] | undefined;
  location(id: number, english?: string): string;
  /** A service is kept by its English name; screens say it in their language. */
  service(english: string): string;
}

/** The names of branches and services in the language of the page. */
export function useNames(): Names {
  const { data: locations } = useRead(listLocations);
  const { data: services } = useRead(listServices);
  return useMemo(
    () => ({
      locations,
      services,
      location: (id, english = '') => {
        const found = locations?.find((branch) => branch.id === id);
        return (found ? inLang(found.name, found.nameAr) : english) || t('staff.cell.unknownLocation');
      },
      service: (english) => {
        const found = services?.find(({ name }) => name === english);
        return (found ? inLang(found.name, found.nameAr) : english) || t('staff.cell.defaultService');
      },
    }),
    [locations, services],
  );
}
