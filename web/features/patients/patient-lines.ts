import type { FoundPatient } from '#shared/contract/users.ts';
import type { PatientSearchLine } from '#web/api/own/patient-search.ts';

export type PatientLine = PatientSearchLine | FoundPatient;

interface PatientLines {
  results: readonly PatientLine[];
  /** Listed under "Similar names". */
  similar: readonly PatientLine[];
}

/**
 * Combines the page's own lines with the patients found; an own line replaces its patient. A similar line
 * becomes a result if the server matches its patient and nobody else, so that Enter does not add her again.
 */
export function combinePatientLines(
  ownLines: readonly PatientSearchLine[],
  matches: readonly FoundPatient[],
  similar: readonly FoundPatient[],
  except: number | undefined,
): PatientLines {
  const isListed = ({ id }: FoundPatient) =>
    id !== except && !ownLines.some(({ patientId }) => patientId === id);
  const alike = ownLines.filter(({ isSimilar }) => isSimilar);
  const certain = [...ownLines.filter(({ isSimilar }) => !isSimilar), ...matches.filter(isListed)];
  const results =
    certain.length > 0
      ? certain
      : alike.filter(({ patientId }) => matches.some(({ id }) => id === patientId));
  return {
    results,
    similar: [...alike.filter((line) => !results.includes(line)), ...similar.filter(isListed)],
  };
}
