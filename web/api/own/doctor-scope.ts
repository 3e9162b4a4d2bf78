import type { ReactNode } from 'react';

/** Appointments that a doctor's screens show: her own or all; and the control to choose. */
export interface DoctorScope {
  doctorId: number | null;
  choice: ReactNode;
  /** What she chose is known by now: until then nobody's visits are shown. */
  isKnown: boolean;
}
