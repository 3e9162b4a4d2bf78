import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { node } from '../set-up/processes.mjs';
import { piece, twoAtATime } from './pieces.mjs';

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('pieces are begun in their order, the next by whoever is free, and all are awaited', async () => {
  const steps: string[] = [];
  const ends = new Map<string, () => void>();
  const lasting = (name: string) => async () => {
    steps.push(name);
    await new Promise<void>((end) => ends.set(name, end));
  };
  const run = twoAtATime(['long', 'short', 'third', 'last'].map(lasting));
  for (const name of ['short', 'third']) {
    await expect.poll(() => ends.has(name)).toBe(true);
    ends.get(name)?.();
  }
  await expect.poll(() => steps).toEqual(['long', 'short', 'third', 'last']);
  ends.get('last')?.();
  let over = false;
  const end = run.then(() => (over = true));
  await sleep(20);
  expect(over).toBe(false);
  ends.get('long')?.();
  await end;
});

test('what a piece printed is shown at its end if it failed, to the last word of it', async () => {
  const failing = `console.log('··F 2 of 3'); console.error('why'); process.exit(1)`;
  expect(await piece('journeys', (how: object) => node(['-e', failing], how))).toBe(false);
  expect(said.map((line) => line.replace(/\d+\.\d s/, 'n s'))).toEqual([
    '· journeys',
    '✗ journeys n s',
    expect.stringMatching(/^(··F 2 of 3\nwhy|why\n··F 2 of 3)$/),
  ]);
});

test('of one that went well two lines are shown, and twice a minute how far those under way are', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const tests = ({ heard }: { heard: (text: string) => void }) => {
    heard('··');
    heard('· 1 skipped');
    vi.advanceTimersByTime(30_000);
    return Promise.resolve({ ok: true });
  };
  await twoAtATime([
    () => piece('lint', () => new Promise((done) => setTimeout(done, 50, { ok: true }))),
    () => piece('tests', tests),
  ]);
  expect(said.map((line) => line.replace(/\d+\.\d s/, 'n s'))).toEqual([
    '· lint',
    '· tests',
    '· under way: lint; tests, 3 passed',
    '✓ tests n s',
    '✓ lint n s',
  ]);
  said.length = 0;
  vi.advanceTimersByTime(90_000);
  expect(said).toEqual([]);
});
