import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../set-up/processes.mjs';
import { buildCommit } from './earlier-build.ts';

// Builds the current commit twice, in folders with different paths, and compares every file of dist/.
const place = join(root, '.cache/same-build');
const folders = [join(place, 'one'), join(place, 'another/folder')];
/** As in a clone, the packages lie in the folder itself: bundles name files by their path from there. */
const copyPackages = (from: string, to: string) => spawnSync('cp', ['-al', from, to], { stdio: 'inherit' });

/** Checksums of all files of a build, by path. */
function filesOf(folder: string): Map<string, string> {
  const dist = join(folder, 'dist');
  return new Map(
    readdirSync(dist, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(dist, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

const complaints: string[] = [];
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
for (const folder of folders) {
  const problem = await buildCommit(commit, folder, copyPackages);
  if (problem) complaints.push(problem);
}
if (complaints.length === 0) {
  const [one = new Map<string, string>(), other = new Map<string, string>()] = folders.map(filesOf);
  for (const path of new Set([...one.keys(), ...other.keys()]))
    if (one.get(path) !== other.get(path)) complaints.push(`${path} differs`);
  console.log(`  two builds of ${commit.slice(0, 8)}: ${one.size} files, ${complaints.length} differ`);
}
rmSync(place, { recursive: true, force: true });
for (const what of complaints.slice(0, 20)) console.log(`    ${what}`);
process.exitCode = complaints.length > 0 ? 1 : 0;
