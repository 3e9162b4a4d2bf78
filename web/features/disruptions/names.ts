import { listDoctors } from '#shared/contract/doctors.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { useRead } from '#web/api/hooks.ts';
import { useBranchName } from '#web/api/own/branch-name.ts';
import { currentLang, joinWithComma } from '#web/i18n.ts';

/** Names of branches and doctors in the page's language. */
export function useDisruptionNames() {
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
export type DisruptionNames = ReturnType<typeof useDisruptionNames>;

interface AppointmentStart {
  readonly appointmentDate: string;
  readonly appointmentTime: string;
}
export const formatAppointmentStart = ({ appointmentDate, appointmentTime }: AppointmentStart): string =>
  formatVisit(currentLang(), appointmentDate, appointmentTime);

/** Time, and the branch unless it is the patient's own. */
export const formatTimeAtBranch = (
  time: AppointmentStart & { readonly locationId: number },
  home: number,
  names: DisruptionNames,
): string =>
  joinWithComma(
    time.locationId === home ? null : names.branch(time.locationId),
    formatAppointmentStart(time),
  );
