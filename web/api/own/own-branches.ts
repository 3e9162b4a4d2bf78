import { useMemo } from 'react';
import { type Location, listLocations } from '#shared/contract/locations.ts';
import { ownPlace } from '#shared/contract/staff.ts';
import { useRead } from '#web/api/hooks.ts';

/** The branches at which the user works; undefined until they are loaded. */
export function useOwnBranches(): readonly Location[] | undefined {
  const { data: locations } = useRead(listLocations);
  const { data: place } = useRead(ownPlace);
  return useMemo(
    () => place && locations?.filter(({ id }) => place.locationIds.includes(id)),
    [locations, place],
  );
}
