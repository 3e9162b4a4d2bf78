import { isMessageKind, messageKinds, type OutboxChannel } from '#shared/domain/message-kinds.ts';
import { Breaker } from './breaker.ts';
import type { LeasedMessage } from './queries.ts';

const isAwaited = ({ template }: Pick<LeasedMessage, 'template'>): boolean =>
  isMessageKind(template) && messageKinds[template].awaited;

const sentOut = ['sms', 'whatsapp', 'email', 'push', 'webhook'] as const satisfies readonly OutboxChannel[];
/** At once, by lane; a mail server takes both lanes' mails on connections of their own. */
const placesPerLane = 4;

export interface Places {
  readonly channel: OutboxChannel;
  readonly places: number;
}

/**
 * Every channel has two lanes, one for what is awaited and one for the rest, and a breaker for its transport:
 * what one channel holds up keeps no other from leaving, and a thousand mails keep no code waiting.
 */
export class Lanes {
  readonly #inHand = new Map<string, number>();
  readonly #breakers = new Map<OutboxChannel, Breaker>(sentOut.map((channel) => [channel, new Breaker()]));

  /** How many messages each channel may be given now. */
  free(kind: 'awaited' | 'rest', at: Date): Places[] {
    return sentOut
      .map((channel) => {
        const free = placesPerLane - (this.#inHand.get(`${channel} ${kind}`) ?? 0);
        return { channel, places: this.#breakers.get(channel)?.places(free, at) ?? free };
      })
      .filter(({ places }) => places > 0);
  }

  /** Takes a place; what it answers gives the place back. */
  begin(message: LeasedMessage): () => void {
    const lane = `${message.channel} ${isAwaited(message) ? 'awaited' : 'rest'}`;
    this.#inHand.set(lane, (this.#inHand.get(lane) ?? 0) + 1);
    this.#breakers.get(message.channel)?.began();
    return () => {
      this.#inHand.set(lane, (this.#inHand.get(lane) ?? 1) - 1);
      this.#breakers.get(message.channel)?.ended();
    };
  }

  answered({ channel }: LeasedMessage): void {
    this.#breakers.get(channel)?.answered();
  }

  failed({ channel }: LeasedMessage, at: Date): void {
    this.#breakers.get(channel)?.failed(at);
  }
}
