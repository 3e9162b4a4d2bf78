import type { Plugin } from 'vite';

const start = 'entry-client';
/** What a file of the build asks of the bundler's own one, when it is no more than this. */
const onlyExportAll =
  /import \{ (?:\w+ as )?__exportAll(?: as ([\w$]+))? \} from "[^"]*rolldown-runtime[^"]*";/;

/** What an `import()` of one of several modules of a file answers with. */
const exportAll = `
export const exportAll = (all) => {
  const names = {};
  for (const name in all) Object.defineProperty(names, name, { get: all[name], enumerable: true });
  return Object.defineProperty(names, Symbol.toStringTag, { value: 'Module' });
};
`;

/**
 * The bundler writes the few lines by which its files join as a file of its own, whatever group names them.
 * The one that nearly every file needs comes with the script that every page has: no page asks for it.
 */
export const runtimeInStart: Plugin = {
  name: 'runtime-in-start',
  applyToEnvironment: (environment) => environment.name === 'client',
  renderChunk(code, chunk, _, { chunks }) {
    if (chunk.name === start) return { code: code + exportAll, map: null };
    const there = Object.values(chunks).find(({ name }) => name === start);
    if (!there || !onlyExportAll.test(code)) return null;
    const said = (_all: string, name = '__exportAll') =>
      `import { exportAll as ${name} } from "./${there.fileName.split('/').pop()}";`;
    return { code: code.replace(onlyExportAll, said), map: null };
  },
};
