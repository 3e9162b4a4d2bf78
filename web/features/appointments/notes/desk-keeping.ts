import { useEffect } from 'react';
import { keepDeskDraft, readDeskDraft } from '#shared/contract/clinical-notes.ts';
import { change, isUnsure } from '#web/api/changes.ts';
import { call } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { type Draft, readNoteDraft, takeUpDraft } from './note-draft.ts';

/**
 * What is typed as a desk's note is kept on the server a moment later, for its writer alone: a crash of the
 * browser loses nothing. It is over once the note is saved or given up.
 */
interface Keeping {
  readonly state: 'kept' | 'lost';
  readonly at: Date;
}

const pause = 800;
const againAfter = 4000;
const store = createStore<Keeping | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
/** One after the other: what is over is not kept again by what was on its way. */
let line: Promise<unknown> = Promise.resolve();
/** What was kept before: nothing new is kept until it has come, so that nobody meets her own words twice. */
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

/** She typed: what stands there is kept in a moment. */
export function keepSoon(id: number, after = pause): void {
  clearTimeout(timer);
  timer = setTimeout(() => void keep(id), after);
}

/** It was saved or given up. */
export function endKept(id: number): void {
  clearTimeout(timer);
  store.set(null);
  void send(id, { start: '', text: '', version: 0 }).catch(() => undefined);
}

/** Brings back what was kept of a note. A box that is drawn anew while she writes has its words already. */
export function readKept(id: number): void {
  const opened = open(id);
  if (!opened || touched(opened)) return;
  store.set(null);
  reading = call(readDeskDraft, { params: { id } }).then(
    ({ draft }) => draft && takeUpDraft(id, draft),
    () => undefined,
  );
}

/** Keeps what is typed in an open box: whether it is kept, and since when. */
export function useKeptNote(id: number): Keeping | null {
  useEffect(() => {
    readKept(id);
    const keepNow = () => void keep(id);
    addEventListener('online', keepNow);
    return () => removeEventListener('online', keepNow);
  }, [id]);
  return useStore(store, null, (keeping) => keeping);
}
