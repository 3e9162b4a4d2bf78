import { keepPreviousData, MutationCache, QueryCache, QueryClient, useQuery } from '@tanstack/react-query';
import type { ReadEndpoint, Reply } from '#shared/contract/endpoint.ts';
import type { AuditSubject } from '#shared/domain/audit.ts';
import { timedSubjects } from '#shared/domain/timed-subjects.ts';
import {
  ApiError,
  buildEndpointUrl,
  type CallInput,
  callUntyped,
  callVersioned,
  markSubjectsStale,
  type Versioned,
  type WithInput,
} from './client.ts';
import { logInteraction } from './log/browser-log.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** Subjects that the answer contains, as declared by its endpoint. */
    queryMeta: { shows?: readonly AuditSubject[]; ofBranch?: true | undefined };
  }
}

/**
 * Retries once after a server error. No retry without network, after a 4xx answer, or after 503, which the
 * client has already retried (`retry-while-busy.ts`).
 */
const shouldRetryQuery = (failures: number, error: Error): boolean =>
  failures < 1 &&
  !(error instanceof ApiError && (error.isNetwork || error.status < 500 || error.status === 503));

/** A URL for the log: without its query, with numbers replaced by `:id`. */
function getQueryLogName(key: readonly unknown[] | undefined): string {
  const address = key?.[0];
  return typeof address === 'string' ? address.replace(/\?.*/, '').replace(/\d+/g, ':id') : '';
}

/** One client for the whole page. Islands share no React context, so every hook passes it explicitly. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: shouldRetryQuery },
    // A write without network fails at once and does not wait for the connection.
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onSuccess: (_, query) => logInteraction('data_loaded', 'read', getQueryLogName(query.queryKey)),
    onError: (error, query) =>
      logInteraction(
        'api_error',
        String(error instanceof ApiError ? error.status : 0),
        getQueryLogName(query.queryKey),
      ),
  }),
  // Mutations without a key (`useMultiStepChange`) consist of several writes, which are logged individually.
  mutationCache: new MutationCache({
    onSuccess: (_data, _input, _context, mutation) =>
      mutation.options.mutationKey &&
      logInteraction('action_success', 'write', getQueryLogName(mutation.options.mutationKey)),
    onError: (error, _input, _context, mutation) =>
      mutation.options.mutationKey &&
      logInteraction(
        error instanceof ApiError && Object.keys(error.fields).length > 0
          ? 'form_validation_error'
          : 'action_failure',
        String(error instanceof ApiError ? error.code : 'error'),
        getQueryLogName(mutation.options.mutationKey),
      ),
  }),
});

/**
 * Refetches the queries that show these subjects; resolves when they have been read. If `branches` is given,
 * queries of another branch that show only appointments or offers are left as they are.
 */
export function refetchSubjects(
  subjects: readonly (AuditSubject | 'everything')[],
  branches?: readonly number[],
): Promise<void> {
  // An early answer for a part that is not drawn yet would be stale, and no later event would correct it.
  markSubjectsStale(subjects);
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

/** Refetches all queries whose URL starts with `address`. */
export const refetchByUrlPrefix = (address: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(address) });

export interface ReadOptions {
  enabled?: boolean;
  /** Keep showing the previous answer while the next one loads. */
  keepPrevious?: boolean;
}

/**
 * Reads an endpoint; refetches when one of its subjects changes. Null input means that a required choice is
 * not made yet: no request is sent.
 */
export function useRead<E extends ReadEndpoint>(
  spec: E,
  ...[input, { enabled = true, keepPrevious = false } = {}]:
    | WithInput<E, [options?: ReadOptions]>
    | [input: null, options?: ReadOptions]
) {
  return useQuery<Reply<E>, ApiError>(
    {
      queryKey: input === null ? [null] : [buildEndpointUrl(spec, input)],
      meta: { shows: spec.shows, ofBranch: spec.ofBranch },
      queryFn: ({ signal }) => callUntyped(spec, { ...input, signal }),
      enabled: enabled && input !== null,
      ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    },
    queryClient,
  );
}

const versionedQuery = <E extends ReadEndpoint>(spec: E, input: CallInput<E> | undefined) => ({
  queryKey: [buildEndpointUrl(spec, input), 'with version'],
  meta: { shows: spec.shows, ofBranch: spec.ofBranch },
  queryFn: ({ signal }: { signal: AbortSignal }) => callVersioned(spec, { ...input, signal }),
});

/** Reads a record that is edited and saved as a whole, with the version that the save sends back. */
export const useVersionedRead = <E extends ReadEndpoint>(spec: E, ...[input]: WithInput<E>) =>
  useQuery<Versioned<Reply<E>>, ApiError>(versionedQuery(spec, input), queryClient);

/** Like `useVersionedRead`, but fetches now and outside a component. */
export const readVersioned = <E extends ReadEndpoint>(
  spec: E,
  ...[input]: WithInput<E>
): Promise<Versioned<Reply<E>>> => queryClient.fetchQuery({ ...versionedQuery(spec, input), staleTime: 0 });
