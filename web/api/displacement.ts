import type { ReactNode } from 'react';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';

/** Why a preview of displaced appointments could not be loaded, and loading it again. */
export interface PreviewFailure {
  readonly reason: string;
  onAgain(): void;
}

/** Undefined unless the query failed. While it is set, the change must not be saved. */
export const getPreviewFailure = (query: {
  readonly error: Error | null;
  refetch(): Promise<unknown>;
}): PreviewFailure | undefined =>
  query.error ? { reason: query.error.message, onAgain: () => void query.refetch() } : undefined;

/** How a page shows displaced appointments, and what it does once the change is saved. */
export interface Displacement {
  /** The appointments that a change would displace, with the time to offer to each patient. */
  list(displaced: DisplacedVisits): ReactNode;
  /** After the change is saved: offers the chosen times if `offers`, and opens the page of answers. */
  onSaved(displaced: DisplacedVisits, offers: boolean): Promise<void>;
}
