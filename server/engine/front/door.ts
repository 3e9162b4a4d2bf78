import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Urgency } from '#shared/contract/endpoint.ts';
import { type Asked, inPlace, workUrgency } from './urgency.ts';

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

interface Waiting {
  readonly since: number;
  readonly urgency: Urgency;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * How many are served at once, by urgency: the last never take all places, the first find some that nobody
 * else may take.
 */
const places: Record<Urgency, number> = { first: 16, usual: 12, last: 6 };
/**
 * So many of them are served in any case, one more each time that none was let in for a while: who is more
 * urgent, without end, keeps nobody out for good. Without the while the usual, which cost little, took the
 * time of bookings.
 */
const ownPlaces: Record<Urgency, number> = { first: 0, usual: 3, last: 1 };
const whileMs = 100;
/**
 * Who would wait longer than this is refused as she comes: a refusal costs little when it is early. In
 * milliseconds.
 */
const patience: Record<Urgency, number> = { first: 500, usual: 250, last: 80 };
/** In the queue the usual count as if they had come so much later: nobody is overtaken for ever. */
const headStart: Record<Urgency, number> = { first: 0, usual: 300, last: 600 };
/** A place is lent for so long; who takes longer waits for something other than us (a lock, a download). */
const loanMs = 1000;
const strayMs = 700;
/**
 * So many may wait in any case: a single page asks for several things at once, and a slow machine is no
 * crowd.
 */
const fewWaiting = 16;
/** Bodies too large to arrive whole before they are read (pictures) have places of their own. */
const largeBodies = 8;
/** While the event loop does not keep up so many files of pages are given beside everything else. */
const filesAtOnce = 32;
/** While the clinic opens so many may wait, for so long; it opens within a second or two. */
const waitingForOpening = 256;
const openingMs = 5000;
const lookEveryMs = 100;
const strainMs = 80;
const order = ['first', 'usual', 'last'] as const;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
const isFullOfBody = (request: IncomingMessage): boolean =>
  request.readableLength >= request.readableHighWaterMark;

/**
 * Where every request waits for its place, before anything of it is read. With more work than we can do the
 * queue stays short: who would wait too long gets 503 at once. How long that is, is reckoned from how fast
 * places have come free of late.
 */
export class Door {
  #serve: Serve | undefined;
  readonly #refuse: Serve;
  readonly #askedOf: (request: IncomingMessage) => Asked;
  readonly #queues: Record<Urgency, Waiting[]> = { first: [], usual: [], last: [] };
  /** Let in this turn, their bodies read at its end: they count as waiting, or who has none passes them. */
  readonly #coming: Record<Urgency, number> = { first: 0, usual: 0, last: 0 };
  readonly #inside = new Map<ServerResponse, { readonly since: number; readonly urgency: Urgency }>();
  readonly #insideOf: Record<Urgency, number> = { first: 0, usual: 0, last: 0 };
  readonly #lastIn: Record<Urgency, number> = { first: 0, usual: 0, last: 0 };
  readonly #timer: NodeJS.Timeout;
  /** Milliseconds between two places coming free, of late. */
  #interval = 2;
  #lastFreed = 0;
  #large = 0;
  #files = 0;
  /** Share of the places that is lent while the event loop keeps up; less when it does not. */
  #share = 1;
  /** The event loop does not keep up. */
  #isLate = false;
  #lookedAt = performance.now();
  readonly refused: Record<Urgency, number> = { first: 0, usual: 0, last: 0 };

  /** Nobody is served before `open`. */
  constructor(refuse: Serve, askedOf: (request: IncomingMessage) => Asked) {
    this.#refuse = refuse;
    this.#askedOf = askedOf;
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
    this.#timer.unref();
  }

