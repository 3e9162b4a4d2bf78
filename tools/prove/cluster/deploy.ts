import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../set-up/processes.mjs';

const deploy = (name: string) => join(root, 'deploy', name);

/** Errors of `systemd-analyze verify` for the unit, with the path of this Node instead of Debian's. */
export function unitComplaints(): string[] {
  const home = mkdtempSync(join(tmpdir(), 'hakima-unit-'));
  const unit = join(home, 'hakima@.service');
  writeFileSync(
    unit,
    readFileSync(deploy('hakima@.service'), 'utf8').replaceAll('/usr/bin/node', process.execPath),
  );
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  rmSync(home, { recursive: true });
  // It also reports other units of the machine, and exits with 0 if it ignores a line of ours.
  const found = stderr.split('\n').filter((line) => line.includes('hakima@'));
  if (status !== 0 && found.length === 0)
    found.push(`systemd-analyze verify ended with ${status}: ${stderr}`);
  if (found.length === 0) console.log('  systemd-analyze verify takes hakima@.service');
  return found;
}
