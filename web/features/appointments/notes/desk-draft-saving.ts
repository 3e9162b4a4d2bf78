import { useEffect } from 'react';
import { keepDeskDraft, readDeskDraft } from '#shared/contract/clinical-notes.ts';
import { isOutcomeUnknown, sendChange } from '#web/api/changes.ts';
import { call } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { mergeStoredNote, type OpenNoteDraft, readNoteDraft } from './note-draft.ts';

/**
 * Stores the text of a desk note on the server shortly after typing, for its author alone, so that a crash of
 * the browser loses nothing. The draft is deleted once the note is saved or discarded.
 */
interface DraftSaveState {
  readonly state: 'kept' | 'lost';
  readonly at: Date;
}

const deskSaveDebounceMs = 800;
const deskSaveRetryMs = 4000;
const saveStateStore = createStore<DraftSaveState | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
/** Sends requests in order, so that a late save cannot restore a finished draft. */
let requestQueue: Promise<unknown> = Promise.resolve();
/** Reading the stored draft: nothing is stored before it has finished, so that no text is added twice. */
let pendingDraftRead: Promise<unknown> = Promise.resolve();

const queueDeskDraft = (id: number, body: { start: string; text: string; version: number }) => {
  const sent = requestQueue.then(() => sendChange(keepDeskDraft, { params: { id }, body }));
  requestQueue = sent.catch(() => undefined);
  return sent;
};

const isDraftEdited = ({ text, start }: OpenNoteDraft): boolean => text.trim() !== start.trim();
const getOpenDraft = (id: number): OpenNoteDraft | null => {
  const draft = readNoteDraft();
  return draft?.row.id === id ? draft : null;
};

async function uploadDeskDraft(id: number): Promise<void> {
  await pendingDraftRead;
  const draft = getOpenDraft(id);
  if (!draft) return;
  const { start, text, row } = draft;
  try {
    await queueDeskDraft(id, { start, text: isDraftEdited(draft) ? text : '', version: row.version });
    if (getOpenDraft(id)) saveStateStore.set({ state: 'kept', at: now() });
  } catch (error) {
    if (!getOpenDraft(id)) return;
    saveStateStore.set({ state: 'lost', at: now() });
    if (isOutcomeUnknown(error)) scheduleDeskSave(id, deskSaveRetryMs);
  }
}

/** Stores the text after a pause. */
export function scheduleDeskSave(id: number, after = deskSaveDebounceMs): void {
  clearTimeout(timer);
  timer = setTimeout(() => void uploadDeskDraft(id), after);
}

/** Deletes the draft after the note was saved or discarded. */
export function deleteDeskDraft(id: number): void {
  clearTimeout(timer);
  saveStateStore.set(null);
  void queueDeskDraft(id, { start: '', text: '', version: 0 }).catch(() => undefined);
}

/**
 * Restores the stored draft of a note. A box that is rendered again while the user types already has its
 * text.
 */
export function restoreDeskDraft(id: number): void {
  const opened = getOpenDraft(id);
  if (!opened || isDraftEdited(opened)) return;
  saveStateStore.set(null);
  pendingDraftRead = call(readDeskDraft, { params: { id } }).then(
    ({ draft }) => draft && mergeStoredNote(id, draft),
    () => undefined,
  );
}

/** Stores the text of an open box; returns whether and when it was stored. */
export function useDeskDraftSaving(id: number): DraftSaveState | null {
  useEffect(() => {
    restoreDeskDraft(id);
    const keepNow = () => void uploadDeskDraft(id);
    addEventListener('online', keepNow);
    return () => removeEventListener('online', keepNow);
  }, [id]);
  return useStore(saveStateStore, null, (keeping) => keeping);
}
