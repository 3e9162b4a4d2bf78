import { keepPreviousData, MutationCache, QueryCache, QueryClient, useQuery } from '@tanstack/react-query';
import type { ReadEndpoint, Reply } from '#shared/contract/endpoint.ts';
import type { AuditSubject } from '#shared/domain/audit.ts';
import { timedSubjects } from '#shared/domain/timed-subjects.ts';
import {
  ApiError,
  addressOf,
  ask,
  askVersioned,
  type CallInput,
  noteChanged,
  type Versioned,
  type WithInput,
} from './client.ts';
import { noteInteraction } from './log/browser-log.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** What the answer is made of, as its endpoint says. */
    queryMeta: { shows?: readonly AuditSubject[]; ofBranch?: true | undefined };
  }
}

/**
 * One more try after a server's stumble; none when the network is gone, the answer was a clear no, or the
 * client has tried again for long.
 */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 1 &&
  !(error instanceof ApiError && (error.isNetwork || error.status < 500 || error.status === 503));

/** An address in the log: without its query, and whoever it is about. */
function placeOf(key: readonly unknown[] | undefined): string {
  const address = key?.[0];
  return typeof address === 'string' ? address.replace(/\?.*/, '').replace(/\d+/g, ':id') : '';
}

/** One for the page: islands share no context, so every hook is handed this client. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: mayRetry },
    // A write that cannot leave says so: it does not wait for the line to come back.
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onSuccess: (_, query) => noteInteraction('data_loaded', 'read', placeOf(query.queryKey)),
    onError: (error, query) =>
      noteInteraction(
        'api_error',
        String(error instanceof ApiError ? error.status : 0),
        placeOf(query.queryKey),
      ),
  }),
  // What has no key of its own is several writes as one (`useDoing`): each of them is noted.
  mutationCache: new MutationCache({
    onSuccess: (_data, _input, _context, mutation) =>
      mutation.options.mutationKey &&
      noteInteraction('action_success', 'write', placeOf(mutation.options.mutationKey)),
    onError: (error, _input, _context, mutation) =>
      mutation.options.mutationKey &&
      noteInteraction(
        error instanceof ApiError && Object.keys(error.fields).length > 0
          ? 'form_validation_error'
          : 'action_failure',
        String(error instanceof ApiError ? error.code : 'error'),
        placeOf(mutation.options.mutationKey),
      ),
  }),
});

/**
 * Reads again what is shown of these subjects; done once it has been read. Where the branches are known whose
 * visits and offers changed, what shows those of another is left as it is.
 */
export function readAgain(
  subjects: readonly (AuditSubject | 'everything')[],
  branches?: readonly number[],
): Promise<void> {
  // What is not drawn yet would take an answer from before the change, and nobody would tell it again.
  noteChanged(subjects);
  return queryClient.invalidateQueries({
    predicate({ meta, queryKey }) {
      if (subjects.includes('everything')) return true;
      const told = meta?.shows?.filter((subject) => subjects.includes(subject)) ?? [];
      const own = meta?.ofBranch && /[?&]locationId=(\d+)/.exec(String(queryKey[0]))?.[1];
      const isElsewhere = own && branches && !branches.includes(Number(own));
      return told.some((subject) => !isElsewhere || !timedSubjects.includes(subject));
    },
  });
}

/** Asks again for what lies under an address, though nobody said that it changed. */
export const refetch = (address: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(address) });

export interface ReadOptions {
  enabled?: boolean;
  /** Keep showing the former answer while another is on its way. */
  keepPrevious?: boolean;
}

/**
 * Reads an endpoint; read again when something under its address changed. Null for a choice that is not made
 * yet: nothing is asked then.
 */
export function useRead<E extends ReadEndpoint>(
  spec: E,
  ...[input, { enabled = true, keepPrevious = false } = {}]:
    | WithInput<E, [options?: ReadOptions]>
    | [input: null, options?: ReadOptions]
) {
  return useQuery<Reply<E>, ApiError>(
    {
      queryKey: input === null ? [null] : [addressOf(spec, input)],
      meta: { shows: spec.shows, ofBranch: spec.ofBranch },
      queryFn: ({ signal }) => ask(spec, { ...input, signal }),
      enabled: enabled && input !== null,
      ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    },
    queryClient,
  );
}

const versionedQuery = <E extends ReadEndpoint>(spec: E, input: CallInput<E> | undefined) => ({
  queryKey: [addressOf(spec, input), 'with version'],
  meta: { shows: spec.shows, ofBranch: spec.ofBranch },
  queryFn: ({ signal }: { signal: AbortSignal }) => askVersioned(spec, { ...input, signal }),
});

/** Reads what is edited and saved whole, with the version that the save sends back. */
export const useVersionedRead = <E extends ReadEndpoint>(spec: E, ...[input]: WithInput<E>) =>
  useQuery<Versioned<Reply<E>>, ApiError>(versionedQuery(spec, input), queryClient);

/** Reads the same now, outside of a component. */
export const readVersioned = <E extends ReadEndpoint>(
  spec: E,
  ...[input]: WithInput<E>
): Promise<Versioned<Reply<E>>> => queryClient.fetchQuery({ ...versionedQuery(spec, input), staleTime: 0 });
