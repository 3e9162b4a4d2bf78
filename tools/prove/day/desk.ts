import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../bench/load.ts';
import { staffCookie } from '../../../bench/seed.ts';
import { concernsBranch, createFollower, type Listeners } from './listeners.ts';
import type { AtWork, Monday } from './monday.ts';
import { type DayMeasurements, runSpread } from './seen.ts';

interface Clinic {
  readonly seen: DayMeasurements;
  readonly listeners: Listeners;
  readonly today: string;
  readonly monday: Monday;
}

/** A step of an appointment on its day, and when the desk got its reply. */
interface Step {
  readonly id: number;
  readonly to: string;
  readonly branch: number;
  readonly at: number;
}

/** A day board in a browser: when each card was first shown in each stage. */
interface Board {
  readonly branch: number;
  readonly shown: Map<string, number>;
  readonly last: Map<number, string>;
  read(): Promise<unknown>;
}

function boardOf({ seen, today }: Clinic, branch: number, cookie: string): Board {
  const shown = new Map<string, number>();
  const last = new Map<number, string>();
  const path = `/api/arrivals?date=${today}&locationId=${branch}`;
  return {
    branch,
    shown,
    last,
    read: async () => {
      const day = await seen.insist<{ cards: { id: number; stage: string }[] }>('a board is read again', {
        path,
        cookie,
      });
      const now = performance.now();
      for (const { id, stage } of day?.cards ?? []) {
        last.set(id, stage);
        const key = `${id} ${stage}`;
        if (!shown.has(key)) shown.set(key, now);
      }
    },
  };
}

const way = ['expected', 'waiting', 'with_doctor', 'seen'] as const;
/** Pause between two steps, as a share of the day. */
const pause = 0.04;
/** Number of patients of ten who come. */
const come = 9;

/** The boards, dashboards and screens of all branches, and the actions at the desks. */
export class Desks {
  readonly #clinic: Clinic;
  readonly #boards: Board[] = [];
  readonly #steps: Step[] = [];
  #going = true;

  constructor(clinic: Clinic) {
    this.#clinic = clinic;
  }

  /** Opens two boards per branch, four dashboards, and a screen per branch. */
  async open(): Promise<void> {
    const { seen, listeners, today, monday } = this.#clinic;
    for (const { branch, desk, doctor } of monday.staff)
      for (const cookie of [desk, doctor]) {
        const board = boardOf(this.#clinic, branch, cookie);
        this.#boards.push(board);
        await board.read();
        const read = createFollower(board.read);
        listeners.add(cookie, (told) => concernsBranch(told, branch) && read());
      }
    for (let branch = 1; branch <= 4; branch++) {
      const ofBranch = [
        `/api/appointments/day?date=${today}&locationId=${branch}`,
        `/api/appointments?limit=50&locationId=${branch}`,
      ];
      const look = (paths: readonly string[]) =>
        createFollower(() =>
          Promise.all(
            paths.map((path) => seen.ask('a dashboard is read again', { path, cookie: staffCookie })),
          ),
        );
      const [figures, visits] = [look(['/api/appointments/summary']), look(ofBranch)];
      listeners.add(staffCookie, (told) => {
        figures();
        if (concernsBranch(told, branch)) visits();
      });
    }
    for (const { branch, desk } of monday.staff) {
      const made = await seen.insist<{ link: string }>('a screen is set up', {
        method: 'POST',
        path: '/api/screens',
        body: { locationId: branch },
        cookie: desk,
      });
      void this.#screen(made?.link.replace('/screen/', '') ?? '');
    }
  }

  async #screen(token: string): Promise<void> {
    while (this.#going) {
      await this.#clinic.seen.ask('a screen looks', { path: `/api/screens/${token}/now` });
      await sleep(2000);
    }
  }

  /**
   * Each branch takes its patients, or the first part of them, through the day in order; no two desks act at
   * the same moment.
   */
  async work([from, to]: readonly [number, number], part: number): Promise<void> {
    const lasts = to - from;
    await Promise.all(
      this.#clinic.monday.staff.map((at, i, { length: desks }) => {
        const all = this.#clinic.monday.visits.get(at.branch) ?? [];
        const visits = all.slice(0, Math.ceil(all.length * part));
        const end = to - lasts * pause * 3;
        const later = ((end - from) / visits.length) * (i / desks);
        return runSpread(visits.length, [from + later, end + later], (n) =>
          this.#through(at, visits[n] ?? 0, n, lasts * pause),
        );
      }),
    );
  }

  async #through({ branch, desk }: AtWork, id: number, n: number, waits: number): Promise<void> {
    if (n % 10 >= come) return;
    for (let at = 0; at < way.length - 1; at++) {
      const [stage, to] = [way[at], way[at + 1] ?? ''];
      const call = {
        method: 'POST',
        path: `/api/arrivals/${id}/stage`,
        body: { from: stage, to },
        cookie: desk,
      } as const;
      if (!(await this.#clinic.seen.insist('a step at the desk', call))) return;
      this.#steps.push({ id, to, branch, at: performance.now() });
      await sleep(waits);
    }
  }

  /** Delays until another board showed a step, and wrong cards on the boards at the end. */
  end(): { steps: number; shown: (share: number) => number; wrong: string[] } {
    this.#going = false;
    const waits: { status: number; ms: number }[] = [];
    const wrong: string[] = [];
    const last = new Map(this.#steps.map((step) => [step.id, step]));
    for (const board of this.#boards) {
      for (const { id, to, branch } of last.values())
        if (branch === board.branch && board.last.get(id) !== to)
          wrong.push(
            `a board of branch ${branch} shows visit ${id} as ${board.last.get(id)} instead of ${to}`,
          );
      for (const { id, to, branch, at } of this.#steps) {
        const shown = board.shown.get(`${id} ${to}`);
        // A step that the next one overtook may never have been shown.
        if (branch === board.branch && shown) waits.push({ status: 200, ms: Math.max(0, shown - at) });
      }
    }
    return { steps: this.#steps.length, shown: (share) => percentile(waits, share), wrong };
  }
}
