import { useEffect } from 'react';
import {
  type ClinicalNote,
  keepDraft,
  type NoteDraft,
  readDraft,
  signNote,
} from '#shared/contract/clinical-notes.ts';
import { change, isUnsure, newKey } from '#web/api/changes.ts';
import { ApiError, call } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { useUnsaved } from '#web/api/unsaved.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** Subject of a note: an appointment, and the note that it corrects. */
export interface NotePlace {
  readonly appointmentId: number | null;
  readonly corrects: number | null;
}

/**
 * A doctor's note about a patient that is being written. The server stores it shortly after each change, for
 * its author alone; the browser's storage never contains it.
 */
export interface ClinicalDraft extends NotePlace {
  readonly text: string;
  /** Idempotency key of the draft: signing it twice makes one note. */
  readonly key: string;
  readonly revision: number;
  /** Reading the stored draft; stored; not stored yet; connection lost; open in another window. */
  readonly state: 'reading' | 'kept' | 'typed' | 'lost' | 'elsewhere';
  readonly keptAt: Date | null;
}

const store = createStore<ReadonlyMap<number, ClinicalDraft>>(new Map());
const draftOf = (patientId: number) => store.read().get(patientId);
const put = (patientId: number, draft: ClinicalDraft) =>
  store.set(new Map(store.read()).set(patientId, draft));

const fresh = (place: NotePlace): ClinicalDraft => ({
  ...place,
  text: '',
  key: newKey(),
  revision: 0,
  state: 'kept',
  keptAt: null,
});

const pause = 800;
const againAfter = 4000;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const sending = new Set<number>();

function keepSoon(patientId: number, after = pause): void {
  clearTimeout(timers.get(patientId));
  timers.set(
    patientId,
    setTimeout(() => void keep(patientId), after),
  );
}

const same = (a: ClinicalDraft, b: ClinicalDraft): boolean =>
  a.text === b.text && a.appointmentId === b.appointmentId && a.corrects === b.corrects;

/** Stores the draft on the server; text typed meanwhile is stored afterwards. */
async function keep(patientId: number): Promise<void> {
  const draft = draftOf(patientId);
  if (!draft || sending.has(patientId) || !['typed', 'lost'].includes(draft.state)) return;
  const { text, appointmentId, corrects, key, revision } = draft;
  sending.add(patientId);
  try {
    const body = { text, appointmentId, corrects, key, revision };
    const kept = await change(keepDraft, { params: { id: patientId }, body });
    settle(patientId, draft, (current) => ({
      ...current,
      revision: kept.revision,
      keptAt: now(),
      state: same(current, draft) ? 'kept' : 'typed',
    }));
  } catch (error) {
    const elsewhere = error instanceof ApiError && error.code === 'stale';
    settle(patientId, draft, (current) => ({ ...current, state: elsewhere ? 'elsewhere' : 'lost' }));
  } finally {
    sending.delete(patientId);
  }
  const after = draftOf(patientId)?.state;
  if (after === 'typed') keepSoon(patientId);
  if (after === 'lost') keepSoon(patientId, againAfter);
}

/** Updates a draft after a request, unless another draft has replaced it. */
function settle(patientId: number, of: ClinicalDraft, become: (now: ClinicalDraft) => ClinicalDraft): void {
  const current = draftOf(patientId);
  if (current?.key === of.key) put(patientId, become(current));
}

/** Puts the stored draft above the text typed since the box was opened. */
function takeUp(patientId: number, kept: NoteDraft | null): void {
  const current = draftOf(patientId);
  if (current?.state !== 'reading') return;
  if (!kept) return put(patientId, { ...current, state: current.text === '' ? 'kept' : 'typed' });
  const { text, appointmentId, corrects, key, revision } = kept;
  const both = [text, current.text].filter((words) => words !== '').join('\n');
  put(patientId, {
    appointmentId,
    corrects,
    key,
    revision,
    keptAt: null,
    text: both,
    state: both === text ? 'kept' : 'typed',
  });
}

