import { createECDH, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { vi } from 'vitest';
import webPush from 'web-push';
import { type GatewayServer, gatewayServer } from './gateway-server.ts';
import { mailServer } from './mail-server.ts';
import { headerOf, plainText } from './mail-text.ts';

/** Channels that leave the clinic. */
export const outsideChannels = ['sms', 'whatsapp', 'email', 'push'] as const;
export type OutsideChannel = (typeof outsideChannels)[number];

/** A message that its gateway accepted. */
export interface AcceptedMessage {
  /** The Message-ID without its domain. */
  readonly id: string;
  /** The text without its links. */
  readonly text: string;
  /** Tokens of its links. */
  readonly tokens: readonly string[];
  /** False: the server cannot know that it was accepted. */
  readonly isAnswered: boolean;
}

const toAcceptedMessage = (id: string, text: string, isAnswered = true): AcceptedMessage => ({
  isAnswered,
  id: id.replace(/@.*/, ''),
  text: text.replace(/\S+\/l\/\S+/g, '').trim(),
  tokens: [...new Set([...text.matchAll(/\/l\/([\w-]+)/g)].map(([, token = '']) => token))],
});

/** How a gateway treats a message. `unanswered`: the gateway accepts the message but sends no answer. */
type GatewayAnswer = 'accepted' | 'refused' | 'unanswered';
const statuses = { accepted: 202, refused: 500, unanswered: 0 } satisfies Record<GatewayAnswer, number>;

const httpChannels = ['sms', 'whatsapp', 'push'] as const satisfies readonly OutsideChannel[];
const idOf = (channel: OutsideChannel, headers: IncomingHttpHeaders, body: string): string =>
  channel === 'push' ? JSON.parse(body).tag : String(headers['idempotency-key']);

const pushService = 'https://fcm.googleapis.com/fcm/send/';
const browserKey = createECDH('prime256v1');
browserKey.generateKeys();

/** A browser's subscription to push. */
export const createBrowserSubscription = (userId: number) => ({
  endpoint: `${pushService}${userId}`,
  userId,
  keys: { p256dh: browserKey.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
});

/**
 * A mail server and gateways for SMS, WhatsApp and push that record messages and can fail. Push services are
 * known hosts of the internet: their requests go to a local server, without encryption.
 */
export async function messageGateways() {
  const mail = await mailServer();
  const http: Record<Exclude<OutsideChannel, 'email'>, GatewayServer> = {
    sms: await gatewayServer(),
    whatsapp: await gatewayServer(),
    push: await gatewayServer(),
  };
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    send(url.startsWith(pushService) ? http.push.url : url, init),
  );
  const encrypt = webPush.generateRequestDetails;
  vi.spyOn(webPush, 'generateRequestDetails').mockImplementation((subscription, payload, options) => {
    const body = Buffer.from(String(payload));
    const request = encrypt(subscription, payload, options);
    return { ...request, headers: { ...request.headers, 'Content-Length': String(body.length) }, body };
  });

  /** Messages that were accepted, but not answered: a gateway ignores their repetition. */
  const unanswered = new Set<string>();

  /** The messages that a channel has accepted since the last call. */
  const take = (channel: OutsideChannel): AcceptedMessage[] => {
    if (channel === 'email')
      return mail.received
        .splice(0)
        .map(({ raw }) =>
          toAcceptedMessage(
            headerOf(raw, 'message-id')?.slice(1) ?? '',
            `${headerOf(raw, 'subject')}\n${plainText(raw)}`,
          ),
        );
    return http[channel].calls.splice(0).flatMap(({ headers, body, status }) => {
      const { text, body: words } = JSON.parse(body);
      const id = idOf(channel, headers, body);
      if (status >= 300 || unanswered.has(id)) return [];
      if (status === 0) unanswered.add(id);
      return toAcceptedMessage(id, channel === 'push' ? words : text, status !== 0);
    });
  };
  return {
    env: {
      SMTP_URL: mail.url,
      SMS_GATEWAY_URL: http.sms.url,
      WHATSAPP_GATEWAY_URL: http.whatsapp.url,
    },
    take,
    /** For an empty outbox, in which keys of earlier messages are used again. */
    forget: () => unanswered.clear(),
    /**
     * Chooses the answer to each message from now on. `of`: the address of a mail, the id of another message.
     * The mail server refuses a message that should stay unanswered.
     */
    answer(choose: (of: string) => GatewayAnswer): void {
      mail.refuse = (to) => (choose(to) === 'accepted' ? null : { code: 451, text: 'try again later' });
      for (const channel of httpChannels)
        http[channel].status = ({ headers, body }) => statuses[choose(idOf(channel, headers, body))];
    },
    async close(): Promise<void> {
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
      await Promise.all([mail, ...Object.values(http)].map((server) => server.close()));
    },
  };
}
export type MessageGateways = Awaited<ReturnType<typeof messageGateways>>;
