import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { buildFolder } from '../set-up/builds.mjs';
import { freePort } from '../set-up/free-port.mjs';
import { leanMemory } from '../set-up/processes.mjs';

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * What runs on the server are CommonJS modules, since of those Node can keep what V8 has compiled, in ASCII:
 * read without decoding, and kept in half of the memory.
 */
export const commonJs: Plugin = {
  name: 'common-js',
  applyToEnvironment: ({ name }) => name === 'server' || name === 'pages',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
};

/** Starts what was built once, and keeps beside it what V8 has compiled (`server/compile.ts`). */
export async function keepCompiled(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hakima-compiled-'));
  try {
    const { status } = spawnSync(process.execPath, [...leanMemory.args, `${buildFolder}/server/compile.js`], {
      env: {
        ...leanMemory.env,
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        DATA_DIR: folder,
        PORT: String(await freePort()),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 120_000,
    });
    if (status !== 0) throw new Error('the server that was built does not open');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
