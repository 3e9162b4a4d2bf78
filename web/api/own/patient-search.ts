import type { ReactNode, Ref } from 'react';
import { type FoundPatient, findPatients } from '#shared/contract/users.ts';
import { useRead } from '#web/api/hooks.ts';
import { useDebouncedText } from '#web/ui/form/use-settled.ts';

/** A line of the page among the patients found, such as an appointment of today. */
export interface PatientSearchLine {
  key: string;
  patientId: number;
  /** Only the sound of the name matches: listed under "Similar names". */
  isSimilar?: boolean;
  row: ReactNode;
  onChoose(): void;
}

/** Props of the patient search. Features other than `patients` receive the component from their page. */
export interface PatientSearchProps {
  id?: string;
  query: string;
  onQueryChange(query: string): void;
  label?: string;
  placeholder?: string;
  autoFocus?: boolean;
  dense?: boolean;
  floating?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  shortcut?: string;
  onLeave?: (() => void) | undefined;
  end?: ReactNode;
  foot?: ReactNode;
  onPick(patient: FoundPatient): void;
  /** Ctrl or ⌘ with Enter, if that does something else than Enter. */
  onPickOther?(patient: FoundPatient): void;
  /** Adds a new patient with the typed text, if none of the results is the right patient. */
  onNew?: ((typed: string) => void) | undefined;
  /** Name of the new patient, if it differs from the typed text. */
  newName?: string;
  /** Explains what choosing the new patient does, if that is not obvious. */
  newHint?: string;
  /** How many patients are listed before anything is typed. */
  firstFew?: number;
  ownLines?: readonly PatientSearchLine[];
  /** Id of a patient to leave out of the results. */
  except?: number;
}

const maxPatientResults = 10;

interface PatientsFound {
  /** Patients whose name, phone or code matches, best match first. */
  matches: readonly FoundPatient[];
  /** Patients with a similarly spelled name, when none matches. */
  similar: readonly FoundPatient[];
  /** Whether the results still belong to an earlier text. */
  isPending: boolean;
  isError: boolean;
}

/** Patients that match a text; for an empty text the first `firstFew`. */
export function usePatientSearch(query: string, firstFew = 0): PatientsFound {
  const text = query.trim();
  const q = useDebouncedText(text);
  const { data, isFetching, isError, isPlaceholderData } = useRead(
    findPatients,
    { query: { q: q || undefined, limit: q ? maxPatientResults : firstFew || 1 } },
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
