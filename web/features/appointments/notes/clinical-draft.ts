import { useEffect } from 'react';
import {
  type ClinicalNote,
  keepDraft,
  type NoteDraft,
  readDraft,
  signNote,
} from '#shared/contract/clinical-notes.ts';
import { createIdempotencyKey, isOutcomeUnknown, sendChange } from '#web/api/changes.ts';
import { ApiError, call } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { useUnsavedGuard } from '#web/api/unsaved.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** Subject of a note: an appointment, and the note that it corrects. */
export interface NoteSubject {
  readonly appointmentId: number | null;
  readonly corrects: number | null;
}

/**
 * A doctor's note about a patient that is being written. The server stores it shortly after each change, for
 * its author alone; the browser's storage never contains it.
 */
export interface ClinicalDraft extends NoteSubject {
  readonly text: string;
  /** Idempotency key of the draft: signing it twice makes one note. */
  readonly key: string;
  readonly revision: number;
  /** Reading the stored draft; stored; not stored yet; connection lost; open in another window. */
  readonly state: 'reading' | 'kept' | 'typed' | 'lost' | 'elsewhere';
  readonly keptAt: Date | null;
}

const clinicalDraftStore = createStore<ReadonlyMap<number, ClinicalDraft>>(new Map());
const getClinicalDraft = (patientId: number) => clinicalDraftStore.read().get(patientId);
const setClinicalDraft = (patientId: number, draft: ClinicalDraft) =>
  clinicalDraftStore.set(new Map(clinicalDraftStore.read()).set(patientId, draft));

const createClinicalDraft = (place: NoteSubject): ClinicalDraft => ({
  ...place,
  text: '',
  key: createIdempotencyKey(),
  revision: 0,
  state: 'kept',
  keptAt: null,
});

const saveDebounceMs = 800;
const retrySaveMs = 4000;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const sending = new Set<number>();

function scheduleDraftSave(patientId: number, after = saveDebounceMs): void {
  clearTimeout(timers.get(patientId));
  timers.set(
    patientId,
    setTimeout(() => void uploadClinicalDraft(patientId), after),
  );
}

const isSameDraft = (a: ClinicalDraft, b: ClinicalDraft): boolean =>
  a.text === b.text && a.appointmentId === b.appointmentId && a.corrects === b.corrects;

/** Stores the draft on the server; text typed meanwhile is stored afterwards. */
async function uploadClinicalDraft(patientId: number): Promise<void> {
  const draft = getClinicalDraft(patientId);
  if (!draft || sending.has(patientId) || !['typed', 'lost'].includes(draft.state)) return;
  const { text, appointmentId, corrects, key, revision } = draft;
  sending.add(patientId);
  try {
    const body = { text, appointmentId, corrects, key, revision };
    const kept = await sendChange(keepDraft, { params: { id: patientId }, body });
    updateDraftIfCurrent(patientId, draft, (current) => ({
      ...current,
      revision: kept.revision,
      keptAt: now(),
      state: isSameDraft(current, draft) ? 'kept' : 'typed',
    }));
  } catch (error) {
    const elsewhere = error instanceof ApiError && error.code === 'stale';
    updateDraftIfCurrent(patientId, draft, (current) => ({
      ...current,
      state: elsewhere ? 'elsewhere' : 'lost',
    }));
  } finally {
    sending.delete(patientId);
  }
  const after = getClinicalDraft(patientId)?.state;
  if (after === 'typed') scheduleDraftSave(patientId);
  if (after === 'lost') scheduleDraftSave(patientId, retrySaveMs);
}

/** Updates a draft after a request, unless another draft has replaced it. */
function updateDraftIfCurrent(
  patientId: number,
  of: ClinicalDraft,
  become: (now: ClinicalDraft) => ClinicalDraft,
): void {
  const current = getClinicalDraft(patientId);
  if (current?.key === of.key) setClinicalDraft(patientId, become(current));
}

