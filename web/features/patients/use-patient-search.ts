import { type FoundPatient, findPatients } from '#shared/contract/users.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSettled } from '#web/ui/form/use-settled.ts';

const mostFound = 10;

interface PatientsFound {
  /** People whose name, phone or code is meant, best first. */
  matches: readonly FoundPatient[];
  /** Nobody is meant: people whose name is spelt almost so. */
  similar: readonly FoundPatient[];
  /** What was found belongs to a text that was typed before. */
  isPending: boolean;
  isError: boolean;
}

/** Patients for a text; for an empty text the first few, or none. */
export function usePatientSearch(query: string, firstFew = 0): PatientsFound {
  const text = query.trim();
  const q = useSettled(text);
  const { data, isFetching, isError, isPlaceholderData } = useRead(
    findPatients,
    { query: { q: q || undefined, limit: q ? mostFound : firstFew || 1 } },
    { keepPrevious: true, enabled: q !== '' || firstFew > 0 },
  );
  const found = text === '' && firstFew === 0 ? [] : (data ?? []);
  return {
    matches: found.filter(({ similar }) => !similar),
    similar: found.filter(({ similar }) => similar),
    isPending: !isError && (q !== text || isPlaceholderData || (isFetching && data === undefined)),
    isError,
  };
}
