import { basename, relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../set-up/processes.mjs';

/**
 * Writes down which files each module needs that is fetched by itself, so that a page can ask for all of them
 * at once.
 */
export const writeFilesOf: Plugin = {
  name: 'write-files-of',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle(_, bundle) {
    const needs = (file: string, found = new Set<string>()): Set<string> => {
      const chunk = bundle[file];
      if (found.has(file) || chunk?.type !== 'chunk') return found;
      found.add(file);
      // What a plugin made of its code counts, not what it asked for before.
      for (const imported of chunk.imports)
        if (chunk.code.includes(basename(imported))) needs(imported, found);
      return found;
    };
    const filesOf: Record<string, string[]> = {};
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      for (const id of chunk.moduleIds) {
        const path = relative(root, id).replaceAll('\\', '/');
        if (/(?:\.island|-tab)\.tsx$|^web\/islands\/wake\.ts$|^shared\/messages\/(en|ar)\//.test(path))
          filesOf[path] = [...needs(chunk.fileName)].map((file) => `/${file}`);
      }
    }
    this.emitFile({ type: 'asset', fileName: '.vite/files-of.json', source: JSON.stringify(filesOf) });
  },
};
