import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { toastStore } from '#web/ui/overlay/toast-store.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

beforeEach(() => {
  setMessageLanguage('en', dictionaries.en);
  toastStore.set(undefined);
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const refused = (code: string, retryAfter = '1') =>
  Response.json({ code, message: 'Later.' }, { status: 503, headers: { 'retry-after': retryAfter } });

/** Gives the answers in order and repeats the last; records when each request arrived. */
function server(...answers: (() => Response)[]) {
  const askedAt: number[] = [];
  const send = async () => {
    const answer = answers[Math.min(askedAt.length, answers.length - 1)];
    askedAt.push(performance.now());
    if (!answer) throw new Error('no answer');
    return answer();
  };
  return { askedAt, send };
}
const plain = { isRepeatable: false, isUnattended: false };
const title = "The clinic's server is busy. Trying again…";

test('a request rejected before any work is sent again, not before the server’s retry time', async () => {
  const { askedAt, send } = server(
    () => refused('busy', '2'),
    () => new Response('done'),
  );
  const answer = retryWhileBusy(send, plain);
  await vi.runAllTimersAsync();
  expect(await (await answer).text()).toBe('done');
  const [first = 0, second = 0] = askedAt;
  expect(second - first).toBeGreaterThanOrEqual(2000);
  expect(second - first).toBeLessThanOrEqual(3001);
});

test('a write that may have been done is not sent again, a repeatable one is', async () => {
  const once = server(
    () => refused('unavailable'),
    () => new Response('done'),
  );
  expect((await retryWhileBusy(once.send, plain)).status).toBe(503);
  expect(once.askedAt).toHaveLength(1);
  const twice = server(
    () => refused('unavailable'),
    () => new Response('done'),
  );
  const answer = retryWhileBusy(twice.send, { ...plain, isRepeatable: true });
  await vi.runAllTimersAsync();
  expect((await answer).status).toBe(200);
});

test('after three seconds the page says that it retries, and finally shows the rejection', async () => {
  const { send } = server(() => refused('busy', '4'));
  const answer = retryWhileBusy(send, plain);
  await vi.advanceTimersByTimeAsync(2900);
  expect(toastStore.read()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect(toastStore.read()?.title).toBe(title);
  await vi.runAllTimersAsync();
  expect((await answer).status).toBe(503);
});

test('a short rejection and one on an unused page show no message', async () => {
  const short = retryWhileBusy(
    server(
      () => refused('busy', '1'),
      () => new Response(''),
    ).send,
    plain,
  );
  await vi.runAllTimersAsync();
  await short;
  const unattended = retryWhileBusy(server(() => refused('busy', '4')).send, {
    ...plain,
    isUnattended: true,
  });
  await vi.runAllTimersAsync();
  await unattended;
  expect(toastStore.read()).toBeUndefined();
});

test('an aborted request is not sent again', async () => {
  const { askedAt, send } = server(() => refused('busy'));
  const { signal, abort } = (() => {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort() };
  })();
  const answer = retryWhileBusy(send, { ...plain, signal });
  const failed = expect(answer).rejects.toThrow('aborted');
  await vi.advanceTimersByTimeAsync(100);
  abort();
  await failed;
  await vi.runAllTimersAsync();
  expect(askedAt).toHaveLength(1);
});
