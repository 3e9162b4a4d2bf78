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
export type Hits = Reply<typeof previewHours>;

const queryOf = (plan: HoursPlan) => ({
  meta: { shows: ['appointments', 'schedules'] as const },
  queryKey: [previewHours.path, JSON.stringify(plan)],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Hits> =>
    call(previewHours, { params: { id: plan.locationId }, body: plan.body, signal }),
});

/**
 * Appointments, offers and waiting list entries that the edited hours would displace; refetched when they
 * change.
 */
export const useHits = (plan: HoursPlan, enabled: boolean): Hits | undefined =>
  useQuery<Hits, ApiError>({ ...queryOf(plan), enabled }, queryClient).data;

/** The same as `useHits`, once before saving. */
export const hitsOf = (plan: HoursPlan): Promise<Hits> =>
  queryClient.fetchQuery({ ...queryOf(plan), staleTime: 10_000 });