/** Resolves a conflict of two windows: the stored text of the other window, then the text of this one. */
export async function bringTogether(patientId: number): Promise<void> {
  const { draft: kept } = await call(readDraft, { params: { id: patientId } });
  const current = draftOf(patientId);
  if (!current) return;
  const text = [kept?.text ?? '', current.text].filter((words) => words.trim() !== '').join('\n');
  const { key, revision } = kept ?? { key: newKey(), revision: 0 };
  put(patientId, { ...current, text, key, revision, state: 'typed' });
  keepSoon(patientId, 0);
}

/** Opens the doctor's stored draft about a patient, or a new note at this place. */
export function openClinical(patientId: number, place: NotePlace): void {
  const open = draftOf(patientId);
  if (open && (open.text !== '' || open.state === 'reading')) return;
  put(patientId, { ...fresh(place), state: 'reading' });
  void call(readDraft, { params: { id: patientId } }).then(
    ({ draft }) => {
      takeUp(patientId, draft);
      keepSoon(patientId);
    },
    () => {
      const current = draftOf(patientId);
      if (current?.state === 'reading') put(patientId, { ...current, state: 'lost' });
      keepSoon(patientId, againAfter);
    },
  );
}

export function writeClinical(patientId: number, typed: Partial<NotePlace> & { text?: string }): void {
  const draft = draftOf(patientId);
  if (!draft) return;
  const state = draft.state === 'kept' ? 'typed' : draft.state;
  put(patientId, { ...draft, ...typed, state });
  if (state === 'typed') keepSoon(patientId);
}

/** The draft after signing: text typed meanwhile becomes the next note. */
function afterSigning(now: ClinicalDraft, signed: string): ClinicalDraft {
  const text = now.text.startsWith(signed) ? now.text.slice(signed.length).trimStart() : now.text;
  const next = fresh({ appointmentId: now.appointmentId, corrects: null });
  return text === '' ? next : { ...next, text, state: 'typed' };
}

/** Signs the draft. It is kept until the server has confirmed the signature. */
export async function signClinical(patientId: number, shared: boolean): Promise<ClinicalNote> {
  const draft = draftOf(patientId);
  if (!draft) throw new Error('there is no draft');
  const { text, appointmentId, corrects, key } = draft;
  clearTimeout(timers.get(patientId));
  try {
    const note = await change(signNote, {
      params: { id: patientId },
      body: { text, appointmentId, corrects, ...(shared ? { shared } : {}) },
      headers: { 'idempotency-key': key },
    });
    settle(patientId, draft, (current) => afterSigning(current, text));
    return note;
  } catch (error) {
    // An earlier request signed the earlier text and its answer was lost: the text typed since is another
    // note.
    const reused = error instanceof ApiError && error.code === 'idempotency_key_reused';
    if (reused || isUnsure(error))
      settle(patientId, draft, (current) =>
        reused ? { ...current, key: newKey(), revision: 0, state: 'typed' } : { ...current, state: 'lost' },
      );
    throw error;
  } finally {
    keepSoon(patientId);
  }
}

const notKept = (): number[] =>
  [...store.read()].flatMap(([patientId, { text, state }]) =>
    text !== '' && state !== 'kept' ? [patientId] : [],
  );

const isNotKept = (): boolean => notKept().length > 0;
const isWritten = (): boolean => [...store.read().values()].some(({ text }) => text.trim() !== '');

/**
 * The draft about a patient. Stores unsaved text when the page is hidden or back online; leaving the page
 * with unsaved text asks the user.
 */
export function useClinical(patientId: number): ClinicalDraft | undefined {
  useUnsaved(isNotKept, isWritten);
  useEffect(() => {
    const keepNow = () => notKept().forEach((id) => void keep(id));
    addEventListener('online', keepNow);
    document.addEventListener('visibilitychange', keepNow);
    return () => {
      removeEventListener('online', keepNow);
      document.removeEventListener('visibilitychange', keepNow);
    };
  }, []);
  return useStore(store, new Map(), (drafts) => drafts.get(patientId));
}
