import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageAssets } from '#shared/page.ts';

/** Vite's manifest: chunks by the path of their source file, or by a name. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;

function fileOf(manifest: Manifest, module: string): string {
  const chunk = manifest[module];
  if (!chunk) throw new Error(`the build's manifest has no ${module}`);
  return chunk.file;
}

/** A module's file and all files that it imports. */
function filesOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || found.has(`/${chunk.file}`)) return found;
  found.add(`/${chunk.file}`);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found);
  return found;
}

/** The built file of a module. */
export const builtFile = (folder: string, module: string): string => fileOf(readManifest(folder), module);

/** The addresses of the built files. */
export function readAssets(webRoot: string): PageAssets {
  const manifest = readManifest(webRoot);
  return {
    entry: `/${fileOf(manifest, 'web/entry-client.ts')}`,
    staffCss: `/${fileOf(manifest, 'web/styles/app.css')}`,
    filesOf: Object.fromEntries(Object.keys(manifest).map((key) => [key, [...filesOf(manifest, key)]])),
  };
}
