import webPush from 'web-push';
import type { PushKeys, PushSubscription } from '#server/engine/delivery/push-store.ts';
import {
  NoReceiverError,
  NotAcceptedError,
  type Outgoing,
  type Transport,
  UndeliverableError,
} from './transport.ts';

export interface PushSubscriptions {
  of(userId: number): Promise<readonly PushSubscription[]>;
  forget(endpoint: string): Promise<void>;
}
type Post = (
  url: string,
  init: {
    method: 'POST';
    headers: Record<string, string>;
    body: Uint8Array;
    signal: AbortSignal;
    redirect: 'error';
  },
) => Promise<Response>;

const hosts = [
  /^fcm\.googleapis\.com$/,
  /^(updates|[a-z0-9-]+)\.push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)?push\.apple\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
];

/** Only known push services of browsers, so that the server never calls an address that a visitor invents. */
export function isPushHost(endpoint: string): boolean {
  try {
    const { protocol, hostname, port, username } = new URL(endpoint);
    return (
      protocol === 'https:' && port === '' && username === '' && hosts.some((host) => host.test(hostname))
    );
  } catch {
    return false;
  }
}

const timeToLive = 12 * 60 * 60;
const timeoutMs = 15_000;
const post: Post = (url, init) => fetch(url, init as RequestInit);

/** Web Push to every browser of a person. Tests replace `deliver`, which sends the request. */
export function webPushTransport(
  keys: PushKeys,
  contact: string,
  subscriptions: PushSubscriptions,
  deliver: Post = post,
): Transport {
  const sendTo = async (subscription: PushSubscription, message: Outgoing): Promise<number> => {
    if (!isPushHost(subscription.endpoint)) return 410;
    const request = webPush.generateRequestDetails(
      subscription,
      JSON.stringify({
        title: message.subject,
        body: message.text,
        href: message.href,
        tag: message.messageId,
      }),
      {
        TTL: timeToLive,
        vapidDetails: { subject: contact, publicKey: keys.publicKey, privateKey: keys.privateKey },
      },
    );
    const response = await deliver(request.endpoint, {
      method: 'POST',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: new Uint8Array(request.body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    await response.body?.cancel();
    return response.status;
  };
  return {
    async send(message) {
      const known = message.userId === null ? [] : await subscriptions.of(message.userId);
      const statuses = await Promise.allSettled(
        known.map(async (subscription) => {
          const status = await sendTo(subscription, message);
          if (status === 404 || status === 410) await subscriptions.forget(subscription.endpoint);
          return status;
        }),
      );
      const answered = statuses.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      if (answered.some((status) => status >= 200 && status < 300)) return;
      const silent = statuses.find((result) => result.status === 'rejected');
      if (silent) throw new Error('a push service did not answer', { cause: silent.reason });
      if (answered.some((status) => status === 429 || status >= 500))
        throw new NotAcceptedError(`the push service answered ${Math.max(...answered)}`);
      if (answered.every((status) => status === 404 || status === 410))
        throw new NoReceiverError('no browser takes push');
      throw new UndeliverableError(`the push service answered ${answered.join(', ')}`);
    },
  };
}
