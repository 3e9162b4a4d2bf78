import { listDoctors } from '#shared/contract/doctors.ts';
import { clinicClock, readInstant } from '#shared/domain/clinic-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { formatTime, formatVisit } from '#shared/domain/time-words.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { useBranchName } from '#web/api/own/branch-name.ts';
import { currentLang, joined } from '#web/i18n.ts';

/** Branches and doctors as they are called in the language being spoken. */
export function useNames() {
  const branch = useBranchName();
  const { data: doctors = [] } = useRead(listDoctors);
  return {
    branch,
    /** Who has left is called as the server last knew her. */
    doctor(id: number, otherwise = ''): string {
      const found = doctors.find((one) => one.id === id);
      return found ? doctorName(currentLang(), found) : otherwise;
    },
  };
}
export type Names = ReturnType<typeof useNames>;

/** An hour of today, else day and hour, by the clinic's clock. */
export function formatAt(instant: string): string {
  const at = readInstant(instant);
  if (!at) return '';
  const { date, time } = clinicClock(at);
  const lang = currentLang();
  return date === clinicClock(now()).date ? formatTime(lang, time) : formatVisit(lang, date, time);
}

interface At {
  readonly appointmentDate: string;
  readonly appointmentTime: string;
}
export const visitWords = ({ appointmentDate, appointmentTime }: At): string =>
  formatVisit(currentLang(), appointmentDate, appointmentTime);

/** When, and where unless that is her own branch. */
export const timeWords = (time: At & { readonly locationId: number }, home: number, names: Names): string =>
  joined(time.locationId === home ? null : names.branch(time.locationId), visitWords(time));
