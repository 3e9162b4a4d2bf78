import { createHmac } from 'node:crypto';
import { Breaker } from '../breaker.ts';
import { PrivateAddressError, postOutward } from './public-address.ts';
import {
  NoReceiverError,
  type Outgoing,
  PostponedError,
  TemporaryRejectionError,
  type Transport,
  UndeliverableError,
} from './transport.ts';

export interface Receiver {
  readonly url: string;
  /** Newest first; each signs the request. */
  readonly secrets: readonly string[];
}

/** Addresses of webhooks, and their state. */
export interface Receivers {
  /** Undefined for a webhook that is off or deleted. */
  of(id: number): Promise<Receiver | undefined>;
  arrived(id: number): Promise<void>;
  failed(id: number, end: 'gone' | null): Promise<void>;
  /** Messages of the webhook wait until `until`. */
  rest(id: number, until: Date): Promise<void>;
}

const timeoutMs = 10_000;

/** A signature of Standard Webhooks: over id, time and body. */
const signWebhook = (secret: string, content: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(content)
    .digest('base64')}`;

/**
 * Webhooks by the Standard Webhooks specification. A receiver that does not answer is called less and less
 * often, by its own circuit breaker: it delays no other, and its messages use up no attempts.
 */
export function webhookTransport(
  receivers: Receivers,
  { anywhere, now }: { anywhere: boolean; now: () => Date },
): Transport {
  const breakers = new Map<number, Breaker>();
  const breakerOf = (id: number): Breaker => {
    const breaker = breakers.get(id) ?? new Breaker();
    breakers.set(id, breaker);
    return breaker;
  };
  const post = async (receiver: Receiver, { messageId, text }: Outgoing): Promise<number> => {
    const at = String(Math.floor(now().getTime() / 1000));
    const content = `${messageId}.${at}.${text}`;
    return postOutward(
      {
        url: receiver.url,
        body: text,
        timeoutMs,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Hakima-Webhooks',
          'webhook-id': messageId,
          'webhook-timestamp': at,
          'webhook-signature': receiver.secrets.map((secret) => signWebhook(secret, content)).join(' '),
        },
      },
      { anywhere },
    );
  };
  return {
    async send(message) {
      const id = Number(message.to);
      const receiver = await receivers.of(id);
      if (!receiver) throw new NoReceiverError('this webhook is off');
      const breaker = breakerOf(id);
      const at = now();
      if (breaker.places(1, at) === 0) {
        const until = breaker.again(at);
        await receivers.rest(id, until);
        throw new PostponedError('waits until its receiver answers again', until);
      }
      breaker.began();
      try {
        const status = await post(receiver, message);
        if (status < 200 || status > 299) throw new HttpStatusError(status);
        breaker.answered();
        await receivers.arrived(id);
      } catch (error) {
        breaker.failed(now());
        const gone = error instanceof HttpStatusError && error.status === 410;
        await receivers.failed(id, gone ? 'gone' : null);
        if (gone) throw new UndeliverableError('it answered 410: it wants no more');
        if (error instanceof PrivateAddressError) throw new UndeliverableError(error.message);
        throw new TemporaryRejectionError(error instanceof Error ? describeFailure(error) : 'unknown');
      } finally {
        breaker.ended();
      }
    },
  };
}

class HttpStatusError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(
      status >= 300 && status < 400
        ? `it answered ${status}: redirects are not followed`
        : `it answered ${status}`,
    );
    this.status = status;
  }
}

function describeFailure(error: Error & { code?: string }): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer within 10 seconds';
  return error.code ?? error.message;
}
