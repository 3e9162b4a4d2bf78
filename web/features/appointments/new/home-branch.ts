import { chooseOwnPlace, ownPlace } from '#shared/contract/staff.ts';
import { useChange } from '#web/api/changes.ts';
import { useRead } from '#web/api/hooks.ts';

/** The branch preselected for new appointments: the last one chosen, or the only one where the user works. */
export function useHomeBranch() {
  const { data: place } = useRead(ownPlace);
  const { mutate: choose } = useChange(chooseOwnPlace);
  const only = place?.locationIds.length === 1 ? place.locationIds[0] : undefined;
  const branch = place?.homeLocationId ?? only ?? null;
  return {
    branch,
    remember(locationId: number) {
      if (locationId !== branch) choose({ body: { homeLocationId: locationId } });
    },
  };
}
