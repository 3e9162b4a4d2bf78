import { useSyncExternalStore } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';

/**
 * The one note that is being written, for the whole page: it outlives the list that shows its row, so that no
 * change of tab or filter loses it. Kept in memory only, since it is about a patient's health.
 */
interface Draft {
  /** The visit as it stood when the writing began. */
  readonly row: Appointment;
  /** What stood in the box then. */
  readonly start: string;
  readonly text: string;
}

let draft: Draft | null = null;
const listeners = new Set<() => void>();

function set(next: Draft | null): void {
  draft = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const nothing = () => null;

export const openDraft = (row: Appointment, text = ''): void => set({ row, start: text, text });
export const writeDraft = (text: string): void => set(draft && { ...draft, text });
export const closeDraft = (): void => set(null);
/** Nothing was typed yet: the box belongs to this state of the visit from now on. */
export const rebaseDraft = (row: Appointment, start: string): void =>
  set(draft && { row, start, text: start });
/** The writer herself changed the visit beside her note: that is no news to her. */
export const keepDraftCurrent = (row: Appointment): void => {
  if (draft?.row.id === row.id) set({ ...draft, row });
};

/** The visit whose note is open; the same while she types. */
export const useDraftRow = (): Appointment | null =>
  useSyncExternalStore(subscribe, () => draft?.row ?? null, nothing);
export const useDraftText = (): string =>
  useSyncExternalStore(
    subscribe,
    () => draft?.text ?? '',
    () => '',
  );
export const isDraftTouched = (): boolean => draft !== null && draft.text.trim() !== draft.start.trim();
export const draftStart = (): string => draft?.start ?? '';
