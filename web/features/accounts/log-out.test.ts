import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { endBrowserSession } from './log-out.ts';

const endpoint = 'https://fcm.googleapis.com/fcm/send/laptop';
const unsubscribe = vi.fn(() => Promise.resolve(true));
const cleared = vi.fn();
let asked: string[];
let pushStatus: number;
beforeEach(() => {
  setMessageLanguage('en', dictionaries.en);
  asked = [];
  pushStatus = 204;
  unsubscribe.mockClear();
  cleared.mockClear();
  vi.stubGlobal('localStorage', { clear: cleared });
  vi.stubGlobal('sessionStorage', { length: 0, clear: () => undefined, setItem: () => undefined });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { pathname: '/', origin: 'http://localhost' });
  vi.stubGlobal('window', { PushManager: class {}, Notification: class {} });
  const worker = { pushManager: { getSubscription: () => Promise.resolve({ endpoint, unsubscribe }) } };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(worker) } });
  vi.stubGlobal('Notification', class {});
  vi.stubGlobal('fetch', (address: string, { method, body }: { method: string; body?: string }) => {
    asked.push(`${method} ${address} ${body ?? ''}`.trim());
    const status = address.includes('subscriptions') ? pushStatus : 204;
    return Promise.resolve(new Response(status === 204 ? null : '{}', { status }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const off = `DELETE /api/notifications/subscriptions ${JSON.stringify({ endpoint })}`;

test('logging out ends push to this browser first, and to no other', async () => {
  await endBrowserSession('log-out');
  expect(asked).toEqual([off, 'POST /api/auth/logout?push=stays']);
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test('the server ends push everywhere if it was not told the browser, and this browser ends its own', async () => {
  pushStatus = 503;
  await endBrowserSession('log-out');
  expect(asked).toEqual([off, 'POST /api/auth/logout']);
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test('a session that ends by idleness leaves push on', async () => {
  await endBrowserSession('idle');
  expect(asked).toEqual(['POST /api/auth/logout?push=stays']);
  expect(unsubscribe).not.toHaveBeenCalled();
});

test('offline an idle session leaves nothing personal, and logging out shows an error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await endBrowserSession('idle');
  expect(cleared).toHaveBeenCalledOnce();
  await expect(endBrowserSession('log-out')).rejects.toThrow();
  expect(cleared).toHaveBeenCalledOnce();
});
