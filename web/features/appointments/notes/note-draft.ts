import type { Appointment } from '#shared/contract/appointments.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** For the desk and the patient, or for doctors. */
export type NoteKind = 'desk' | 'clinical';

/**
 * The appointment whose note is being written, one for the whole page: it outlives the list that shows its
 * row, so that a change of tab or filter does not lose it. The browser keeps the text in memory only, because
 * it is health data; the server stores drafts of both kinds (desk-draft-saving.ts, clinical-draft.ts).
 */
export interface OpenNoteDraft {
  readonly kind: NoteKind;
  /** The appointment as it was when writing began. */
  readonly row: Appointment;
  /** Text of the box when writing began. */
  readonly start: string;
  readonly text: string;
}

const store = createStore<OpenNoteDraft | null>(null);
const { set } = store;

export const openDraft = (row: Appointment, text = '', kind: NoteKind = 'desk'): void =>
  set({ row, start: text, text, kind });
export const setDraftKind = (kind: NoteKind): void => {
  const draft = store.read();
  set(draft && { ...draft, kind });
};
export const setDraftText = (text: string): void => {
  const draft = store.read();
  set(draft && { ...draft, text });
};
export const closeDraft = (): void => set(null);
export const readNoteDraft = (): OpenNoteDraft | null => store.read();
/**
 * Puts the stored draft above the text typed since. The draft keeps the appointment's version of that time,
 * so that later changes by others are reported.
 */
export const mergeStoredNote = (
  id: number,
  kept: Pick<OpenNoteDraft, 'start' | 'text'> & { readonly version: number },
): void => {
  const draft = store.read();
  if (draft?.row.id !== id || draft.text === kept.text) return;
  const since = isDraftTouched() ? `\n${draft.text}` : '';
  set({
    ...draft,
    row: { ...draft.row, version: Math.min(kept.version, draft.row.version) },
    start: kept.start,
    text: kept.text + since,
  });
};
/** Nothing was typed yet: the box takes this version of the appointment. */
export const rebaseDraft = (row: Appointment, start: string): void => {
  const draft = store.read();
  set(draft && { ...draft, row, start, text: start });
};
/** The author changed the appointment while writing the note: this is no conflict. */
export const updateDraftRow = (row: Appointment): void => {
  const draft = store.read();
  if (draft?.row.id === row.id) set({ ...draft, row });
};

/** The appointment whose note is open; its identity is stable while the user types. */
export const useDraftRow = (): Appointment | null => useStore(store, null, (draft) => draft?.row ?? null);
export const useDraftKind = (): NoteKind => useStore(store, null, (draft) => draft?.kind ?? 'desk');
export const useDraftText = (): string => useStore(store, null, (draft) => draft?.text ?? '');
export function isDraftTouched(): boolean {
  const draft = store.read();
  return draft !== null && draft.text.trim() !== draft.start.trim();
}
export const getDraftStart = (): string => store.read()?.start ?? '';
