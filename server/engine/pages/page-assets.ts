import { readFileSync } from 'node:fs';
import type { PageAssets } from '#shared/contract/page.ts';

interface ManifestChunk {
  file: string;
  src?: string;
  imports?: string[];
  css?: string[];
}

/** The built files' addresses, from the manifest of the build. */
export function readAssets(manifestFile: string): PageAssets {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, ManifestChunk>;
  const chunk = (key: string): ManifestChunk => {
    const found = manifest[key];
    if (!found) throw new Error(`the build's manifest has no ${key}`);
    return found;
  };
  const withImports = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key)) return seen;
    seen.add(key);
    for (const imported of chunk(key).imports ?? []) withImports(imported, seen);
    return seen;
  };
  const islandKeys = Object.keys(manifest).filter((key) => /^web\/islands\/[\w-]+-island\.tsx$/.test(key));
  return {
    entry: `/${chunk('web/entry-client.ts').file}`,
    staffCss: `/${chunk('web/styles/app.css').file}`,
    preloads: Object.fromEntries(
      islandKeys.map((key) => [
        key.replace(/^web\/islands\/([\w-]+)-island\.tsx$/, '$1'),
        [...withImports(key)].map((imported) => `/${chunk(imported).file}`),
      ]),
    ),
  };
}
