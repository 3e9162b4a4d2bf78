import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import {
  type MessageChannel,
  type MessageKind,
  messageKindOf,
  messageKindRow,
  messageLifetime,
  type Refresher,
  visitFactKinds,
} from '#shared/domain/message-kinds.ts';
import { addressForChannel, needsAddress } from '#shared/domain/messages/contact-channels.ts';
import type { QuietHours } from '#shared/domain/messages/quiet-hours.ts';
import { DeliveryLanes } from './lanes.ts';
import {
  finishMessage,
  type LeasedMessage,
  leaseForWebhooks,
  leaseMessages,
  postponeMessage,
  returnMessage,
} from './lease-queries.ts';
import { messageIdOf, toWebhookOutgoing } from './outgoing.ts';
import type { PushStore } from './push-store.ts';
import type { Recipient } from './queries.ts';
import { findQuietUntil } from './quiet-until.ts';
import { type Letterhead, render } from './render.ts';
import { consumeAccountText, consumeVisitText, findNextTextDay } from './text-budget.ts';
import { createTransports, type TransportDeps, type Transports } from './transports/create-transports.ts';
import {
  isConnectionError,
  NoReceiverError,
  NotAcceptedError,
  OnHoldError,
  type Outgoing,
  PostponedError,
  sendWithinMs,
  TemporaryRejectionError,
  type Transport,
  UndeliverableError,
} from './transports/transport.ts';

const pollMs = 1000;
const leaseMs = 2 * sendWithinMs;
const createLease = (now: Date) => ({ now, until: addMilliseconds(now, leaseMs) });
const stopWithinMs = 1500;
const maxAttempts = 9;
/** Error of a message that states a fact about an appointment and reaches its recipient in the app only. */
export const noChannelLeft = 'the patient has no channel left';
/** Error of a message that waits until its recipient confirms her address. */
export const unconfirmedAddress = 'the address is not confirmed';

/**
 * Half a minute after the first failure, then twice as long each time up to two hours, ± 20 % so that retries
 * do not coincide.
 */
export function retryDelayMs(attempts: number, random = Math.random()): number {
  const base = Math.min(30_000 * 2 ** (attempts - 1), 2 * 60 * 60_000);
  return Math.round(base * (0.8 + random * 0.4));
}

/** A message to a person, of a known kind. */
export type KnownMessage = LeasedMessage & {
  readonly template: MessageKind;
  readonly channel: MessageChannel;
};

/** Adds what is known only at the moment of sending; null if the message has become pointless. */
export type Refresh<D> = (deps: D, message: KnownMessage) => Promise<KnownMessage | null>;

interface WorkerDeps extends TransportDeps {
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** The receiver may have taken the message: it was connected and has not answered. */
class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'unknown', { cause });
  }
}

/** The receiver can be reached, and did not take the message. */
const isReceiverAnswer = (error: unknown): boolean =>
  [NoReceiverError, UndeliverableError, TemporaryRejectionError, PostponedError].some(
    (kind) => error instanceof kind,
  );

/** Functions that the clinic gives to the worker; `D` is what they need. */
export interface WorkerOptions<D> {
  settings(deps: D): Promise<{ readonly quietHours: QuietHours }>;
  letterheads(deps: D): Promise<Readonly<Record<Lang, Letterhead>>>;
  /** A person who can receive messages; undefined for an erased or deactivated account. */
  recipientOf(db: Db, userId: number): Promise<Recipient | undefined>;
  /**
   * Queues a message for the other channels of its recipient, because the channel of the message does not
   * reach her. False if she has no other channel.
   */
  sendElsewhere(deps: D, message: KnownMessage, person: Recipient): Promise<boolean>;
  readonly push: PushStore;
  readonly refresh: Readonly<Record<Refresher, Refresh<D>>>;
}

/** Whether a person has an address for the channel that she did not confirm yet. */
const isUnconfirmed = (channel: MessageChannel, person: Recipient): boolean =>
  needsAddress.has(channel) &&
  person.channels.includes(channel) &&
  addressForChannel(channel, person) === null &&
  addressForChannel(channel, { ...person, emailKnown: true, phoneKnown: true }) !== null;

/**
 * A message about an appointment goes to the patient's current address on a channel that she still has, or is
 * dropped. A message about an address, and the answer to a text, go to the address that they name.
 */
function addressMessage(message: KnownMessage, person: Recipient | undefined): KnownMessage | null {
  const { channel, userId, template } = message;
  const { audience, channels } = messageKindRow(template);
  if (audience !== 'patient' || !channels.includes('app') || userId === null) return message;
  if (!person?.channels.includes(channel)) return null;
  if (!needsAddress.has(channel)) return message;
  const address = addressForChannel(channel, person);
  return address === null ? null : { ...message, address };
}

/**
 * Sends the messages of the outbox. Runs in every process; the database leases each message to one of them.
 */
