import { setTimeout as sleep } from 'node:timers/promises';
import { type AnsweredCall, type LoadCall, percentile, send } from '../../../bench/load.ts';

/** Promised maximum of a kind of request, for 99 % of them. */
export interface PromisedMaximum {
  readonly p99: number;
}

const unavailableStatus = 503;
const tries = 20;

/** Measurements of the day: durations by kind of request, and wrong replies. */
export class DayMeasurements {
  readonly #port: number;
  readonly #answers = new Map<string, AnsweredCall[]>();
  readonly #wrong = new Map<string, number>();
  /** Times of replies with 503 (`performance.now`). */
  readonly #laterAt: number[] = [];
  /** How often desks retried after a 503. */
  again = 0;

  constructor(port: number) {
    this.#port = port;
  }

  note(what: string, answered: AnsweredCall): void {
    const of = this.#answers.get(what) ?? [];
    of.push(answered);
    this.#answers.set(what, of);
  }

  wrong(what: string): void {
    this.#wrong.set(what, (this.#wrong.get(what) ?? 0) + 1);
  }

  /** Reply of a request; null after a 503 or any other unexpected reply. */
  async ask<T>(what: string, call: LoadCall): Promise<T | null> {
    let text = '';
    const answered = await send(this.#port, call, (said) => (text = said)).catch((error: Error) => {
      this.wrong(`${what}: ${error.message}`);
    });
    if (!answered) return null;
    this.note(what, answered);
    const { status } = answered;
    if (status >= 200 && status < 300)
      return (call.path.startsWith('/api') && text ? JSON.parse(text) : {}) as T;
    if (status === unavailableStatus) this.#laterAt.push(performance.now());
    else this.wrong(`${what}: ${status} ${text.slice(0, 120)}`);
    return null;
  }

  /** The seconds since `from` with most 503 replies, and their number. */
  laterSeconds(from: number): string {
    const seconds = new Map<number, number>();
    for (const at of this.#laterAt) {
      const second = Math.floor((at - from) / 1000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
    }
    const most = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 5);
    return most.map(([second, times]) => `${times} in second ${second}`).join(', ');
  }

  /** Like `ask`, but retries after a 503. */
  async insist<T>(what: string, call: LoadCall): Promise<T | null> {
    for (let n = 0; n < tries; n++) {
      const before = this.refused(what);
      const answer = await this.ask<T>(what, call);
      if (answer !== null || this.refused(what) === before) return answer;
      this.again += 1;
      await sleep(1000);
    }
    this.wrong(`${what}: told "later" ${tries} times`);
    return null;
  }

  refused(what: string): number {
    return (this.#answers.get(what) ?? []).filter(({ status }) => status === unavailableStatus).length;
  }

  get asked(): number {
    return [...this.#answers.values()].reduce((sum, all) => sum + all.length, 0);
  }

  /** One row per kind, and the goals that were missed. */
  report(promised: Readonly<Record<string, PromisedMaximum>>): { rows: string[]; complaints: string[] } {
    const rows: string[] = [];
    const complaints = [...this.#wrong].map(([what, times]) => `${what}${times > 1 ? ` (${times} ×)` : ''}`);
    for (const [what, all] of this.#answers) {
      const served = all.filter(({ status }) => status !== unavailableStatus);
      const [p50, p95, p99, longest] = [0.5, 0.95, 0.99, 1].map((share) => percentile(served, share));
      const told = all.length - served.length;
      const times = [p50, p95, p99, longest].map((ms) => `${Math.round(ms ?? 0)} ms`).join(' | ');
      rows.push(`| ${what} | ${all.length.toLocaleString('en')} | ${times} | ${told} |`);
      const goal = promised[what]?.p99;
      if (goal !== undefined && (p99 ?? 0) > goal)
        complaints.push(`${what}: p99 ${Math.round(p99 ?? 0)} ms, promised ${goal}`);
    }
    return { rows, complaints };
  }
}

/**
 * Runs `act` `count` times, evenly between two moments (`performance.now`), without waiting for earlier ones.
 */
export async function runSpread(
  count: number,
  [from, to]: readonly [number, number],
  act: (n: number) => Promise<unknown>,
): Promise<void> {
  const under: Promise<unknown>[] = [];
  for (let n = 0; n < count; n++) {
    await sleep(Math.max(0, from + ((to - from) * n) / count - performance.now()));
    under.push(act(n));
  }
  await Promise.all(under);
}
