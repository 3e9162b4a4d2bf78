import { useQuery } from '@tanstack/react-query';
import type { BodyInput, Reply } from '#shared/contract/endpoint.ts';
import { previewHours } from '#shared/contract/schedules.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';

type Proposal = BodyInput<typeof previewHours>;
/** New hours of one branch, before they are saved. */
export interface HoursPlan {
  readonly locationId: number;
  readonly body: Proposal;
}
export type Hits = Reply<typeof previewHours>;

const none: Hits = { count: 0, visits: [] };

async function look(plans: readonly HoursPlan[], signal?: AbortSignal): Promise<Hits> {
  const answers = await Promise.all(
    plans.map(({ locationId, body }) =>
      call(previewHours, { params: { id: locationId }, body, ...(signal ? { signal } : {}) }),
    ),
  );
  return answers.reduce(
    (sum, { count, visits }) => ({ count: sum.count + count, visits: [...sum.visits, ...visits] }),
    none,
  );
}

const queryOf = (plans: readonly HoursPlan[]) => ({
  meta: { shows: ['appointments', 'schedules'] as const },
  queryKey: [previewHours.path, JSON.stringify(plans)],
  queryFn: ({ signal }: { signal: AbortSignal }) => look(plans, signal),
});

/** Whom the hours being written would hit; asked again as they change. */
export const useHits = (plans: readonly HoursPlan[], enabled: boolean): Hits | undefined =>
  useQuery<Hits, ApiError>({ ...queryOf(plans), enabled: enabled && plans.length > 0 }, queryClient).data;

/** The same question, for the moment before saving. */
export const hitsOf = (plans: readonly HoursPlan[]): Promise<Hits> =>
  queryClient.fetchQuery({ ...queryOf(plans), staleTime: 10_000 });
