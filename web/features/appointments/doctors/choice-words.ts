import type { ChoosableDoctor } from '#shared/contract/doctors.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { currentLang, t } from '#web/i18n.ts';
import type { DoctorChoice } from './doctor-choice.ts';

/** Text of the choice; undefined while the doctor's name is not loaded. */
export const formatDoctorChoice = (
  choice: DoctorChoice | null,
  doctors: readonly ChoosableDoctor[] | undefined,
): string | undefined => {
  if (choice === null) return undefined;
  if (choice === 'any' || choice === 'woman') return t(`booking.doctor.${choice}`);
  const doctor = doctors?.find(({ id }) => id === choice);
  return doctor && doctorName(currentLang(), doctor);
};
