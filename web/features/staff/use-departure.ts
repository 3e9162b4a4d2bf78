import { useQuery } from '@tanstack/react-query';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { previewStaffChange } from '#shared/contract/staff.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';

/** The appointments that a change of a doctor would displace. `change` null: no request is sent. */
export const useDepartureDisplacement = (id: number, change: BodyInput<typeof previewStaffChange> | null) =>
  useQuery<DisplacedVisits, ApiError>(
    {
      meta: { shows: ['appointments', 'schedules', 'offers'] },
      queryKey: [`/api/staff/${id}/preview`, JSON.stringify(change)],
      queryFn: ({ signal }) => call(previewStaffChange, { params: { id }, body: change ?? {}, signal }),
      enabled: change !== null,
    },
    queryClient,
  );
