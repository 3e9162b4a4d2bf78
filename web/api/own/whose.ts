import type { ReactNode } from 'react';

/** Whose visits are shown: of the doctor with this id, or everybody's; and where that is chosen. */
export interface Whose {
  doctorId: number | null;
  choice: ReactNode;
  /** What she chose is known by now: until then nobody's visits are shown. */
  isKnown: boolean;
}
