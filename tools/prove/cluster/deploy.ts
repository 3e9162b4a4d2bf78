import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../set-up/processes.mjs';

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
