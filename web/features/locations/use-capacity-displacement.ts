import { useQuery } from '@tanstack/react-query';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import type { Location } from '#shared/contract/locations.ts';
import { previewHours } from '#shared/contract/schedules.ts';
import { isRealDate } from '#shared/domain/clinic-time.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { getPreviewFailure, type PreviewFailure } from '#web/api/displacement.ts';
import { queryClient } from '#web/api/hooks.ts';

interface BranchCapacity {
  readonly closedFrom?: string | null | undefined;
  readonly rooms?: number | undefined;
  readonly bookedBy?: Location['bookedBy'] | undefined;
}

/** The part of an edit that leaves less room for appointments; null if nothing does. */
function lostIn(
  saved: BranchCapacity,
  { rooms, bookedBy, closedFrom }: BranchCapacity,
): BranchCapacity | null {
  const lost = {
    ...(rooms !== undefined && rooms >= 1 && rooms < (saved.rooms ?? 1) ? { rooms } : {}),
    ...(bookedBy === 'doctor' && saved.bookedBy === 'room' ? { bookedBy } : {}),
    ...(closedFrom && isRealDate(closedFrom) && closedFrom !== saved.closedFrom ? { closedFrom } : {}),
  };
  return Object.keys(lost).length > 0 ? lost : null;
}

/**
 * The appointments that an edit of a branch would displace: a room goes, only doctors on duty can be booked, or
 * the branch closes. No request is sent for any other edit, or for a new branch (null). `saved`: as it was saved last,
 * also by another admin.
 */
export function useCapacityDisplacement(
  locationId: number | null,
  saved: BranchCapacity,
  edited: BranchCapacity,
): { displaced: DisplacedVisits | undefined; isAsking: boolean; failed: PreviewFailure | undefined } {
  const id = locationId ?? 0;
  const lost = locationId === null ? null : lostIn(saved, edited);
  const query = useQuery<DisplacedVisits, ApiError>(
    {
      meta: { shows: ['appointments', 'schedules', 'offers', 'locations'] },
      queryKey: [previewHours.path, id, JSON.stringify(lost)],
      queryFn: ({ signal }) => call(previewHours, { params: { id }, body: lost ?? {}, signal }),
      enabled: lost !== null,
    },
    queryClient,
  );
  return {
    displaced: query.data,
    isAsking: query.isLoading,
    failed: getPreviewFailure(query),
  };
}
