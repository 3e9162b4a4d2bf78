import { minutesOf, weekdayOf } from '#shared/domain/clinic-time.ts';
import type { DemoAppointment } from './demo-visits.ts';

interface DoctorBookedBranch {
  /** Its position among the branches. */
  branch: number;
  /** Doctors on duty at the branch, with their weekdays (0 is Sunday). `doctor` is an index of the demo doctors. */
  onDuty: readonly { doctor: number; weekdays: readonly number[] }[];
}

/** The branches of the demo where patients choose a doctor; the others are booked by their rooms. */
export const doctorBookedBranches: readonly DoctorBookedBranch[] = [
  {
    branch: 2,
    onDuty: [
      { doctor: 2, weekdays: [0, 1, 2, 3, 4] },
      { doctor: 3, weekdays: [0, 2, 4] },
    ],
  },
  {
    branch: 5,
    onDuty: [
      { doctor: 1, weekdays: [0, 1, 2, 3, 4] },
      { doctor: 4, weekdays: [1, 3] },
    ],
  },
];

export const isDoctorBooked = (branch: number): boolean =>
  doctorBookedBranches.some((one) => one.branch === branch);

/** The doctor who sees a visit: whoever is on duty, in turn. Undefined where patients do not choose one. */
export function findDemoDoctor({
  branch,
  start,
}: Pick<DemoAppointment, 'branch' | 'start'>): number | undefined {
  const weekday = weekdayOf(start.slice(0, 10));
  const here = doctorBookedBranches.find((one) => one.branch === branch);
  const present = here?.onDuty.filter(({ weekdays }) => weekdays.includes(weekday)) ?? [];
  // Every 20 minutes another.
  return present[(minutesOf(start.slice(11)) / 20) % present.length]?.doctor;
}
