import type { Deps } from '#server/deps.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { isDeceptiveName, type ReservedNames } from '#shared/domain/people/deceptive-name.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { say } from '#shared/messages/dictionaries.ts';

/** The names of the clinic and of its branches, in both languages. */
export async function loadReservedNames(deps: Pick<Deps, 'cache' | 'db'>): Promise<ReservedNames> {
  const { name, nameAr, senderName, senderNameAr } = await currentSettings(deps);
  const places = await currentLocations(deps);
  const named = (names: readonly (string | null)[]) => names.filter((one): one is string => !!one);
  return {
    clinic: named([name, nameAr, senderName, senderNameAr]),
    branches: named(places.flatMap((place) => [place.name, place.nameAr])),
  };
}

/** Whether a name looks like one of the clinic's names, an office, an address or a number. */
export async function createDeceptiveNameCheck(
  deps: Pick<Deps, 'cache' | 'db'>,
): Promise<(name: string) => boolean> {
  const reserved = await loadReservedNames(deps);
  return (chosen) => isDeceptiveName(chosen, reserved);
}

export interface NamedPerson {
  readonly name: string;
  readonly phone: string | null;
}
/** Name of a person for another person. */
export type NameFormatter = (person: NamedPerson) => string;

/**
 * The whole name of a person on another patient's page. The phone number takes the place of a deceptive name,
 * or the word "Patient" if there is none.
 */
export async function createPageNameFormatter(
  deps: Pick<Deps, 'cache' | 'db'>,
  lang: Lang,
): Promise<NameFormatter> {
  const isDeceptive = await createDeceptiveNameCheck(deps);
  return ({ name, phone }) => {
    if (!isDeceptive(name)) return name;
    return phone ? formatPhone(phone) : say(lang, 'role.patient');
  };
}
