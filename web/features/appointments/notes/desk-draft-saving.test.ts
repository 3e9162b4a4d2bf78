import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Appointment } from '#shared/contract/appointments.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { deleteDeskDraft, restoreDeskDraft, scheduleDeskSave } from './desk-draft-saving.ts';
import { openDraft, readNoteDraft, setDraftText } from './note-draft.ts';

const row = { id: 4, version: 3, notes: 'Booked via website' } as Appointment;
let kept: { start: string; text: string; version: number } | null;
let line: 'there' | 'gone';
let answered: () => void;

beforeEach(() => {
  setMessageLanguage('en', dictionaries.en);
  vi.useFakeTimers();
  kept = null;
  line = 'there';
  vi.stubGlobal('location', new URL('https://clinic.test/clinic'));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    if (!address.endsWith('/note-draft')) return new Response(null, { status: 204 });
    if (line === 'gone') throw new TypeError('no network');
    if (body !== undefined) {
      const draft = JSON.parse(body) as NonNullable<typeof kept>;
      kept = draft.text === '' ? null : draft;
      return new Response(null, { status: 204 });
    }
    const draft = kept;
    await new Promise<void>((resolve) => {
      answered = resolve;
    });
    return Response.json({ draft });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const type = (text: string) => {
  setDraftText(text);
  scheduleDeskSave(row.id);
};
async function opened(start = '') {
  openDraft(row, start);
  restoreDeskDraft(row.id);
  await vi.advanceTimersByTimeAsync(10);
}
const pause = () => vi.advanceTimersByTimeAsync(1000);

test('typed text is stored shortly after, restored after a crash, and deleted once saved', async () => {
  await opened();
  answered();
  type('Comes with her sister');
  await pause();
  expect(kept).toEqual({ start: '', text: 'Comes with her sister', version: 3 });
  await opened();
  answered();
  await pause();
  expect(readNoteDraft()?.text).toBe('Comes with her sister');
  deleteDeskDraft(row.id);
  await pause();
  expect(kept).toBeNull();
});

test('text typed before the draft has loaded is added below it, for the same appointment', async () => {
  kept = { start: 'Old', text: 'Old and begun', version: 2 };
  await opened('Old');
  type('More');
  await pause();
  expect(kept?.text).toBe('Old and begun');
  answered();
  await pause();
  expect(readNoteDraft()).toMatchObject({ start: 'Old', text: 'Old and begun\nMore', row: { version: 2 } });
});

test('a box that is rendered again adds nothing twice', async () => {
  await opened();
  answered();
  type('One');
  await pause();
  type('One two');
  restoreDeskDraft(row.id);
  await pause();
  expect(readNoteDraft()?.text).toBe('One two');
});

test('without a connection it is stored as soon as there is one', async () => {
  await opened();
  answered();
  line = 'gone';
  type('Call her');
  await pause();
  expect(kept).toBeNull();
  line = 'there';
  await vi.advanceTimersByTimeAsync(10_000);
  expect(kept).toMatchObject({ text: 'Call her' });
});
