// Installs and builds, and skips steps that are already done. Node built-ins only: it runs before anything is
// installed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildFolder, builtFrom, repairReplacedBuild, replaceBuild } from './builds.mjs';
import { isAlive, node, npm, root } from './processes.mjs';

const lockFile = join(root, '.cache/setup.lock');
const read = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 23 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  console.error(`Hakima does not run on Node ${process.version}: it needs 20.19, 22.12, or 24 and newer.`);
  process.exit(1);
}

/** Runs `work` while no other set-up of this folder runs; takes over the lock of a process that died. */
export async function withSetupLock(work) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (let tries = 0; !takeLock(); tries++) {
    if (tries === 0) console.log('· waiting for another set-up of this folder to end');
    if (tries > 1200)
      throw new Error(`Another set-up holds ${lockFile} for 10 minutes. Remove the file if none is running.`);
    await wait(500);
  }
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const owner = Number(read('.cache/setup.lock'));
    if (owner && !isAlive(owner)) rmSync(lockFile, { force: true });
    return false;
  }
}

/** Installs exactly the packages of the lock file, unless they are installed. */
export async function install() {
  if (isInstalled()) return true;
  return step('dependencies', async () => {
    const exact = await npm(['ci', '--include=dev']);
    // A lock file made on another platform may lack this platform's build of a tool: npm finds it if it is
    // not strict.
    return exact.ok ? exact : npm(['install', '--no-save', '--include=dev']);
  });
}

/** npm lists what it installed in node_modules/.package-lock.json, without packages for other platforms. */
function isInstalled() {
  const noted = read('node_modules/.package-lock.json');
  if (!noted) return false;
  const wanted = Object.entries(JSON.parse(read('package-lock.json')).packages);
  const present = JSON.parse(noted).packages;
  return wanted.every(
    ([path, { version, optional }]) =>
      path === '' || (present[path] ? present[path].version === version : optional),
  );
}

/**
 * Builds into dist/, unless dist/ was built from the same files. A server that runs from there keeps running;
 * files of the earlier build stay beside the new ones.
 */
export async function build() {
  const wanted = fingerprint();
  const [dist, made] = [join(root, 'dist'), join(root, buildFolder)];
  repairReplacedBuild(dist, made);
  if (read(join('dist', builtFrom)) === wanted) return true;
  rmSync(made, { recursive: true, force: true });
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'error'];
  if (!(await step('build', () => node(vite, { env: { NODE_ENV: 'production' } })))) return false;
  writeFileSync(join(made, builtFrom), wanted);
  replaceBuild(dist, made);
  return true;
}

function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  const folders = ['server', 'shared', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  );
  const files = [
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    // Modules that vite.config.ts uses.
    ...readdirSync(join(root, 'tools/bundle'))
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .map((name) => `tools/bundle/${name}`),
  ].map((file) => join(root, file));
  for (const file of [...folders, ...files].sort((a, b) => a.localeCompare(b)))
    hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

/** Prints a step and its duration. */
export async function step(name, work) {
  const start = performance.now();
  console.log(`· ${name}`);
  const result = await work();
  const ok = result === true || result?.ok === true;
  console.log(`${ok ? '✓' : '✗'} ${name} ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return ok;
}
