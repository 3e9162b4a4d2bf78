import type { Deps } from '#server/deps.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { isDeceptiveName } from '#shared/domain/people/deceptive-name.ts';

/** Whether a name looks like one of the clinic's names, an office, an address or a number. */
export async function createDeceptiveNameCheck(deps: Deps): Promise<(name: string) => boolean> {
  const { name, nameAr, senderName, senderNameAr } = await currentSettings(deps);
  const places = await currentLocations(deps);
  const named = (names: readonly (string | null)[]) => names.filter((one): one is string => !!one);
  const reserved = {
    clinic: named([name, nameAr, senderName, senderNameAr]),
    branches: named(places.flatMap((place) => [place.name, place.nameAr])),
  };
  return (chosen) => isDeceptiveName(chosen, reserved);
}
