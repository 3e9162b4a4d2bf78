import { createServerModuleRunner, type DevEnvironment, normalizePath } from 'vite';
import type { EvaluatedModuleNode, ModuleRunner } from 'vite/module-runner';

/**
 * Runs the latest version of modules in this process. Modules that a change does not affect keep their state:
 * connections, caches.
 */
export class Sources {
  readonly #environment: DevEnvironment;
  readonly #runner: ModuleRunner;
  /** Changed modules and their importers; evaluated again at the next load, until one succeeds. */
  readonly #stale = new Set<EvaluatedModuleNode>();

  constructor(environment: DevEnvironment) {
    this.#environment = environment;
    this.#runner = createServerModuleRunner(environment, { hmr: false });
  }

  /** Returns whether any module is stale: it depends on the file, or could not be loaded before. */
  changed(file: string): boolean {
    // Vite invalidates the file only after it notified plugins: a load could happen earlier.
    this.#environment.moduleGraph.onFileChange(normalizePath(file));
    for (const module of this.#runner.evaluatedModules.getModulesByFile(file) ?? []) this.#spoil(module);
    return this.#stale.size > 0;
  }

  /** Modules that change during a load are stale for the next one. */
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
