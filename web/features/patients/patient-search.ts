import { useEffect, useState } from 'react';
import { listUsers, type User } from '#shared/contract/users.ts';
import { matches, matchKinds } from '#shared/domain/people/search.ts';
import { useRead } from '#web/api/hooks.ts';

const typingPause = 200;
/** What only contains the text is limited to so many; what is it or begins so, to what fits a list. */
const mostContaining = 10;
const mostFound = 100;

const fieldsOf = ({ name, username, phone, email }: User) => [name, username, phone, email];

/**
 * Exact matches if there are any, else those that begin so, else whatever the server found (a part of a name,
 * a code, a phone written otherwise).
 */
export function bestMatches(found: readonly User[], q: string): readonly User[] {
  for (const kind of matchKinds) {
    const matching = found.filter((user) => matches(kind, fieldsOf(user), q));
    if (matching.length > 0) return kind === 'substring' ? matching.slice(0, mostContaining) : matching;
  }
  return found.slice(0, mostContaining);
}

/** Patients for a text, best first; for an empty one the first few. */
export function usePatientSearch(query: string, firstFew: number) {
  const q = useSettled(query.trim());
  const { data, isFetching, isError } = useRead(
    listUsers,
    { query: { q: q || undefined, sort: 'match', limit: q ? mostFound : firstFew } },
    { keepPrevious: true },
  );
  const isSearching = q !== query.trim() || (isFetching && data === undefined);
  return { found: data ? (q ? bestMatches(data, q) : data) : undefined, isSearching, isError };
}

/** The text once she has stopped typing for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
