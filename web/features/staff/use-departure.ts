import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { previewStaffChange } from '#shared/contract/staff.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';

/** How a page shows displaced appointments, and what it does once the change is saved. */
export interface Displacement {
  /** The appointments that a change would displace, with the time to offer to each patient. */
  list(displaced: DisplacedVisits): ReactNode;
  /** After the change is saved: offers the chosen times if `offers`, and opens the page of answers. */
  onSaved(displaced: DisplacedVisits, offers: boolean): Promise<void>;
}

/** The appointments that a change of a doctor would displace. `change` null: no request is sent. */
export const useDeparture = (id: number, change: BodyInput<typeof previewStaffChange> | null) =>
  useQuery<DisplacedVisits, ApiError>(
    {
      meta: { shows: ['appointments', 'schedules', 'offers'] },
      queryKey: [`/api/staff/${id}/preview`, JSON.stringify(change)],
      queryFn: ({ signal }) => call(previewStaffChange, { params: { id }, body: change ?? {}, signal }),
      enabled: change !== null,
    },
    queryClient,
  );
