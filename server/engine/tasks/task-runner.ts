import type { Config } from '#server/config.ts';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import type { MeasuredTask } from '#server/engine/http/metrics.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import {
  type Claim,
  claimTask,
  dueTasks,
  ensureTasks,
  finishTask,
  renewClaim,
  renewEveryMs,
  type TaskProcess,
  type TaskTurn,
} from './queries.ts';

/**
 * Periodic work that one process at a time runs. `name` is its row in the database and its label in the
 * metrics.
 */
export interface Task<D> extends MeasuredTask {
  readonly everySeconds: number;
  /**
   * Another process takes the task over if it was not renewed for this time; at once if its process is seen
   * to be dead.
   */
  readonly leaseSeconds: number;
  work(deps: D): Promise<unknown>;
  /** When the task is due next, at most `everySeconds` from now; by default `everySeconds` after its end. */
  nextDue?(now: Date, succeeded: boolean): Date;
  /** Whether the configuration needs the task; by default always. */
  isWanted?(config: Config): boolean;
}

/** The tasks that a server with this configuration runs. */
export const wantedTasks = <T extends Pick<Task<never>, 'isWanted'>>(
  tasks: readonly T[],
  config: Config,
): T[] => tasks.filter(({ isWanted }) => isWanted?.(config) ?? true);

const taskPollMs = 5000;
const second = 1000;
/** Renewals per lease. */
const renewalsPerLease = 3;

/**
 * The previous version may hold a task for this long, so a due time up to there does not mean a wrong clock.
 */
const longestLeaseEverSeconds = 600;

const toTurn = ({
  name,
  everySeconds,
  leaseSeconds,
}: Pick<Task<never>, 'name' | 'everySeconds' | 'leaseSeconds'>): TaskTurn => ({
  name,
  longestMs: Math.max(everySeconds, leaseSeconds, longestLeaseEverSeconds) * second,
});

/** Runs its tasks when they are due. A failed task is recorded and runs again at its next due time. */
type RunnerDeps = Pick<HttpDeps, 'config' | 'database' | 'db' | 'feed' | 'log' | 'now'>;

export class TaskRunner<D extends RunnerDeps> {
  readonly #deps: D;
  readonly #tasks: readonly Task<D>[];
  #known = false;
  #stopping = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<string[]> | undefined;

  constructor(deps: D, tasks: readonly Task<D>[]) {
    this.#deps = deps;
    this.#tasks = wantedTasks(tasks, deps.config);
  }

  start(): void {
    this.#stopping = false;
    this.#timer = setInterval(() => void this.poke(), taskPollMs);
    this.#timer.unref();
    void this.poke();
  }

  /** Stops after the running task. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Runs all due tasks one after the other; returns the names of those that succeeded. */
  poke(): Promise<string[]> {
    this.#running ??= this.#runDue()
      .catch((error: unknown) => {
        // The database may close before the server has stopped.
        if (this.#stopping) this.#deps.log.debug({ err: error }, 'the periodic tasks end with the server');
        else this.#deps.log.warn({ err: error }, 'the periodic tasks could not be read');
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
    const due = await dueTasks(this.#asking, this.#tasks.map(toTurn));
    const done: string[] = [];
    for (const task of this.#tasks)
      if (!this.#stopping && due.has(task.name) && (await this.#run(task))) done.push(task.name);
    return done;
  }

  get #asking(): TaskProcess {
    const { database, feed, now } = this.#deps;
    return { database, presence: feed.presence, now: now() };
  }

  async #run(task: Task<D>): Promise<boolean> {
    const { name, everySeconds, leaseSeconds, nextDue } = task;
    const { db, now, log } = this.#deps;
    const claim = await claimTask(this.#asking, toTurn(task), addMilliseconds(now(), leaseSeconds * second));
    if (!claim) return false;
    const held = { claim };
    const next = (succeeded: boolean) =>
      nextDue?.(now(), succeeded) ?? addMilliseconds(now(), everySeconds * second);
    try {
      await this.#work(task, held);
      return await finishTask(db, held.claim, next(true), { okAt: now() });
    } catch (error) {
      if (this.#stopping) throw error;
      log.error({ err: error, task: name }, 'a periodic task failed');
      const told = { error: error instanceof Error ? error.message : 'unknown' };
      await finishTask(db, held.claim, next(false), told);
      return false;
    }
  }

  /** Runs the task and renews its lease until the task ends or another process has taken it. */
  async #work({ name, leaseSeconds, work }: Task<D>, held: { claim: Claim }): Promise<void> {
    const { db, now, log } = this.#deps;
    const leaseMs = leaseSeconds * second;
    let saying: Promise<void> | undefined;
    const goOn = async () => {
      const { claim } = held;
      const until = addMilliseconds(now(), leaseMs);
      held.claim = { ...claim, until: [...claim.until, until] };
      if (await renewClaim(db, claim, until)) {
        held.claim = { ...claim, until: [until] };
        return;
      }
      clearInterval(timer);
      log.warn({ task: name }, 'a task was given to another process meanwhile');
    };
    const say = () => {
      saying ??= goOn()
        .catch((error: unknown) =>
          log.warn({ err: error, task: name }, 'a task could not say that it goes on'),
        )
        .finally(() => (saying = undefined));
    };
    const timer = setInterval(say, Math.min(leaseMs / renewalsPerLease, renewEveryMs)).unref();
    try {
      await work(this.#deps);
    } finally {
      clearInterval(timer);
      await saying;
    }
  }
}
