import { createServerModuleRunner, type DevEnvironment, normalizePath } from 'vite';
import type { EvaluatedModuleNode, ModuleRunner } from 'vite/module-runner';

/**
 * Modules that run in this process as they were written last. What a change does not reach keeps its state: a
 * connection, a cache.
 */
export class Sources {
  readonly #environment: DevEnvironment;
  readonly #runner: ModuleRunner;
  /** Changed, or importing what changed; evaluated again at the next load, until one succeeds. */
  readonly #stale = new Set<EvaluatedModuleNode>();

  constructor(environment: DevEnvironment) {
    this.#environment = environment;
    this.#runner = createServerModuleRunner(environment, { hmr: false });
  }

  /** Whether anything is stale since: it depends on the file, or could not be loaded before. */
  changed(file: string): boolean {
    // Vite forgets what it made of the file only after its plugins were told: a load could come before.
    this.#environment.moduleGraph.onFileChange(normalizePath(file));
    for (const module of this.#runner.evaluatedModules.getModulesByFile(file) ?? []) this.#spoil(module);
    return this.#stale.size > 0;
  }

  /** What changes while it loads is stale for the next load. */
  async load<T>(url: string): Promise<T> {
    const taken = [...this.#stale];
    this.#stale.clear();
    for (const module of taken) this.#runner.evaluatedModules.invalidateModule(module);
    try {
      return (await this.#runner.import(url)) as T;
    } catch (error) {
      for (const module of taken) this.#stale.add(module);
      throw error;
    }
  }

  #spoil(module: EvaluatedModuleNode): void {
    if (this.#stale.has(module)) return;
    this.#stale.add(module);
    for (const id of module.importers) {
      const importer = this.#runner.evaluatedModules.getModuleById(id);
      if (importer) this.#spoil(importer);
    }
  }
}
