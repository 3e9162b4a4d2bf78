import { addMilliseconds } from '#shared/domain/clinic-time.ts';

const failuresToOpen = 3;
const firstPauseMs = 5000;
const longestPauseMs = 60_000;

/**
 * Circuit breaker of a transport: after three failures in a row it gets nothing for a while, then one message
 * at a time until one succeeds. Messages that wait meanwhile use up no attempt.
 */
export class Breaker {
  #failures = 0;
  #trying = false;
  #openUntil = 0;

  /** Number of messages that the transport may get now, of `free` places. */
  places(free: number, at: Date): number {
    if (this.#failures < failuresToOpen) return free;
    return this.#trying || at.getTime() < this.#openUntil ? 0 : Math.min(1, free);
  }

  /** When to look again if it gets nothing now: after the pause, or when the trial ends. */
  again(at: Date): Date {
    return addMilliseconds(at, Math.max(this.#openUntil - at.getTime(), firstPauseMs));
  }

  began(): void {
    this.#trying = true;
  }

  /** After any result the next message may be tried. */
  ended(): void {
    this.#trying = false;
  }

  /** The receiver answered, whether it accepted or rejected. */
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
