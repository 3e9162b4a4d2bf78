import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { editClinicalDraft, openClinicalDraft, signClinicalDraft } from './clinical-draft.ts';

let kept: string[];
let answerSigning: (answer: Response | Promise<never>) => void;

beforeEach(() => {
  setMessageLanguage('en', dictionaries.en);
  vi.useFakeTimers();
  kept = [];
  const signed = new Promise<Response>((resolve) => {
    answerSigning = resolve;
  });
  vi.stubGlobal('location', new URL('https://clinic.test/clinic'));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    if (!address.endsWith('/note-draft')) return signed;
    if (body === undefined) return Response.json({ draft: null });
    kept.push((JSON.parse(body) as { text: string }).text);
    return Response.json({ revision: kept.length });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts signing a note, with text that the doctor types meanwhile. */
async function typeWhileSigning(patientId: number) {
  openClinicalDraft(patientId, { appointmentId: 3, corrects: null });
  await vi.advanceTimersByTimeAsync(1000);
  editClinicalDraft(patientId, { text: 'Iron once daily.' });
  const signing = signClinicalDraft(patientId, false);
  editClinicalDraft(patientId, { text: 'Iron once daily. Call her in May.' });
  await vi.advanceTimersByTimeAsync(1000);
  return { signing };
}

test('text typed while a note is being signed becomes the next note', async () => {
  const { signing } = await typeWhileSigning(7);
  answerSigning(Response.json({ id: 1 }, { status: 201 }));
  await signing;
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept.at(-1)).toBe('Call her in May.');
});

test('no text is lost if the connection breaks while signing', async () => {
  const { signing } = await typeWhileSigning(8);
  kept = [];
  answerSigning(Promise.reject(new TypeError('Failed to fetch')));
  await expect(signing).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(5000);
  expect(kept.at(-1)).toBe('Iron once daily. Call her in May.');
});
