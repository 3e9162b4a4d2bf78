import { chooseOwnPlace, ownPlace } from '#shared/contract/staff.ts';
import { useChange } from '#web/api/changes.ts';
import { useRead } from '#web/api/hooks.ts';

/** The branch with which the user's screens and new appointments begin; null until it is loaded. */
export function useHomeBranch() {
  const { data: place } = useRead(ownPlace);
  const { mutate: choose } = useChange(chooseOwnPlace);
  const branch = place?.homeLocationId ?? null;
  return {
    branch,
    remember(locationId: number) {
      if (locationId !== branch) choose({ body: { homeLocationId: locationId } });
    },
  };
}
