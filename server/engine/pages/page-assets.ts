import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageAssets } from '#shared/page.ts';

/** The built files' addresses, from what the build of the browser's side wrote down. */
export function readAssets(webRoot: string): PageAssets {
  const read = (file: string) => JSON.parse(readFileSync(join(webRoot, '.vite', file), 'utf8')) as unknown;
  const manifest = read('manifest.json') as Record<string, { file: string }>;
  const addressOf = (key: string): string => {
    const found = manifest[key];
    if (!found) throw new Error(`the build's manifest has no ${key}`);
    return `/${found.file}`;
  };
  return {
    entry: addressOf('web/entry-client.ts'),
    staffCss: addressOf('web/styles/app.css'),
    filesOf: read('files-of.json') as PageAssets['filesOf'],
  };
}
