import { useEffect } from 'react';
import { keepDeskDraft, readDeskDraft } from '#shared/contract/clinical-notes.ts';
import { change, isUnsure } from '#web/api/changes.ts';
import { call } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { type Draft, readNoteDraft, takeUpDraft } from './note-draft.ts';

/**
 * Stores the text of a desk note on the server shortly after typing, for its author alone, so that a crash of
 * the browser loses nothing. The draft is deleted once the note is saved or discarded.
 */
interface Keeping {
  readonly state: 'kept' | 'lost';
  readonly at: Date;
}

const pause = 800;
const againAfter = 4000;
const store = createStore<Keeping | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
/** Sends requests in order, so that a late save cannot restore a finished draft. */
let line: Promise<unknown> = Promise.resolve();
/** Reading the stored draft: nothing is stored before it has finished, so that no text is added twice. */
let reading: Promise<unknown> = Promise.resolve();

const send = (id: number, body: { start: string; text: string; version: number }) => {
  const sent = line.then(() => change(keepDeskDraft, { params: { id }, body }));
  line = sent.catch(() => undefined);
  return sent;
};

const touched = ({ text, start }: Draft): boolean => text.trim() !== start.trim();
const open = (id: number): Draft | null => {
  const draft = readNoteDraft();
  return draft?.row.id === id ? draft : null;
};

async function keep(id: number): Promise<void> {
  await reading;
  const draft = open(id);
  if (!draft) return;
  const { start, text, row } = draft;
  try {
    await send(id, { start, text: touched(draft) ? text : '', version: row.version });
    if (open(id)) store.set({ state: 'kept', at: now() });
  } catch (error) {
    if (!open(id)) return;
    store.set({ state: 'lost', at: now() });
    if (isUnsure(error)) keepSoon(id, againAfter);
  }
}

/** Stores the text after a pause. */
export function keepSoon(id: number, after = pause): void {
  clearTimeout(timer);
  timer = setTimeout(() => void keep(id), after);
}

/** Deletes the draft after the note was saved or discarded. */
export function endKept(id: number): void {
  clearTimeout(timer);
  store.set(null);
  void send(id, { start: '', text: '', version: 0 }).catch(() => undefined);
}

/**
 * Restores the stored draft of a note. A box that is rendered again while the user types already has its
 * text.
 */
export function readKept(id: number): void {
  const opened = open(id);
  if (!opened || touched(opened)) return;
  store.set(null);
  reading = call(readDeskDraft, { params: { id } }).then(
    ({ draft }) => draft && takeUpDraft(id, draft),
    () => undefined,
  );
}

/** Stores the text of an open box; returns whether and when it was stored. */
export function useKeptNote(id: number): Keeping | null {
  useEffect(() => {
    readKept(id);
    const keepNow = () => void keep(id);
    addEventListener('online', keepNow);
    return () => removeEventListener('online', keepNow);
  }, [id]);
  return useStore(store, null, (keeping) => keeping);
}
