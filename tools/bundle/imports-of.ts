import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from '../set-up/processes.mjs';

export interface Import {
  /** A path from the project's root for our own files, else the package's name as written. */
  from: string;
  /** `import type`, or every name of it marked so. */
  onlyTypes: boolean;
}

/** The text of every TypeScript file of `web/` that is no test, by its path from the project's root. */
export function webSources(): Map<string, string> {
  const paths = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' }).map((path) =>
    relative(root, join(root, 'web', path)).replaceAll('\\', '/'),
  );
  const sources = paths.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
  return new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** What a file imports or passes on, dynamic imports included. */
export function importsOf(path: string, text: string): Import[] {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const resolve = (from: string) => {
    if (from.startsWith('#')) return from.slice(1);
    return from.startsWith('.') ? posix.join(posix.dirname(path), from) : from;
  };
  const dynamic = [...text.matchAll(/\bimport\(\s*'([^']+)'/g)];
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      from: resolve(moduleRequest.value),
      onlyTypes: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) => {
      const source = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
      return source
        ? [{ from: resolve(source.value), onlyTypes: entries.every((entry) => entry.isType) }]
        : [];
    }),
    ...dynamic.map(([, from = '']) => ({ from: resolve(from), onlyTypes: false })),
  ];
}
