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

/** What it asks of it when it holds a package that is CommonJS: more of it, by the names it has there. */
const more = /import \{ ((?:\w+ as __\w+(?:, )?)+) \} from "[^"]*rolldown-runtime[^"]*";/;

/**
 * The bundler writes the few lines by which its files join as a file of its own, whatever group names them.
 * The one that nearly every file needs comes with the script that every page has; a file that needs others
 * has them in itself. No page asks for them.
 */
export const runtimeInStart: Plugin = {
  name: 'runtime-in-start',
  applyToEnvironment: (environment) => environment.name === 'client',
  renderChunk(code, chunk, _, { chunks }) {
    if (chunk.name === start) return { code: code + exportAll, map: null };
    const all = Object.values(chunks);
    const there = all.find(({ name }) => name === start);
    const [runtime] = Object.values(all.find(({ name }) => name === 'rolldown-runtime')?.modules ?? {});
    if (!there || !runtime) return null;
    const fromStart = (_all: string, name = '__exportAll') =>
      `import { exportAll as ${name} } from "./${there.fileName.split('/').pop()}";`;
    const inItself = (_all: string, asked: string) => {
      const names = asked.replace(/\w+ as /g, '');
      return `const { ${names} } = (() => { ${runtime.code}\nreturn { ${names} }; })();`;
    };
    return { code: code.replace(onlyExportAll, fromStart).replace(more, inItself), map: null };
  },
};
