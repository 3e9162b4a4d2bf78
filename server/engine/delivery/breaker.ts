import { later } from '#shared/domain/clinic-time.ts';

const failuresToOpen = 3;
const firstPauseMs = 5000;
const longestPauseMs = 60_000;

/**
 * Stops asking a transport that fails again and again: after three failures in a row nothing is given to it
 * for a while, then one message at a time, until one arrives. What waits meanwhile is not taken, so it uses
 * up no attempt.
 */
export class Breaker {
  #failures = 0;
  #trying = false;
  #openUntil = 0;

  /** How many messages may be given to the transport now, of the `free` it has places for. */
  places(free: number, at: Date): number {
    if (this.#failures < failuresToOpen) return free;
    return this.#trying || at.getTime() < this.#openUntil ? 0 : Math.min(1, free);
  }

  /** When to look again for one that is given nothing now: the pause is over, or the try in hand may be. */
  again(at: Date): Date {
    return later(at, Math.max(this.#openUntil - at.getTime(), firstPauseMs));
  }

  began(): void {
    this.#trying = true;
  }

  /** Whatever came of it: the next may be tried. */
  ended(): void {
    this.#trying = false;
  }

  /** The other side answered, with a yes or with a no. */
  answered(): void {
    this.#failures = 0;
  }

  failed(at: Date): void {
    this.#failures++;
    const over = this.#failures - failuresToOpen;
    if (over >= 0)
      this.#openUntil = at.getTime() + Math.min(firstPauseMs * 2 ** Math.min(over, 10), longestPauseMs);
  }
}
