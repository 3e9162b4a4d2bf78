import type { Location } from '#shared/contract/locations.ts';
import { doctorName, type SpokenLanguage } from '#shared/domain/people/doctor-name.ts';
import type { ListedDoctor } from '#shared/page.ts';
import { currentLang, inLang, joined, t } from '#web/i18n.ts';

/** A language as it is called in the one being read. */
export const languageName = (code: SpokenLanguage): string =>
  new Intl.DisplayNames([currentLang()], { type: 'language' }).of(code) ?? code;

export const specialityOf = ({ speciality, specialityAr }: ListedDoctor): string =>
  inLang(speciality, specialityAr);

/** 'Speaks Arabic, English'; nothing where the clinic has not said. */
export const languagesOf = ({ languages }: ListedDoctor): string | null =>
  languages.length > 0
    ? t('public.doctors.speaks', { languages: joined(...languages.map(languageName)) })
    : null;

export const calledOf = (doctor: ListedDoctor): string => doctorName(currentLang(), doctor);

/** The open branches she works at, as the page draws them. */
export const branchesOf = ({ locationIds }: ListedDoctor, locations: readonly Location[]): Location[] =>
  locations.filter(({ id }) => locationIds.includes(id));