/** Puts the stored draft above the text typed since the box was opened. */
function mergeStoredDraft(patientId: number, kept: NoteDraft | null): void {
  const current = getClinicalDraft(patientId);
  if (current?.state !== 'reading') return;
  if (!kept)
    return setClinicalDraft(patientId, { ...current, state: current.text === '' ? 'kept' : 'typed' });
  const { text, appointmentId, corrects, key, revision } = kept;
  const both = [text, current.text].filter((words) => words !== '').join('\n');
  setClinicalDraft(patientId, {
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
export async function mergeWithOtherWindow(patientId: number): Promise<void> {
  const { draft: kept } = await call(readDraft, { params: { id: patientId } });
  const current = getClinicalDraft(patientId);
  if (!current) return;
  const text = [kept?.text ?? '', current.text].filter((words) => words.trim() !== '').join('\n');
  const { key, revision } = kept ?? { key: createIdempotencyKey(), revision: 0 };
  setClinicalDraft(patientId, { ...current, text, key, revision, state: 'typed' });
  scheduleDraftSave(patientId, 0);
}

/** Opens the doctor's stored draft about a patient, or a new note at this place. */
export function openClinicalDraft(patientId: number, place: NoteSubject): void {
  const open = getClinicalDraft(patientId);
  if (open && (open.text !== '' || open.state === 'reading')) return;
  setClinicalDraft(patientId, { ...createClinicalDraft(place), state: 'reading' });
  void call(readDraft, { params: { id: patientId } }).then(
    ({ draft }) => {
      mergeStoredDraft(patientId, draft);
      scheduleDraftSave(patientId);
    },
    () => {
      const current = getClinicalDraft(patientId);
      if (current?.state === 'reading') setClinicalDraft(patientId, { ...current, state: 'lost' });
      scheduleDraftSave(patientId, retrySaveMs);
    },
  );
}

export function editClinicalDraft(patientId: number, typed: Partial<NoteSubject> & { text?: string }): void {
  const draft = getClinicalDraft(patientId);
  if (!draft) return;
  const state = draft.state === 'kept' ? 'typed' : draft.state;
  setClinicalDraft(patientId, { ...draft, ...typed, state });
  if (state === 'typed') scheduleDraftSave(patientId);
}

/** The draft after signing: text typed meanwhile becomes the next note. */
function createDraftAfterSigning(now: ClinicalDraft, signed: string): ClinicalDraft {
  const text = now.text.startsWith(signed) ? now.text.slice(signed.length).trimStart() : now.text;
  const next = createClinicalDraft({ appointmentId: now.appointmentId, corrects: null });
  return text === '' ? next : { ...next, text, state: 'typed' };
}

/** Signs the draft. It is kept until the server has confirmed the signature. */
export async function signClinicalDraft(patientId: number, shared: boolean): Promise<ClinicalNote> {
  const draft = getClinicalDraft(patientId);
  if (!draft) throw new Error('there is no draft');
  const { text, appointmentId, corrects, key } = draft;
  clearTimeout(timers.get(patientId));
  try {
    const note = await sendChange(signNote, {
      params: { id: patientId },
      body: { text, appointmentId, corrects, ...(shared ? { shared } : {}) },
      headers: { 'idempotency-key': key },
    });
    updateDraftIfCurrent(patientId, draft, (current) => createDraftAfterSigning(current, text));
    return note;
  } catch (error) {
    // An earlier request signed the earlier text and its answer was lost: the text typed since is another
    // note.
    const reused = error instanceof ApiError && error.code === 'idempotency_key_reused';
    if (reused || isOutcomeUnknown(error))
      updateDraftIfCurrent(patientId, draft, (current) =>
        reused
          ? { ...current, key: createIdempotencyKey(), revision: 0, state: 'typed' }
          : { ...current, state: 'lost' },
      );
    throw error;
  } finally {
    scheduleDraftSave(patientId);
  }
}

const listUnsavedDrafts = (): number[] =>
  [...clinicalDraftStore.read()].flatMap(([patientId, { text, state }]) =>
    text !== '' && state !== 'kept' ? [patientId] : [],
  );

const hasUnsavedDrafts = (): boolean => listUnsavedDrafts().length > 0;
const hasDraftText = (): boolean =>
  [...clinicalDraftStore.read().values()].some(({ text }) => text.trim() !== '');

/**
 * The draft about a patient. Stores unsaved text when the page is hidden or back online; leaving the page
 * with unsaved text asks the user.
 */
export function useClinicalDraft(patientId: number): ClinicalDraft | undefined {
  useUnsavedGuard(hasUnsavedDrafts, hasDraftText);
  useEffect(() => {
    const keepNow = () => listUnsavedDrafts().forEach((id) => void uploadClinicalDraft(id));
    addEventListener('online', keepNow);
    document.addEventListener('visibilitychange', keepNow);
    return () => {
      removeEventListener('online', keepNow);
      document.removeEventListener('visibilitychange', keepNow);
    };
  }, []);
  return useStore(clinicalDraftStore, new Map(), (drafts) => drafts.get(patientId));
}
