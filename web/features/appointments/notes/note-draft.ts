import type { Appointment } from '#shared/contract/appointments.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** For the desk and the patient, or for doctors. */
export type NoteKind = 'desk' | 'clinical';

/**
 * The visit whose note is being written, one for the whole page: it outlives the list that shows its row, so
 * that no change of tab or filter loses it. In the browser its words are in memory only, since they are about
 * a patient's health; the server keeps a draft of either kind (desk-keeping.ts, clinical-draft.ts).
 */
export interface Draft {
  readonly kind: NoteKind;
  /** The visit as it stood when the writing began. */
  readonly row: Appointment;
  /** What stood in the box then. */
  readonly start: string;
  readonly text: string;
}

const store = createStore<Draft | null>(null);
const { set } = store;

export const openDraft = (row: Appointment, text = '', kind: NoteKind = 'desk'): void =>
  set({ row, start: text, text, kind });
export const turnDraft = (kind: NoteKind): void => {
  const draft = store.read();
  set(draft && { ...draft, kind });
};
export const writeDraft = (text: string): void => {
  const draft = store.read();
  set(draft && { ...draft, text });
};
export const closeDraft = (): void => set(null);
export const readNoteDraft = (): Draft | null => store.read();
/**
 * What its writer had begun before the browser ended, and below it what she has typed since. It goes on from
 * the visit as it stood then: who changed it meanwhile is told of.
 */
export const takeUpDraft = (
  id: number,
  kept: Pick<Draft, 'start' | 'text'> & { readonly version: number },
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
/** Nothing was typed yet: the box belongs to this state of the visit from now on. */
export const rebaseDraft = (row: Appointment, start: string): void => {
  const draft = store.read();
  set(draft && { ...draft, row, start, text: start });
};
/** The writer herself changed the visit beside her note: that is no news to her. */
export const keepDraftCurrent = (row: Appointment): void => {
  const draft = store.read();
  if (draft?.row.id === row.id) set({ ...draft, row });
};

/** The visit whose note is open; the same while she types. */
export const useDraftRow = (): Appointment | null => useStore(store, null, (draft) => draft?.row ?? null);
export const useDraftKind = (): NoteKind => useStore(store, null, (draft) => draft?.kind ?? 'desk');
export const useDraftText = (): string => useStore(store, null, (draft) => draft?.text ?? '');
export function isDraftTouched(): boolean {
  const draft = store.read();
  return draft !== null && draft.text.trim() !== draft.start.trim();
}
export const draftStart = (): string => store.read()?.start ?? '';
