import { afterEach, expect, test, vi } from 'vitest';
import type { Card } from '#shared/contract/arrivals.ts';
import { takeStep } from './kept-steps.ts';

afterEach(() => vi.unstubAllGlobals());

test('a step that is pressed before the last one was answered is sent behind it', async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('location', { pathname: '/clinic/day', origin: 'http://localhost' });
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { to: string }).to);
    return new Promise((done) => answers.push(() => done(Response.json({}))));
  });
  const card = { id: 7, stage: 'with_doctor' } as Card;
  const at = new Date('2026-11-22T10:00:00Z');
  const first = takeStep(card, 'seen', at);
  const second = takeStep({ ...card, stage: 'seen' }, 'with_doctor', at);
  await vi.waitFor(() => expect(sent).toEqual(['seen']));
  answers[0]?.();
  await first;
  await vi.waitFor(() => expect(sent).toEqual(['seen', 'with_doctor']));
  answers[1]?.();
  await second;
});
