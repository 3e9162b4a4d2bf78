import { createHash } from 'node:crypto';

/** A number from 0 to 1 that depends only on the text, so the order of parallel calls does not matter. */
export const fractionOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE() / 4_294_967_296;

/** Pseudorandom choices, the same for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Whether something that has this probability happens. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from 0 to `n` - 1. */
  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}
