import { useQuery } from '@tanstack/react-query';
import type { BodyInput, Reply } from '#shared/contract/endpoint.ts';
import { previewHours } from '#shared/contract/schedules.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';

type Proposal = BodyInput<typeof previewHours>;
/** New hours of one branch before they are saved. */
export interface HoursPlan {
  readonly locationId: number;
  /** Version of the exceptions on which the plan is based. */
  readonly version: string;
  readonly body: Pick<Proposal, 'schedules' | 'exceptions' | 'duties'>;
}
export type Hits = Reply<typeof previewHours>;

/** One request for all branches that are saved together. */
async function look([here, ...others]: readonly HoursPlan[], signal: AbortSignal): Promise<Hits> {
  if (!here) return { count: 0, visits: [] };
  const elsewhere = others.map(({ locationId, body }) => ({ locationId, exceptions: body.exceptions ?? [] }));
  const body = { ...here.body, ...(elsewhere.length > 0 ? { others: elsewhere } : {}) };
  return call(previewHours, { params: { id: here.locationId }, body, signal });
}

const queryOf = (plans: readonly HoursPlan[]) => ({
  meta: { shows: ['appointments', 'schedules'] as const },
  queryKey: [previewHours.path, JSON.stringify(plans)],
  queryFn: ({ signal }: { signal: AbortSignal }) => look(plans, signal),
});

/**
 * Appointments, offers and waiting list entries that the edited hours would displace; refetched when they
 * change.
 */
export const useHits = (plans: readonly HoursPlan[], enabled: boolean): Hits | undefined =>
  useQuery<Hits, ApiError>({ ...queryOf(plans), enabled: enabled && plans.length > 0 }, queryClient).data;

/** The same as `useHits`, once before saving. */
export const hitsOf = (plans: readonly HoursPlan[]): Promise<Hits> =>
  queryClient.fetchQuery({ ...queryOf(plans), staleTime: 10_000 });
