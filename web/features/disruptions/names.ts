import { listDoctors } from '#shared/contract/doctors.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { formatVisit } from '#shared/domain/time-words.ts';
import { useRead } from '#web/api/hooks.ts';
import { useBranchName } from '#web/api/own/branch-name.ts';
import { currentLang, joined } from '#web/i18n.ts';

/** Names of branches and doctors in the page's language. */
export function useNames() {
  const branch = useBranchName();
  const { data: doctors = [] } = useRead(listDoctors);
  return {
    branch,
    /** A doctor who has left has the name that the server stored last. */
    doctor(id: number, otherwise = ''): string {
      const found = doctors.find((one) => one.id === id);
      return found ? doctorName(currentLang(), found) : otherwise;
    },
  };
}
export type Names = ReturnType<typeof useNames>;

interface At {
  readonly appointmentDate: string;
  readonly appointmentTime: string;
}
export const visitWords = ({ appointmentDate, appointmentTime }: At): string =>
  formatVisit(currentLang(), appointmentDate, appointmentTime);

/** Time, and the branch unless it is the patient's own. */
export const timeWords = (time: At & { readonly locationId: number }, home: number, names: Names): string =>
  joined(time.locationId === home ? null : names.branch(time.locationId), visitWords(time));
