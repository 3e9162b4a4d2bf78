import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageAssets } from '#shared/page.ts';

const written = (folder: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder, '.vite', file), 'utf8'));

/** What a module became in a folder of the build, by what the build wrote down. */
export function builtFiles(folder: string): (module: string) => string {
  const manifest = written(folder, 'manifest.json') as Record<string, { file: string }>;
  return (module) => {
    const found = manifest[module];
    if (!found) throw new Error(`the build's manifest has no ${module}`);
    return found.file;
  };
}

/** The built files' addresses. */
export function readAssets(webRoot: string): PageAssets {
  const fileOf = builtFiles(webRoot);
  return {
    entry: `/${fileOf('web/entry-client.ts')}`,
    staffCss: `/${fileOf('web/styles/app.css')}`,
    filesOf: written(webRoot, 'files-of.json') as PageAssets['filesOf'],
  };
}
