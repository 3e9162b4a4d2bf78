// Runs the server tests on the Node version of the image. Node built-ins only.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root, run } from '../set-up/processes.mjs';

/** Must equal the version in deploy/Containerfile. */
export const imageVersion = '24.22.3';

/** Downloads Node into .cache unless it exists. Undefined: npm has no binary for this platform. */
export async function findNode() {
  if (process.versions.node === imageVersion) return process.execPath;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return undefined;
  const name = `node-linux-${process.arch}`;
  const folder = join(root, '.cache/node-24');
  const binary = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(binary)) return binary;
  await npm(['install', '--no-save', '--prefix', folder, `${name}@${imageVersion}`], { output: 'keep' });
  return existsSync(binary) ? binary : undefined;
}

/**
 * Runs the server tests and reports whether all passed. `files` limits them; `env` is added to the environment.
 */
export async function runServerTestsOnNode24(files = ['server/'], env = {}) {
  const binary = await findNode();
  if (!binary) {
    console.error(`Node ${imageVersion} could not be installed for ${process.platform} ${process.arch}.`);
    return false;
  }
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--allowOnly=false', '--reporter=dot', ...files];
  const { ok } = await run(binary, vitest, { env });
  return ok;
}
