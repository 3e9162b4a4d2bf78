import type { ReactNode } from 'react';

/** Which appointments a doctor's screens show, the doctor's own or all, and the control to choose. */
export interface DoctorScope {
  doctorId: number | null;
  choice: ReactNode;
  /** Whether the doctor's choice is loaded; until then no appointments are shown. */
  isKnown: boolean;
}
