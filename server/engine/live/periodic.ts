import type { Deps } from '#server/deps.ts';
import { claimTask, reportTask } from '#server/engine/db/tasks.ts';

export interface PeriodicTask {
  readonly name: string;
  readonly everySeconds: number;
  run(deps: Deps): Promise<void>;
}

const lookEvery = 5000;

/** Runs what has to be done again and again, in one of however many processes at a time. */
export class Periodic {
  readonly #deps: Deps;
  readonly #tasks: readonly PeriodicTask[];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(deps: Deps, tasks: readonly PeriodicTask[]) {
    this.#deps = deps;
    this.#tasks = tasks;
  }

  start(): void {
    this.#timer = setInterval(() => void this.poke(), lookEvery);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Does now whatever is due. */
  poke(): Promise<void> {
    this.#running ??= this.#runDue().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #runDue(): Promise<void> {
    for (const task of this.#tasks) {
      try {
        if (await claimTask(this.#deps.db, task.name, this.#deps.now(), task.everySeconds))
          await this.#run(task);
      } catch (error) {
        this.#deps.log.warn({ err: error, task: task.name }, 'a periodic task could not be done');
      }
    }
  }

  async #run(task: PeriodicTask): Promise<void> {
    const { db, now } = this.#deps;
    try {
      await task.run(this.#deps);
      await reportTask(db, task.name, now(), null);
    } catch (error) {
      await reportTask(db, task.name, now(), error instanceof Error ? error.message : 'unknown');
      throw error;
    }
  }
}
