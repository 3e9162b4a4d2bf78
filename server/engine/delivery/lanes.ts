import { awaitedKinds, type OutboxChannel } from '#shared/domain/message-kinds.ts';
import { Breaker } from './breaker.ts';
import type { LeasedMessage } from './lease-queries.ts';

const isAwaitedMessage = ({ template }: Pick<LeasedMessage, 'template'>): boolean =>
  awaitedKinds.some((kind) => kind === template);

const breakerChannels = ['sms', 'whatsapp', 'email', 'push'] as const satisfies readonly OutboxChannel[];
/** Parallel messages, by lane; a mail server uses separate connections for both lanes. */
const placesPerLane = 4;

export interface FreeCapacity {
  readonly channel: OutboxChannel;
  readonly places: number;
}

/** Parallel calls of each webhook by address; a webhook that is not listed gets none. */
export interface WebhookPlaces {
  readonly atOnce: number;
  readonly inHand: ReadonlyMap<string, number>;
}

/**
 * Every channel has two lanes, one for awaited messages and one for the rest, and a circuit breaker: a slow
 * channel delays no other, and a thousand mails delay no code. Every webhook is a lane with its own breaker.
 */
export class DeliveryLanes {
  readonly #inHand = new Map<string, number>();
  readonly #inHandOfWebhooks = new Map<string, number>();
  readonly #breakers = new Map<OutboxChannel, Breaker>(
    breakerChannels.map((channel) => [channel, new Breaker()]),
  );

  /** Number of messages that each channel may get now. */
  free(kind: 'awaited' | 'rest', at: Date): FreeCapacity[] {
    return breakerChannels
      .map((channel) => {
        const free = placesPerLane - (this.#inHand.get(`${channel} ${kind}`) ?? 0);
        return { channel, places: this.#breakers.get(channel)?.places(free, at) ?? free };
      })
      .filter(({ places }) => places > 0);
  }

  freeOfWebhooks(): WebhookPlaces {
    return { atOnce: placesPerLane, inHand: this.#inHandOfWebhooks };
  }

  /** Takes a place; returns the function that releases it. */
  begin(message: LeasedMessage): () => void {
    const isToWebhook = message.channel === 'webhook';
    const inHand = isToWebhook ? this.#inHandOfWebhooks : this.#inHand;
    const lane = isToWebhook
      ? (message.address ?? '')
      : `${message.channel} ${isAwaitedMessage(message) ? 'awaited' : 'rest'}`;
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