  /** Serves who waits, as if she came now, and who comes. */
  open(serve: Serve): void {
    this.#serve = serve;
    const since = performance.now();
    for (const urgency of order)
      this.#queues[urgency] = this.#queues[urgency].map((waiting) => ({ ...waiting, since }));
    if (this.#lastFreed > 0) this.#lastFreed = since;
    this.#fill();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** A request has come: it is served, waits, or is refused. */
  enter(request: IncomingMessage, response: ServerResponse): void {
    const asked = this.#askedOf(request);
    if (asked === 'none') return (this.#serve ?? this.#refuse)(request, response);
    const isLight = asked === 'light' || asked === 'file';
    if (isLight && this.#serve && !this.#isLate) return this.#serve(request, response);
    if (asked === 'file' && this.#serve && this.#files < filesAtOnce) {
      this.#files++;
      response.once('close', () => this.#files--);
      return this.#serve(request, response);
    }
    const urgency = isLight ? 'usual' : asked;
    const arrived = { since: performance.now(), urgency, request, response };
    if (this.#isTooLong(urgency)) return this.#turnAway(arrived);
    if (!hasBody(request)) return this.#queue(arrived);
    this.#coming[urgency]++;
    setImmediate(() => {
      this.#coming[urgency]--;
      this.#whenWhole(arrived, 1);
    });
  }

  /** Gives a place back before the answer has ended: a stream may last for hours. */
  leave(response: ServerResponse): void {
    const inside = this.#inside.get(response);
    if (!inside) return;
    this.#inside.delete(response);
    this.#insideOf[inside.urgency]--;
    this.#freed();
  }

  // A body that drips must not hold a place: the turn comes once it is here.
  #whenWhole(arrived: Waiting, tries: number): void {
    const { request, response } = arrived;
    if (response.destroyed || request.destroyed) return;
    if (request.complete) {
      // Who was counted from her head on was let in with it.
      if (tries > 1 && this.#isTooLong(arrived.urgency)) return this.#turnAway(arrived);
      return this.#queue({ ...arrived, since: performance.now() });
    }
    if (isFullOfBody(request)) return this.#enterLarge(arrived);
    setTimeout(() => this.#whenWhole(arrived, tries + 1), Math.min(50, tries * 2));
  }

  #enterLarge(arrived: Waiting): void {
    if (!this.#serve || this.#large >= largeBodies) return this.#turnAway(arrived);
    this.#large++;
    arrived.response.once('close', () => this.#large--);
    workUrgency.run(arrived.urgency, this.#serve, arrived.request, arrived.response);
  }

  #queue(arrived: Waiting): void {
    this.#queues[arrived.urgency].push(arrived);
    if (this.#lastFreed === 0) this.#lastFreed = performance.now();
    this.#fill();
  }

  #turnAway({ urgency, request, response }: Waiting): void {
    this.refused[urgency]++;
    this.#refuse(request, response);
  }

  #waiting(): number {
    return order.reduce((sum, urgency) => sum + this.#queues[urgency].length, 0);
  }

  #free(urgency: Urgency): number {
    const most = Math.max(2, Math.round(places[urgency] * this.#share));
    return Math.max(0, most - this.#inside.size);
  }

  #hasOwnPlace(urgency: Urgency): boolean {
    const none = performance.now() - this.#lastIn[urgency] > whileMs;
    return none && this.#insideOf[urgency] < ownPlaces[urgency];
  }

  #mayEnter(urgency: Urgency): boolean {
    return this.#free(urgency) > 0 || this.#hasOwnPlace(urgency);
  }

  #isTooLong(urgency: Urgency): boolean {
    const coming = order.reduce((sum, kind) => sum + this.#coming[kind], 0);
    if (!this.#serve) return this.#waiting() + coming >= waitingForOpening;
    const free = this.#free(urgency);
    if (coming < free || this.#waiting() + coming < fewWaiting + free) return false;
    if (this.#coming[urgency] === 0 && this.#hasOwnPlace(urgency)) return false;
    const ahead = order
      .slice(0, order.indexOf(urgency) + 1)
      .reduce((sum, kind) => sum + this.#queues[kind].length + this.#coming[kind], 1);
    const standstill = this.#lastFreed === 0 ? 0 : performance.now() - this.#lastFreed;
    return Math.max(ahead * this.#interval, standstill) > patience[urgency];
  }

  #fill(): void {
    const serve = this.#serve;
    if (!serve) return;
    for (let next = this.#next(); next; next = this.#next()) {
      const { request, response, urgency, since } = next;
      if (response.destroyed) continue;
      if (performance.now() - since > strayMs && this.#waiting() >= fewWaiting) {
        this.#turnAway(next);
        continue;
      }
      this.#lastIn[urgency] = performance.now();
      this.#inside.set(response, { since: this.#lastIn[urgency], urgency });
      this.#insideOf[urgency]++;
      const leave = () => this.leave(response);
      response.once('close', leave);
      inPlace(leave, urgency, () => serve(request, response));
    }
  }

  // It takes longer to open than anybody should wait without a word.
  #dismiss(): void {
    const at = performance.now();
    for (const urgency of order) {
      const queue = this.#queues[urgency];
      while (queue[0] && at - queue[0].since > openingMs) this.#turnAway(queue.shift() as Waiting);
    }
  }

  /** Whose turn it is, if there is a place for her. */
  #next(): Waiting | undefined {
    let best: Waiting[] | undefined;
    let bestTurn = Number.POSITIVE_INFINITY;
    for (const urgency of order) {
      const [head] = this.#queues[urgency];
      if (!head || !this.#mayEnter(urgency)) continue;
      const turn = head.since + headStart[urgency];
      if (turn < bestTurn) [best, bestTurn] = [this.#queues[urgency], turn];
    }
    return best?.shift();
  }

  #freed(): void {
    const at = performance.now();
    const waiting = this.#waiting() > 0;
    if (waiting && this.#lastFreed > 0)
      this.#interval += (Math.min(at - this.#lastFreed, 1000) - this.#interval) / 20;
    this.#lastFreed = waiting ? at : 0;
    this.#fill();
  }

  // Loans that are over; and how late this very timer comes says how the event loop keeps up.
  #look(): void {
    const at = performance.now();
    const late = at - this.#lookedAt - lookEveryMs;
    this.#lookedAt = at;
    this.#isLate = late > strainMs;
    this.#share = this.#isLate ? Math.max(0.5, this.#share * 0.8) : Math.min(1, this.#share + 0.05);
    for (const [response, { since }] of this.#inside) {
      if (at - since < loanMs) break;
      this.leave(response);
    }
    if (this.#serve) this.#fill();
    else this.#dismiss();
  }
}
