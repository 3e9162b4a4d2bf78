import type { FastifyRequest } from 'fastify';
import { Refusal } from '#shared/errors.ts';

/**
 * `staff`: a session of staff that was verified before. `booking`: an urgent endpoint. `page`: a page for
 * somebody who is not signed in, which is answered from memory. `other`: everything else.
 */
export type Rank = 'staff' | 'booking' | 'other' | 'page';
const ranks = ['staff', 'booking', 'other', 'page'] as const;
/** Served first; the others are refused first. */
export const isUrgent = (rank: Rank): boolean => rank === 'staff' || rank === 'booking';

/**
 * A request starts while fewer requests run than its rank's limit, or fewer of its rank than the rank's
 * minimum.
 */
const limits: Record<Rank, number> = { staff: 16, booking: 12, other: 7, page: 7 };
const minimums: Record<Rank, number> = { staff: 0, booking: 3, other: 2, page: 2 };
/** Longer queues mean overload, not a slow machine: the pages of a few people ask for fewer at once. */
const longestQueues: Record<Rank, number> = { staff: 400, booking: 400, other: 600, page: 600 };
/** In a queue longer than this, a request that has waited too long is rejected. */
const shortQueue = 40;
const longestWaitMs = 600;
/** Part of the limit and of the queue that one network may use; staff are exempt. */
const networkShare = 0.5;

interface QueuedRequest {
  readonly rank: Rank;
  readonly network: string;
  readonly since: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

/** `Retry-After` in seconds: random, so that rejected callers do not come back at once. */
const busyRefusal = (): Refusal => new Refusal('busy', { retryAfter: 1 + Math.floor(Math.random() * 4) });

/**
 * A semaphore with a queue per rank: limits the number of running requests and reserves some for staff and
 * bookings.
 */
export class Admission {
  readonly refused: Record<Rank, number> = { staff: 0, booking: 0, other: 0, page: 0 };
  readonly #working: Record<Rank, number> = { staff: 0, booking: 0, other: 0, page: 0 };
  readonly #queues: Record<Rank, QueuedRequest[]> = { staff: [], booking: [], other: [], page: [] };
  readonly #workingOf = new Map<string, number>();

  get waiting(): number {
    return ranks.reduce((sum, rank) => sum + this.#queues[rank].length, 0);
  }

  /** Waits for a place; resolves to the function that releases it. Rejects with 503 under overload. */
  enter(rank: Rank, network: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.refused[rank]++;
        reject(busyRefusal());
      };
      const queue = this.#queues[rank];
      const ofNetwork = rank === 'staff' ? 0 : queue.filter((entry) => entry.network === network).length;
      const isFull = queue.length >= longestQueues[rank] || ofNetwork >= longestQueues[rank] * networkShare;
      if (isFull) return refuse();
      const start = () => {
        this.#count(rank, network, 1);
        let isHeld = true;
        resolve(() => {
          if (!isHeld) return;
          isHeld = false;
          const free = () => {
            this.#count(rank, network, -1);
            this.#startNext();
          };
          // Answers from memory end within one turn of the event loop. If the next ones started in the same
          // turn, the requests of staff that have arrived would have to wait for all of them.
          if (isUrgent(rank)) free();
          else setImmediate(free);
        });
      };
      queue.push({ rank, network, since: performance.now(), start, refuse });
      this.#startNext();
    });
  }

  #count(rank: Rank, network: string, by: 1 | -1): void {
    this.#working[rank] += by;
    if (rank === 'staff') return;
    const left = (this.#workingOf.get(network) ?? 0) + by;
    if (left === 0) this.#workingOf.delete(network);
    else this.#workingOf.set(network, left);
  }

  #mayStart({ rank, network }: QueuedRequest): boolean {
    const working = ranks.reduce((sum, one) => sum + this.#working[one], 0);
    if (working >= limits[rank] && this.#working[rank] >= minimums[rank]) return false;
    return rank === 'staff' || (this.#workingOf.get(network) ?? 0) < limits[rank] * networkShare;
  }

  #startNext(): void {
    for (const rank of ranks) {
      const queue = this.#queues[rank];
      while (queue.length > shortQueue && performance.now() - (queue[0]?.since ?? 0) > longestWaitMs)
        queue.shift()?.refuse();
      for (let at = queue.findIndex((one) => this.#mayStart(one)); at >= 0; ) {
        queue.splice(at, 1)[0]?.start();
        at = queue.findIndex((one) => this.#mayStart(one));
      }
    }
  }
}

const releaseByRequest = new WeakMap<FastifyRequest, () => void>();

/** Remembers the place of a request. */
export const rememberPlace = (request: FastifyRequest, leave: () => void): void => {
  releaseByRequest.set(request, leave);
};

/**
 * Releases the place of a request before its answer: for long requests and those with a queue of their own.
 */
export function releasePlace(request: FastifyRequest): void {
  releaseByRequest.get(request)?.();
  releaseByRequest.delete(request);
}
