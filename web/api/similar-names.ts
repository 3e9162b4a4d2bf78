import { findPatients } from '#shared/contract/users.ts';
import { useRead } from './hooks.ts';

/** Whether no patient has the searched name, so that lists show patients with similar names instead. */
export function useHasOnlySimilar(search: string | null | undefined): boolean {
  const q = search?.trim() ?? '';
  // A search with digits is for a phone number or a code.
  const isName = q !== '' && !/\p{Nd}/u.test(q);
  const { data } = useRead(findPatients, { query: { q, limit: '1' } }, { enabled: isName });
  return isName && data?.[0]?.similar === true;
}
