import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Card } from '#shared/contract/arrivals.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { sendQueuedSteps, takeStep } from './pending-steps.ts';

beforeEach(() => {
  setMessageLanguage('en', dictionaries.en);
  vi.stubGlobal('location', { pathname: '/clinic/day', origin: 'http://localhost' });
  vi.stubGlobal('navigator', { onLine: false });
});
afterEach(() => vi.unstubAllGlobals());

const at = new Date('2026-11-22T10:00:00Z');
const gone = () => Promise.reject(new TypeError('Failed to fetch'));

test('a step pressed before the last answer is sent after it', async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { to: string }).to);
    return new Promise((done) => answers.push(() => done(Response.json({}))));
  });
  const card = { id: 7, stage: 'with_doctor' } as Card;
  const first = takeStep(card, 'seen', at);
  const second = takeStep({ ...card, stage: 'seen' }, 'with_doctor', at);
  await vi.waitFor(() => expect(sent).toEqual(['seen']));
  answers[0]?.();
  await first;
  await vi.waitFor(() => expect(sent).toEqual(['seen', 'with_doctor']));
  answers[1]?.();
  await second;
});

test('a delayed step sends its time, an immediate one does not', async () => {
  const card = { id: 8, stage: 'expected' } as Card;
  const sent: unknown[] = [];
  const answering = (_address: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Promise.resolve(Response.json({}));
  };
  vi.stubGlobal('fetch', gone);
  expect(await takeStep(card, 'waiting', at)).toBe('kept');
  vi.stubGlobal('fetch', answering);
  await sendQueuedSteps(() => undefined);
  await takeStep({ ...card, stage: 'waiting' }, 'with_doctor', at);
  expect(sent).toEqual([
    { from: 'expected', to: 'waiting', at: at.toISOString() },
    { from: 'waiting', to: 'with_doctor' },
  ]);
});

test('a delayed step is finished if the card is already there, and an impossible one is reported', async () => {
  const card = { id: 9, stage: 'expected' } as Card;
  const refused = vi.fn();
  const current = (stage: string) => () =>
    Promise.resolve(
      Response.json({ code: 'stage_changed', message: 'Changed', current: { stage } }, { status: 409 }),
    );
  for (const stage of ['waiting', 'left']) {
    vi.stubGlobal('fetch', gone);
    expect(await takeStep(card, 'waiting', at)).toBe('kept');
    vi.stubGlobal('fetch', current(stage));
    await sendQueuedSteps(refused);
    expect(refused).toHaveBeenCalledTimes(stage === 'waiting' ? 0 : 1);
  }
});
