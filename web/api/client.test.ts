import { afterEach, expect, test, vi } from 'vitest';
import { currentUser, keepAlive } from '#shared/contract/accounts.ts';
import { listLocations } from '#shared/contract/locations.ts';
import { listServices } from '#shared/contract/services.ts';
import { proveAgain } from '#shared/contract/two-step.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { ApiError, call, getErrorMessage, ignoreEarlierRefusals, onErrorCode } from './client.ts';

/** The interaction log needs browser storage. */
vi.mock('./log/browser-log.ts', () => ({ logInteraction: () => undefined }));

afterEach(() => {
  vi.unstubAllGlobals();
});

test('an error has the server’s message, or else the screen’s', () => {
  expect(
    getErrorMessage(new ApiError(409, 'slot_taken', 'That time was just taken.'), 'Failed to move'),
  ).toBe('That time was just taken.');
  const wordless = new ApiError(502, 'wordless', 'Server error: 502 Bad Gateway');
  expect(getErrorMessage(wordless, 'Failed to move')).toBe('Failed to move');
  expect(getErrorMessage(new TypeError('x is undefined'), 'Failed to move')).toBe('Failed to move');
});

test.each<[string, () => Response, string]>([
  [
    'a message',
    () => Response.json({ message: 'The branch is closed.' }, { status: 500 }),
    'The branch is closed.',
  ],
  ['an error', () => Response.json({ error: 'No such patient.' }, { status: 404 }), 'No such patient.'],
  ['an empty body', () => Response.json({}, { status: 400 }), 'Failed to move'],
  ['null', () => Response.json(null, { status: 400 }), 'Failed to move'],
  [
    'HTML',
    () => new Response('<h1>502</h1>', { status: 502 }),
    'Server error occurred. Please try again later.',
  ],
  ['nothing', () => new Response(null, { status: 500 }), 'Server error occurred. Please try again later.'],
])('the answer of another server with %s is told', async (_, answer, told) => {
  setMessageLanguage('en', dictionaries.en);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
  const error: unknown = await call(listServices).catch((refused: unknown) => refused);
  expect(getErrorMessage(error, 'Failed to move')).toBe(told);
});

test.each([
  ['offline', false, 'You are currently offline. Please check your connection and try again.'],
  ['unreachable', true, 'Cannot connect to the server. Please check your network connection and try again.'],
])('a request without an answer has the message %s', async (code, onLine, told) => {
  setMessageLanguage('en', dictionaries.en);
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const error = await call(listServices).catch((refused: unknown) => refused);
  expect(error).toMatchObject({ code, message: told, isNetwork: true });
});

test('a rejection of a request before the new sign-in ends nothing', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((answer) => answers.push(answer)));
  const refuse = (asked: number) =>
    answers[asked]?.(Response.json({ code: 'not_signed_in', message: 'Sign in.' }, { status: 401 }));
  const heard = vi.fn();
  const stop = onErrorCode('not_signed_in', heard);
  const before = call(currentUser);
  ignoreEarlierRefusals();
  const after = call(currentUser);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  refuse(0);
  await expect(before).rejects.toThrow('Sign in.');
  expect(heard).not.toHaveBeenCalled();
  refuse(1);
  await expect(after).rejects.toThrow('Sign in.');
  expect(heard).toHaveBeenCalledOnce();
  stop();
});

test('an early answer is used once, and not after a write', async () => {
  const answer = (said: string) =>
    Promise.resolve(Response.json({ said }, { headers: { date: '2030-01-01T10:00:00Z' } }));
  const early = {
    '/api/auth/user': answer('early'),
    '/api/services': Promise.reject(new Error('left out')),
    '/api/locations': answer('early'),
  };
  early['/api/services'].catch(() => undefined);
  vi.stubGlobal('early', early);
  vi.stubGlobal('earlyAt', new Date());
  vi.stubGlobal('fetch', () => answer('late'));
  vi.resetModules();
  const { call: fresh } = await import('./client.ts');
  const { now } = await import('./clock.ts');
  expect(await fresh(currentUser)).toEqual({ said: 'early' });
  // The clock is set from the Date header of an early answer as from any other.
  expect(now().toISOString()).toMatch(/^2030-01-01T10:00/);
  expect(await fresh(currentUser)).toEqual({ said: 'late' });
  expect(await fresh(listServices)).toEqual({ said: 'late' });
  await fresh(keepAlive);
  expect(await fresh(listLocations)).toEqual({ said: 'late' });
});

