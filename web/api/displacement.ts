import type { ReactNode } from 'react';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';

/** How a page shows displaced appointments, and what it does once the change is saved. */
export interface Displacement {
  /** The appointments that a change would displace, with the time to offer to each patient. */
  list(displaced: DisplacedVisits): ReactNode;
  /** After the change is saved: offers the chosen times if `offers`, and opens the page of answers. */
  onSaved(displaced: DisplacedVisits, offers: boolean): Promise<void>;
}
