import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type QueueStorage, UploadQueue, type UploadQueueOptions } from './upload-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function drawer(): QueueStorage & { read(): number[] } {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    read: () => JSON.parse(kept.get('queue') ?? '[]') as number[],
  };
}

type Answer = boolean | 'gone';

function queueOf(answers: Answer[], more: Partial<UploadQueueOptions<number>> = {}) {
  const sent: number[][] = [];
  const keeping = drawer();
  const queue = new UploadQueue<number>({
    key: 'queue',
    keeping,
    send: async (batch) => {
      sent.push([...batch]);
      const answer = answers.shift() ?? true;
      if (answer === 'gone') throw new TypeError('no connection');
      return answer;
    },
    batch: 1,
    most: 1000,
    pause: 0,
    retry: 5000,
    onRefusal: 'stop',
    ...more,
  });
  return { queue, sent, keeping };
}

test('entries are sent one at a time, in order', async () => {
  const { queue, sent, keeping } = queueOf([]);
  for (const entry of [1, 2, 3]) queue.add(entry);
  expect(keeping.read()).toEqual([1, 2, 3]);
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toEqual([[1], [2], [3]]);
  expect(keeping.read()).toEqual([]);
});

test('a rejected entry goes back to the front and sending stops until the next entry', async () => {
  const { queue, sent } = queueOf([false]);
  queue.add(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([[1]]);
  expect(queue.waiting).toEqual([1]);
  queue.add(2);
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toEqual([[1], [1], [2]]);
});

test('without a connection it is retried after five seconds', async () => {
  const { queue, sent } = queueOf(['gone']);
  queue.add(1);
  await vi.advanceTimersByTimeAsync(4999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(sent).toEqual([[1], [1]]);
});

test('interactions are sent in batches of 50, half a second apart, and a rejected batch is retried', async () => {
  const { queue, sent } = queueOf([true, false], { batch: 50, pause: 500, onRefusal: 'retry' });
  for (let entry = 0; entry < 120; entry++) queue.add(entry);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.map((batch) => batch.length)).toEqual([50]);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent.map((batch) => batch.length)).toEqual([50, 50]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent[2]).toEqual(sent[1]);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent[3]).toHaveLength(20);
  expect(queue.waiting).toEqual([]);
});

test('only the newest thousand are kept, and a new page finds them again', async () => {
  const { queue, keeping } = queueOf(Array<Answer>(10).fill('gone'));
  for (let entry = 0; entry < 1010; entry++) queue.add(entry);
  await vi.advanceTimersByTimeAsync(1);
  expect(queue.waiting).toHaveLength(1000);
  expect(queue.waiting[0]).toBe(10);
  const again = new UploadQueue<number>({
    key: 'queue',
    keeping,
    send: async () => true,
    batch: 50,
    most: 1000,
    pause: 0,
    retry: 1,
    onRefusal: 'retry',
  });
  expect(again.waiting).toHaveLength(1000);
});
