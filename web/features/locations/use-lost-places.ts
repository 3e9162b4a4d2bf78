import { useQuery } from '@tanstack/react-query';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import type { Location } from '#shared/contract/locations.ts';
import { previewHours } from '#shared/contract/schedules.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';

/** The part of an edit that leaves less room for appointments; null if nothing does. */
function lostIn(
  location: Location | null,
  { rooms, bookedBy }: Partial<Pick<Location, 'rooms' | 'bookedBy'>>,
) {
  if (!location) return null;
  const lost = {
    ...(rooms !== undefined && rooms >= 1 && rooms < location.rooms ? { rooms } : {}),
    ...(bookedBy === 'doctor' && location.bookedBy === 'room' ? { bookedBy } : {}),
  };
  return Object.keys(lost).length > 0 ? lost : null;
}

/**
 * The appointments that an edit of a branch would displace: a room goes, or only doctors on duty can be
 * booked. No request is sent for any other edit.
 */
export function useLostPlaces(
  location: Location | null,
  edited: Partial<Pick<Location, 'rooms' | 'bookedBy'>>,
): { displaced: DisplacedVisits | undefined; isAsking: boolean } {
  const id = location?.id ?? 0;
  const lost = lostIn(location, edited);
  const { data, isLoading } = useQuery<DisplacedVisits, ApiError>(
    {
      meta: { shows: ['appointments', 'schedules', 'offers', 'locations'] },
      queryKey: [previewHours.path, id, JSON.stringify(lost)],
      queryFn: ({ signal }) => call(previewHours, { params: { id }, body: lost ?? {}, signal }),
      enabled: lost !== null,
    },
    queryClient,
  );
  return { displaced: lost === null ? undefined : data, isAsking: isLoading };
}
