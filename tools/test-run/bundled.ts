import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { unbundledPackages } from '../bundle/beside-bundle.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
// Inside the project, so that packages outside the bundle are found.
const cache = join(root, '.cache');
const dayMs = 24 * 3_600_000;

const fileOf = (module: string): string => module.replaceAll('/', '-').replace(/\.ts$/, '.js');

const folders = new Map<string, Promise<string>>();

/**
 * Bundles server modules (`server/….ts`) for use in separate processes, and returns the path of each. Loading
 * them from source takes 2 s of processor time per process, from the bundle 0.3 s; bundling takes 1 s.
 */
export async function bundleModules(modules: readonly string[]): Promise<(module: string) => string> {
  const key = modules.join();
  const making = folders.get(key) ?? bundle(modules);
  folders.set(key, making);
  const folder = await making;
  return (module) => join(folder, fileOf(module));
}

/** Flat, as in `dist/server`: migrations must be beside the module that reads them. */
async function bundle(modules: readonly string[]): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'bundled-'));
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: unbundledPackages },
    build: {
      ssr: true,
      outDir: draft,
      rolldownOptions: {
        input: {
          'list-worker.js': join(root, 'server/features/imports/list-worker.ts'),
          ...Object.fromEntries(modules.map((module) => [fileOf(module), join(root, module)])),
        },
        output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  cpSync(join(root, 'server/db/migrations'), join(draft, 'migrations'), { recursive: true });
  const folder = join(cache, `bundled-${contentOf(draft)}`);
  try {
    renameSync(draft, folder);
  } catch {
    // The same bundle exists already, perhaps from another process.
    rmSync(draft, { recursive: true });
  }
  deleteOldBundles(folder);
  return folder;
}

function contentOf(folder: string): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted())
    if (statSync(join(folder, file)).isFile()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Deletes bundles more than a day older: no process uses them any more. */
function deleteOldBundles(folder: string): void {
  const madeAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const oldest = madeAt(folder) - dayMs;
  for (const other of readdirSync(cache).filter((name) => name.startsWith('bundled-')))
    if (madeAt(join(cache, other)) < oldest) rmSync(join(cache, other), { recursive: true, force: true });
}
