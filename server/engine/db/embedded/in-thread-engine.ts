import { type Engine, type EngineSource, openEngine } from './engine.ts';
import { EngineLost, type WireEngine } from './wire.ts';

/**
 * The engine in the caller's own thread, for tests: no start-up of a worker, and memory instead of a folder.
 */
export class InThreadEngine implements WireEngine {
  readonly wires: WireEngine['wires'] = new Set();
  readOnly = false;
  readonly ready: Promise<void>;
  #engine: Engine | undefined;

  constructor(source: EngineSource) {
    this.ready = openEngine(source).then((engine) => {
      this.#engine = engine;
    });
    this.ready.catch(() => undefined);
  }

  async exec(request: Uint8Array): Promise<Buffer> {
    const engine = await this.#open();
    try {
      return Buffer.from(engine.exec(request));
    } catch (error) {
      throw new EngineLost((error as Error).message);
    }
  }

  async dump(): Promise<Blob> {
    return (await this.#open()).dump();
  }

  async close(): Promise<void> {
    await (await this.#open()).close();
  }

  async #open(): Promise<Engine> {
    await this.ready;
    if (!this.#engine) throw new EngineLost('the embedded database is closed');
    return this.#engine;
  }
}
