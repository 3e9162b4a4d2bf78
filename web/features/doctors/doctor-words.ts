import type { Location } from '#shared/contract/locations.ts';
import { doctorName, languageName } from '#shared/domain/people/doctor-name.ts';
import type { ListedDoctor } from '#shared/page.ts';
import { currentLang, inLang, joined, t } from '#web/i18n.ts';

export const specialityOf = ({ speciality, specialityAr }: ListedDoctor): string =>
  inLang(speciality, specialityAr);

export const languageNames = (languages: ListedDoctor['languages']): string[] =>
  languages.map((language) => languageName(currentLang(), language));

/** 'Speaks Arabic, English'; null if the clinic has entered none. */
export const languagesOf = ({ languages }: ListedDoctor): string | null =>
  languages.length > 0
    ? t('public.doctors.speaks', { languages: joined(...languageNames(languages)) })
    : null;

export const calledOf = (doctor: ListedDoctor): string => doctorName(currentLang(), doctor);

/** The doctor's branches among those that the page shows. */
export const branchesOf = ({ locationIds }: ListedDoctor, locations: readonly Location[]): Location[] =>
  locations.filter(({ id }) => locationIds.includes(id));
