import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** How long the loop was held; without a processor it waited for the machine, a file or a lock. */
interface Hold {
  readonly name: string;
  readonly passed: number;
  readonly worked: number;
}

/** How often each call has to hold the loop again to be wrong: others are the first use of something. */
const often = 3;
const shown = 5;
const ms = (time: number) => time.toFixed(0);

/** Watches for turns of the event loop that are longer than `limit` ms. */
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

  /** A turn: as long as a timer had to wait, and as long as this process had a processor meanwhile. */
  #tick(): void {
    const now = performance.now();
    const { user, system } = process.cpuUsage(this.#used);
    const passed = now - this.#last;
    this.#passed = Math.max(this.#passed, passed);
    this.#worked = Math.max(this.#worked, Math.min(passed, (user + system) / 1000));
    this.#last = now;
    this.#used = process.cpuUsage();
  }

  /** The longest turn since this was asked last. */
  #longest(): Omit<Hold, 'name'> {
    this.#tick();
    const longest = { passed: this.#passed, worked: this.#worked };
    this.#passed = 0;
    this.#worked = 0;
    return longest;
  }

  /** Makes a call, and keeps what the loop was held by it and by what it began. */
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

  /** After some calls: those among them that hold the loop each time they are made again. */
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
      } while (this.#longest().worked >= this.#limit && ++times < often);
      if (times === often) stalls.push(one);
    }
    return stalls;
  }

  /** What held the loop when it was called first, in lines to be printed. */
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
