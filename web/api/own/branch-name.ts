import { listLocations } from '#shared/contract/locations.ts';
import { useRead } from '#web/api/hooks.ts';
import { pickLanguage } from '#web/i18n.ts';

/** Name of a branch in the current language. */
export function useBranchName(): (id: number) => string {
  const { data: locations = [] } = useRead(listLocations);
  return (id) => {
    const found = locations.find((one) => one.id === id);
    return found ? pickLanguage(found.name, found.nameAr) : '';
  };
}
