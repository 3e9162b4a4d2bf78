import { listUsers } from '#shared/contract/users.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSettled } from '#web/ui/form/use-settled.ts';

const mostFound = 20;

/** Patients for a text, best first (the server says which those are); for an empty one the first few. */
export function usePatientSearch(query: string, firstFew: number) {
  const q = useSettled(query.trim());
  const { data, isFetching, isError, isPlaceholderData } = useRead(
    listUsers,
    {
      query: {
        q: q || undefined,
        role: 'patient,user',
        sort: 'match',
        limit: q ? mostFound : firstFew,
        uncounted: '1',
      },
    },
    { keepPrevious: true },
  );
  const isSearching = q !== query.trim() || (isFetching && data === undefined);
  return { found: data, isSearching, isPending: isSearching || isPlaceholderData, isError };
}
