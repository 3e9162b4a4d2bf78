import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { type ListFilters, parseListFilters, setFilterParams } from './list-filters.ts';

export type ChangeFilters = (change: Partial<ListFilters>, how?: { replace?: boolean }) => void;

/**
 * Filters of the address and a function to change them: a choice adds a history entry, further typing
 * replaces it.
 */
export function useListFilters(): { filters: ListFilters; change: ChangeFilters } {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => parseListFilters(params), [params]);
  const change = useCallback<ChangeFilters>(
    (next, how) =>
      setParams((before) => setFilterParams(before, { ...parseListFilters(before), ...next }), how),
    [setParams],
  );
  return { filters, change };
}