export class DeliveryWorker<D extends WorkerDeps> {
  readonly #deps: D;
  readonly #clinic: WorkerOptions<D>;
  #transports: Transports | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #again = false;
  #webhooksToo = false;
  #handled = 0;
  readonly #inHand = new Set<Promise<void>>();
  readonly #lanes = new DeliveryLanes();
  #stopping = false;

  constructor(deps: D, clinic: WorkerOptions<D>) {
    this.#deps = deps;
    this.#clinic = clinic;
  }

  start(): void {
    this.#stopping = false;
    this.#timer = setInterval(() => void this.#look(), pollMs);
    this.#timer.unref();
  }

  /**
   * Takes no new messages and waits a short time for those in progress; another process takes over the rest.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    await Promise.race([this.#settled(), wait(stopWithinMs, undefined, { ref: false })]);
    for (const transport of Object.values(this.#transports ?? {})) transport.close?.();
  }

  /** Sends all messages that are due and possible now; returns their number. */
  async poke(): Promise<number> {
    const before = this.#handled;
    do {
      await this.#look();
      await this.#settled();
    } while (this.#looking !== undefined || this.#inHand.size > 0);
    return this.#handled - before;
  }

  async #settled(): Promise<void> {
    while (this.#looking !== undefined || this.#inHand.size > 0)
      await Promise.all([this.#looking, ...this.#inHand]);
  }

  /** Fills every free place with a due message; each finished message looks for the next of its kind. */
  #look(webhooksToo = true): Promise<void> {
    if (this.#stopping) return Promise.resolve();
    this.#again = true;
    this.#webhooksToo ||= webhooksToo;
    this.#looking ??= this.#fillPlaces()
      .catch((error: unknown) => {
        this.#again = false;
        this.#deps.log.warn({ err: error }, 'the outbox could not be read');
      })
      .finally(() => {
        this.#looking = undefined;
        // A message may have finished between the last query and this line.
        if (this.#again) void this.#look(false);
      });
    return this.#looking;
  }

  async #fillPlaces(): Promise<void> {
    this.#transports ??= await createTransports(this.#deps, this.#clinic.push);
    while (this.#again && !this.#stopping) {
      this.#again = false;
      const { db } = this.#deps;
      for (const kind of ['awaited', 'rest'] as const) {
        const now = this.#deps.now();
        const places = this.#lanes.free(kind, now);
        if (places.length === 0 || this.#stopping) continue;
        for (const message of await leaseMessages(db, createLease(now), kind, places)) this.#begin(message);
      }
      if (!this.#webhooksToo || this.#stopping) continue;
      this.#webhooksToo = false;
      const free = this.#lanes.freeOfWebhooks();
      const lease = createLease(this.#deps.now());
      for (const message of await leaseForWebhooks(db, lease, free)) this.#begin(message);
    }
  }

  #begin(message: LeasedMessage): void {
    const leave = this.#lanes.begin(message);
    const work = this.#handle(message)
      .catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, 'what became of a message could not be noted');
      })
      .finally(() => {
        leave();
        this.#handled++;
        this.#inHand.delete(work);
        void this.#look(message.channel === 'webhook');
      });
    this.#inHand.add(work);
  }

  async #handle(message: LeasedMessage): Promise<void> {
    const { db, now, log } = this.#deps;
    try {
      await this.#send(message);
    } catch (error) {
      if (error instanceof PostponedError)
        return returnMessage(db, message, error.until, error instanceof OnHoldError);
      if (error instanceof NoReceiverError)
        return finishMessage(db, message, { state: 'skipped', now: now(), error: error.message });
      const problem = error instanceof Error ? error.message : 'unknown';
      log.warn(
        {
          channel: message.channel,
          template: message.template,
          messageId: message.id,
          attempts: message.attempts,
          problem,
        },
        'a message was not sent',
      );
      const mayHaveArrived = error instanceof UnansweredError;
      if (error instanceof UndeliverableError || message.attempts >= maxAttempts)
        return finishMessage(db, message, { state: 'dead', now: now(), error: problem, mayHaveArrived });
      const runAt = addMilliseconds(now(), retryDelayMs(message.attempts));
      await postponeMessage(db, message, { runAt, error: problem, mayHaveArrived });
    }
  }

  async #send(leased: LeasedMessage): Promise<void> {
    const { db, now } = this.#deps;
    const skip = (error: string) => finishMessage(db, leased, { state: 'skipped', now: now(), error });
    if (leased.ageSeconds > messageLifetime(leased.template, leased.params) * 60) return skip('expired');
    if (leased.attempts > maxAttempts)
      return finishMessage(db, leased, { state: 'dead', now: now(), error: 'too many attempts' });
    const { channel } = leased;
    if (channel === 'webhook') {
      await this.#give(this.#transports?.webhook, leased, toWebhookOutgoing(leased));
      return finishMessage(db, leased, { state: 'sent', now: now() });
    }
    const template = messageKindOf(leased.template);
    if (!template) throw new UndeliverableError(`no words for ${leased.template}`);
    if (leased.outdated) return skip('outdated');
    const kind = messageKindRow(template);
    const known = { ...leased, template, channel };
    const fresh = kind.refresh ? await this.#clinic.refresh[kind.refresh](this.#deps, known) : known;
    const person = leased.userId === null ? undefined : await this.#clinic.recipientOf(db, leased.userId);
    const settings = await this.#clinic.settings(this.#deps);
    const quiet = fresh && findQuietUntil(fresh, settings, person?.reach ?? null, now());
    if (quiet) return returnMessage(db, leased, quiet);
    const message = fresh && addressMessage(fresh, person);
    if (message) return this.#sendTo(message, person);
    return fresh && person ? this.#sendElsewhere(fresh, person) : skip('no longer wanted');
  }