test('nor after others changed what it shows', async () => {
  const answer = (said: string) => Promise.resolve(Response.json({ said }));
  vi.stubGlobal('early', { '/api/locations': answer('early'), '/api/services': answer('early') });
  vi.stubGlobal('earlyAt', new Date());
  vi.stubGlobal('fetch', () => answer('late'));
  vi.resetModules();
  const { call: fresh } = await import('./client.ts');
  const { refetchSubjects: readAgain } = await import('./hooks.ts');
  await readAgain(['locations']);
  expect(await fresh(listLocations)).toEqual({ said: 'late' });
  expect(await fresh(listServices)).toEqual({ said: 'early' });
});

test('nor if a change or a write happened while it was loading', async () => {
  let arrives: (answer: Response) => void = () => undefined;
  const early = new Promise<Response>((resolve) => {
    arrives = resolve;
  });
  vi.stubGlobal('early', { '/api/locations': early, '/api/services': early });
  vi.stubGlobal('earlyAt', new Date());
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ said: 'late' })));
  vi.resetModules();
  const { call: fresh } = await import('./client.ts');
  const { refetchSubjects: readAgain } = await import('./hooks.ts');
  const read = fresh(listLocations);
  await readAgain(['locations']);
  const other = fresh(listServices);
  await fresh(keepAlive);
  arrives(Response.json({ said: 'early' }));
  expect(await read).toEqual({ said: 'late' });
  expect(await other).toEqual({ said: 'late' });
});

test('nor if its body arrives after a new sign-in', async () => {
  let end = () => undefined as unknown;
  const words = new ReadableStream({
    start(stream) {
      end = () => {
        stream.enqueue(new TextEncoder().encode('{"code":"not_signed_in","message":"Sign in."}'));
        stream.close();
      };
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(words, { status: 401 })));
  const heard = vi.fn();
  const stop = onErrorCode('not_signed_in', heard);
  const asked = call(currentUser);
  await new Promise((turn) => setTimeout(turn));
  ignoreEarlierRefusals();
  end();
  await expect(asked).rejects.toThrow('Sign in.');
  expect(heard).not.toHaveBeenCalled();
  stop();
});

/** A new browser: one cookie jar, web locks that wait for each other, and its own copy of the client. */
async function browser() {
  vi.unstubAllGlobals();
  vi.resetModules();
  const client = await import('./client.ts');
  const cookies = { cookie: '__Host-signed-in=1' };
  let held: Promise<unknown> = Promise.resolve();
  const request = (_: string, ...[options, work]: [unknown, (() => unknown)?]) => {
    const next = held.then(work ?? (options as () => unknown));
    held = next.catch(() => undefined);
    return next;
  };
  vi.stubGlobal('document', cookies);
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
  const asked: { path: string; answer(response: Response): void }[] = [];
  vi.stubGlobal('fetch', (path: string) => new Promise((answer) => asked.push({ path, answer })));
  const sent = (n: number) => vi.waitFor(() => expect(asked).toHaveLength(n));
  return { cookies, asked, sent, ...client };
}
const refusal = () => Response.json({ code: 'not_signed_in', message: 'Sign in.' }, { status: 401 });

test('a request rejected with a renewed token is sent again after the renewal', async () => {
  const { cookies, asked, sent, ...client } = await browser();
  const heard = vi.fn();
  const stop = client.onErrorCode('not_signed_in', heard);
  const proof = client.call(proveAgain, { body: { password: 'a quiet river' } });
  await sent(1);
  const reading = client.call(currentUser);
  await sent(2);
  // The server has renewed the token; its answer arrives after the refusal of the old token.
  asked[1]?.answer(refusal());
  await new Promise((turn) => setTimeout(turn));
  expect(asked).toHaveLength(2);
  cookies.cookie = '__Host-signed-in=2';
  asked[0]?.answer(new Response(null, { status: 204 }));
  await proof;
  await sent(3);
  asked[2]?.answer(Response.json({ user: null }));
  expect(await reading).toEqual({ user: null });
  expect(heard).not.toHaveBeenCalled();
  stop();
});

test('no request is sent again after the session ended or a new one began', async () => {
  for (const after of ['__Host-signed-in=3', '', '__Host-signed-in=1']) {
    const { cookies, asked, sent, ...client } = await browser();
    cookies.cookie = '__Host-signed-in=3';
    const reading = client.call(currentUser);
    await sent(1);
    cookies.cookie = after;
    asked[0]?.answer(refusal());
    await expect(reading, after).rejects.toThrow('Sign in.');
    expect(asked).toHaveLength(1);
  }
});
