import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../../set-up/processes.mjs';

const deploy = (name: string) => join(root, 'deploy', name);

/** What systemd says against the unit, with the Node that runs here where Debian has its own. */
export function unitComplaints(): string[] {
  const home = mkdtempSync(join(tmpdir(), 'hakima-unit-'));
  const unit = join(home, 'hakima@.service');
  writeFileSync(
    unit,
    readFileSync(deploy('hakima@.service'), 'utf8').replaceAll('/usr/bin/node', process.execPath),
  );
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  rmSync(home, { recursive: true });
  // It speaks of the machine's own units as well, and ends with 0 where it only ignores a line of ours.
  const found = stderr.split('\n').filter((line) => line.includes('hakima@'));
  if (status !== 0 && found.length === 0)
    found.push(`systemd-analyze verify ended with ${status}: ${stderr}`);
  if (found.length === 0) console.log('  systemd-analyze verify takes hakima@.service');
  return found;
}

/** How each engine is asked for an image, fetches one and builds one. */
const engines = {
  podman: { has: ['image', 'exists'], build: ['build'] },
  buildah: { has: ['inspect', '--type', 'image'], build: ['bud'] },
  docker: { has: ['image', 'inspect'], build: ['build'] },
};

/**
 * Builds the image where there is an engine and the image it stands on; says where there is not, which proves
 * nothing.
 */
export async function imageComplaints(): Promise<string[]> {
  const [, base = ''] = /^FROM (\S+)/m.exec(readFileSync(deploy('Containerfile'), 'utf8')) ?? [];
  const installed = Object.entries(engines).filter(([name]) => !spawnSync(name, ['--version']).error);
  const isThere = (name: string, ...args: string[]) =>
    spawnSync(name, [...args, base], { stdio: 'ignore', timeout: 60_000 }).status === 0;
  const able = installed.find(([name, { has }]) => isThere(name, ...has) || isThere(name, 'pull', '-q'));
  if (!able) {
    const why =
      installed.length > 0
        ? `${base} is not here and cannot be fetched`
        : `no ${Object.keys(engines).join(', ')}`;
    console.log(`  Containerfile not built: ${why}; npm test holds its lines to what they speak of`);
    return [];
  }
  const [name, { build }] = able;
  const image = 'hakima-of-the-proof';
  const since = performance.now();
  const { ok, text } = await run(name, [...build, '-f', deploy('Containerfile'), '-t', image, '.'], {
    output: 'keep',
  });
  const minutes = ((performance.now() - since) / 60_000).toFixed(1);
  if (!ok) return [`${name} did not build the Containerfile: ${text.trim().slice(-500)}`];
  spawnSync(name, ['rmi', image], { stdio: 'ignore' });
  console.log(`  Containerfile built by ${name} in ${minutes} min`);
  return [];
}
