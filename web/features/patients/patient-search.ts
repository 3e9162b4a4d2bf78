import { useEffect, useState } from 'react';
import { listUsers } from '#shared/contract/users.ts';
import { useRead } from '#web/api/hooks.ts';

const typingPause = 150;
const mostFound = 20;

/** Patients for a text, best first (the server says which those are); for an empty one the first few. */
export function usePatientSearch(query: string, firstFew: number) {
  const q = useSettled(query.trim());
  const { data, isFetching, isError } = useRead(
    listUsers,
    { query: { q: q || undefined, sort: 'match', limit: q ? mostFound : firstFew } },
    { keepPrevious: true },
  );
  const isSearching = q !== query.trim() || (isFetching && data === undefined);
  return { found: data, isSearching, isError };
}

/** The text once she has stopped typing for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
