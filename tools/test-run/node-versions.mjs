// Runs the server tests on other versions of Node. Node built-ins only.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root, run } from '../set-up/processes.mjs';

/** Must equal the version in deploy/Containerfile. */
export const imageVersion = '24.22.3';
/** One release of each supported major version. */
export const supportedVersions = [imageVersion, '22.23.5', '20.19.6'];

/** Downloads Node into .cache unless it exists. Undefined: npm has no binary for this platform. */
export async function findNode(version = imageVersion) {
  if (process.versions.node === version) return process.execPath;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return undefined;
  const name = `node-linux-${process.arch}`;
  const folder = join(root, `.cache/node-${version}`);
  const binary = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(binary)) return binary;
  await npm(['install', '--no-save', '--prefix', folder, `${name}@${version}`], { output: 'keep' });
  return existsSync(binary) ? binary : undefined;
}

/** Runs the server tests on a version of Node and reports whether all passed. */
export async function runServerTestsOn(version) {
  const binary = await findNode(version);
  if (!binary) {
    console.error(`Node ${version} could not be installed for ${process.platform} ${process.arch}.`);
    return false;
  }
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--allowOnly=false', '--reporter=dot', 'server/'];
  const { ok } = await run(binary, vitest);
  return ok;
}
