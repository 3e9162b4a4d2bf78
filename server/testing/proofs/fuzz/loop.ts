import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** How long the loop was blocked. Without processor time it waited for the machine, a file or a lock. */
interface Hold {
  readonly name: string;
  readonly passed: number;
  readonly worked: number;
}

/**
 * Number of repetitions in which a call must block the loop again to count. A first use of something blocks
 * it once.
 */
const maxReportedTurns = 3;
const shown = 5;
const ms = (time: number) => time.toFixed(0);

/** Detects turns of the event loop that take longer than `limit` ms. */
export class LoopWatch {
  readonly #limit: number;
  readonly #holds: Hold[] = [];
  #calls = 0;
  #last = performance.now();
  #used = process.cpuUsage();
  #passed = 0;
  #worked = 0;
  #heldInBatch = false;

  constructor(limit: number) {
    this.#limit = limit;
    setInterval(() => this.#tick(), 5).unref();
  }

  /** A turn: the delay of a timer, and the processor time of this process meanwhile. */
  #tick(): void {
    const now = performance.now();
    const { user, system } = process.cpuUsage(this.#used);
    const passed = now - this.#last;
    this.#passed = Math.max(this.#passed, passed);
    this.#worked = Math.max(this.#worked, Math.min(passed, (user + system) / 1000));
    this.#last = now;
    this.#used = process.cpuUsage();
  }

  /** The longest turn since the last call of this function. */
  #longest(): Omit<Hold, 'name'> {
    this.#tick();
    const longest = { passed: this.#passed, worked: this.#worked };
    this.#passed = 0;
    this.#worked = 0;
    return longest;
  }

  /** Makes a call and records how long it and its background work blocked the loop. */
  async over<T>(name: string, call: () => Promise<T>): Promise<T> {
    this.#longest();
    const answer = await call();
    await turn();
    const longest = this.#longest();
    this.#calls += 1;
    if (longest.passed >= this.#limit / 2) this.#holds.push({ name, ...longest });
    this.#heldInBatch ||= longest.worked >= this.#limit;
    return answer;
  }

  /** Makes suspicious calls again and returns those that block the loop each time. */
  async stallsAmong<T>(batch: readonly T[], call: (one: T) => Promise<unknown>): Promise<T[]> {
    await sleep(10);
    const after = this.#longest().worked;
    const held = this.#heldInBatch || after >= this.#limit;
    this.#heldInBatch = false;
    const stalls: T[] = [];
    if (!held) return stalls;
    for (const one of batch) {
      let times = 0;
      do {
        await call(one);
        await sleep(10);
      } while (this.#longest().worked >= this.#limit && ++times < maxReportedTurns);
      if (times === maxReportedTurns) stalls.push(one);
    }
    return stalls;
  }

  /** The calls that blocked the loop only the first time, as lines to print. */
  figures(): string[] {
    const over = (holds: readonly number[]) => holds.filter((time) => time >= this.#limit).length;
    const passed = over(this.#holds.map((hold) => hold.passed));
    const worked = over(this.#holds.map((hold) => hold.worked));
    const longest = this.#holds.toSorted((a, b) => b.passed - a.passed).slice(0, 1);
    const dearest = new Map<string, Hold>();
    for (const hold of this.#holds.toSorted((a, b) => b.worked - a.worked))
      if (dearest.size < shown && !dearest.has(hold.name)) dearest.set(hold.name, hold);
    return [
      `${this.#calls} first calls: ${passed} held the loop over ${this.#limit} ms, ${worked} by processor alone`,
      ...[...longest, ...dearest.values()].map(
        ({ name, ...hold }) => `  ${ms(hold.passed)} ms, ${ms(hold.worked)} of processor: ${name}`,
      ),
    ];
  }
}
