import type { Location } from '#shared/contract/locations.ts';
import { doctorName, languageName } from '#shared/domain/people/doctor-name.ts';
import type { ListedDoctor } from '#shared/page.ts';
import { currentLang, joinWithComma, pickLanguage, t } from '#web/i18n.ts';

export const formatSpeciality = ({ speciality, specialityAr }: ListedDoctor): string =>
  pickLanguage(speciality, specialityAr);

export const formatLanguageNames = (languages: ListedDoctor['languages']): string[] =>
  languages.map((language) => languageName(currentLang(), language));

/** 'Speaks Arabic, English'; null if the clinic has entered none. */
export const formatSpokenLanguages = ({ languages }: ListedDoctor): string | null =>
  languages.length > 0
    ? t('public.doctors.speaks', { languages: joinWithComma(...formatLanguageNames(languages)) })
    : null;

export const formatDoctorName = (doctor: ListedDoctor): string => doctorName(currentLang(), doctor);

/** The doctor's branches among those that the page shows. */
export const listDoctorBranches = (
  { locationIds }: ListedDoctor,
  locations: readonly Location[],
): Location[] => locations.filter(({ id }) => locationIds.includes(id));
