import type { Deps } from '#server/deps.ts';
import { later } from '#shared/domain/clinic-time.ts';
import { claimTask, dueTasks, ensureTasks, finishTask, renewClaim, type Turn } from './queries.ts';

/** What is done again and again, in one of however many processes at a time. */
export interface Task {
  /** Its row in the database, and in the metrics. */
  readonly name: string;
  readonly everySeconds: number;
  /** After so long without a sign of life, a task whose process died is taken by another. */
  readonly leaseSeconds: number;
  work(deps: Deps): Promise<unknown>;
}

const lookEvery = 5000;
const second = 1000;
/** Signs of life within a lease. */
const signs = 3;

/** The version before may hold a task for so long: beside it nothing up to there is a wrong clock. */
const longestEverSeconds = 600;

const turnOf = ({ name, everySeconds, leaseSeconds }: Task): Turn => ({
  name,
  longestMs: Math.max(everySeconds, leaseSeconds, longestEverSeconds) * second,
});

/**
 * Runs the tasks it was handed when they are due; one that fails is noted and tried again at its next turn.
 */
export class TaskRunner {
  readonly #deps: Deps;
  readonly #tasks: readonly Task[];
  #known = false;
  #stopping = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<string[]> | undefined;

  constructor(deps: Deps, tasks: readonly Task[]) {
    this.#deps = deps;
    this.#tasks = tasks;
  }

  start(): void {
    this.#stopping = false;
    this.#timer = setInterval(() => void this.poke(), lookEvery);
    this.#timer.unref();
    void this.poke();
  }

  /** Ends after the work in hand. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Does now whatever is due, one after the other; gives the names of what was done. */
  poke(): Promise<string[]> {
    this.#running ??= this.#runDue()
      .catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, 'the periodic tasks could not be read');
        return [];
      })
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async #runDue(): Promise<string[]> {
    const { db, now } = this.#deps;
    const names = this.#tasks.map(({ name }) => name);
    if (!this.#known) await ensureTasks(db, names, now());
    this.#known = true;
    const due = await dueTasks(db, this.#tasks.map(turnOf), now());
    const done: string[] = [];
    for (const task of this.#tasks)
      if (!this.#stopping && due.has(task.name) && (await this.#run(task))) done.push(task.name);
    return done;
  }

  async #run(task: Task): Promise<boolean> {
    const { name, everySeconds, leaseSeconds } = task;
    const { db, now, log } = this.#deps;
    if (!(await claimTask(db, turnOf(task), now(), later(now(), leaseSeconds * second)))) return false;
    const next = () => later(now(), everySeconds * second);
    try {
      await this.#work(task);
      await finishTask(db, name, next(), { okAt: now() });
      return true;
    } catch (error) {
      log.error({ err: error, task: name }, 'a periodic task failed');
      await finishTask(db, name, next(), { error: error instanceof Error ? error.message : 'unknown' });
      return false;
    }
  }

  /** Does it, and says meanwhile that it goes on. */
  async #work({ name, leaseSeconds, work }: Task): Promise<void> {
    const { db, now, log } = this.#deps;
    let saying: Promise<void> | undefined;
    const say = () => {
      saying ??= renewClaim(db, name, later(now(), leaseSeconds * second))
        .catch((error: unknown) =>
          log.warn({ err: error, task: name }, 'a task could not say that it goes on'),
        )
        .finally(() => (saying = undefined));
    };
    const timer = setInterval(say, (leaseSeconds * second) / signs).unref();
    try {
      await work(this.#deps);
    } finally {
      clearInterval(timer);
      await saying;
    }
  }
}
