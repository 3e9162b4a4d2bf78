import { isMessageKind, messageKinds, type OutboxChannel } from '#shared/domain/message-kinds.ts';
import { Breaker } from './breaker.ts';
import type { LeasedMessage } from './lease-queries.ts';

const isAwaited = ({ template }: Pick<LeasedMessage, 'template'>): boolean =>
  isMessageKind(template) && messageKinds[template].awaited;

const sentOut = ['sms', 'whatsapp', 'email', 'push'] as const satisfies readonly OutboxChannel[];
/** At once, by lane; a mail server takes both lanes' mails on connections of their own. */
const placesPerLane = 4;

export interface Places {
  readonly channel: OutboxChannel;
  readonly places: number;
}

/** Of every webhook so many may be in hand at once, by its address; of those that are not named none is. */
export interface WebhookPlaces {
  readonly atOnce: number;
  readonly inHand: ReadonlyMap<string, number>;
}

/**
 * Every channel has two lanes, one for what is awaited and one for the rest, and a breaker for its transport:
 * what one channel holds up keeps no other from leaving, and a thousand mails keep no code waiting. Every
 * webhook is a lane of its own, since each leads to somebody else; its transport has a breaker for each.
 */
export class Lanes {
  readonly #inHand = new Map<string, number>();
  readonly #inHandOfWebhooks = new Map<string, number>();
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

  freeOfWebhooks(): WebhookPlaces {
    return { atOnce: placesPerLane, inHand: this.#inHandOfWebhooks };
  }

  /** Takes a place; what it answers gives the place back. */
  begin(message: LeasedMessage): () => void {
    const isToWebhook = message.channel === 'webhook';
    const inHand = isToWebhook ? this.#inHandOfWebhooks : this.#inHand;
    const lane = isToWebhook
      ? (message.address ?? '')
      : `${message.channel} ${isAwaited(message) ? 'awaited' : 'rest'}`;
    inHand.set(lane, (inHand.get(lane) ?? 0) + 1);
    this.#breakers.get(message.channel)?.began();
    return () => {
      inHand.set(lane, (inHand.get(lane) ?? 1) - 1);
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
