import { useQuery } from '@tanstack/react-query';
import type { BodyInput, Reply } from '#shared/contract/endpoint.ts';
import { previewHours, type putHours } from '#shared/contract/schedules.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';

/** New hours of a branch before they are saved. */
export interface HoursPlan {
  readonly locationId: number;
  readonly body: BodyInput<typeof putHours>;
}
export type DisplacedPreview = Reply<typeof previewHours>;

const buildHoursPreviewQuery = (plan: HoursPlan) => ({
  meta: { shows: ['appointments', 'schedules'] as const },
  queryKey: [previewHours.path, JSON.stringify(plan)],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<DisplacedPreview> =>
    call(previewHours, { params: { id: plan.locationId }, body: plan.body, signal }),
});

/**
 * Appointments, offers and waiting list entries that the edited hours would displace; refetched when they
 * change.
 */
export const useHoursPreview = (plan: HoursPlan, enabled: boolean): DisplacedPreview | undefined =>
  useQuery<DisplacedPreview, ApiError>({ ...buildHoursPreviewQuery(plan), enabled }, queryClient).data;

/** The same as `useHoursPreview`, once before saving. */
export const loadHoursPreview = (plan: HoursPlan): Promise<DisplacedPreview> =>
  queryClient.fetchQuery({ ...buildHoursPreviewQuery(plan), staleTime: 10_000 });