  /** Sends a message to its address, or to the browsers of its recipient. */
  async #sendTo(message: KnownMessage, person: Recipient | undefined): Promise<void> {
    const { db, now } = this.#deps;
    const finish = (state: 'kept' | 'sent') => finishMessage(db, message, { state, now: now() });
    const transport = this.#transports?.[message.channel];
    if (!transport) return finish('kept');
    if (!(await this.#mayCost(message))) return returnMessage(db, message, findNextTextDay(now()));
    try {
      await this.#give(transport, message, await this.#outgoing(message, person));
    } catch (error) {
      if (!(error instanceof NoReceiverError && person)) throw error;
      await this.#clinic.push.removePushIfUnsubscribed(db, person.id);
      const current = await this.#clinic.recipientOf(db, person.id);
      if (!current) throw error;
      return this.#sendElsewhere(message, current);
    }
    await finish('sent');
  }

  /**
   * Sends a message by the other channels of its recipient. If there is none, the message waits for some
   * hours for an unconfirmed address; then, or without an address, it counts as undelivered if it states a
   * fact about an appointment.
   */
  async #sendElsewhere(message: KnownMessage, person: Recipient): Promise<void> {
    const { db, now } = this.#deps;
    // In one transaction: its copy on another channel, which is queued now, must not see it as waiting.
    await inTransaction(db, async (tx) => {
      const isSentElsewhere = await this.#clinic.sendElsewhere({ ...this.#deps, db: tx }, message, person);
      if (!isSentElsewhere && isUnconfirmed(message.channel, person))
        throw new TemporaryRejectionError(unconfirmedAddress);
      if (!isSentElsewhere && visitFactKinds.has(message.template))
        throw new UndeliverableError(noChannelLeft);
      await finishMessage(tx, message, { state: 'skipped', now: now(), error: 'no longer wanted' });
    });
  }

  /** Passes a message to its transport and the result to the breaker. */
  async #give(transport: Transport | undefined, message: LeasedMessage, outgoing: Outgoing): Promise<void> {
    if (!transport) throw new UndeliverableError('no way there');
    try {
      await transport.send(outgoing);
      this.#lanes.answered(message);
    } catch (error) {
      if (isReceiverAnswer(error)) this.#lanes.answered(message);
      else this.#lanes.failed(message, this.#deps.now());
      if (isReceiverAnswer(error) || error instanceof NotAcceptedError || isConnectionError(error))
        throw error;
      throw new UnansweredError(error);
    }
  }

  /**
   * Texts cost money: the first attempt of each counts against the daily limit, and the others wait for the
   * next day; texts about accounts have their own limit; a code was counted when it was requested.
   */
  async #mayCost(message: KnownMessage): Promise<boolean> {
    if ((message.channel !== 'sms' && message.channel !== 'whatsapp') || message.attempts > 1) return true;
    const now = this.#deps.now();
    const { audience, awaited } = messageKindRow(message.template);
    if (audience === 'account') return awaited || consumeAccountText(this.#deps.db, now);
    return consumeVisitText(this.#deps.db, now);
  }

  async #outgoing(message: KnownMessage, person: Recipient | undefined): Promise<Outgoing> {
    if (!message.address && message.channel !== 'push') throw new UndeliverableError('no address');
    // A stranger's mailbox must not get text that somebody else typed.
    const hers = person !== undefined && message.address === addressForChannel(message.channel, person);
    const head = (await this.#clinic.letterheads(this.#deps))[message.locale];
    const { sender, publicUrl } = head;
    const words = render(message, { ...head, recipient: hers ? person.name : undefined });
    return {
      messageId: messageIdOf(message, publicUrl),
      userId: message.userId,
      sender,
      to: message.address ?? '',
      subject: words.subject,
      text: message.channel === 'email' ? words.text : message.channel === 'push' ? words.short : words.sms,
      html: words.html,
      stop: message.secrets?.stop ? publicUrl + message.secrets.stop : null,
      href: messageKindRow(message.template).audience === 'patient' ? '/profile?tab=appointments' : '/',
    };
  }
}
