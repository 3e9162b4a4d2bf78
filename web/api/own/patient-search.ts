import type { ReactNode, Ref } from 'react';
import { type FoundPatient, findPatients } from '#shared/contract/users.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSettled } from '#web/ui/form/use-settled.ts';

/** A line above the patients that the page knows itself, such as an appointment of today. */
export interface OwnLine {
  key: string;
  patientId: number;
  row: ReactNode;
  onChoose(): void;
}

/** The one search for a patient; features that do not own patients get the component from their page. */
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
  /** Ctrl or ⌘ with Enter, where that is something else. */
  onPickOther?(patient: FoundPatient): void;
  /** Nobody found is meant: a new patient, of whom this was typed. */
  onNew?: ((typed: string) => void) | undefined;
  /** The name of the new patient, where it is not what is typed. */
  newName?: string;
  /** What choosing the new patient does, where that is not obvious. */
  newHint?: string;
  /** How many patients are listed before anything is typed. */
  firstFew?: number;
  ownLines?: readonly OwnLine[];
  /** A patient who is not to be found. */
  except?: number;
}

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
