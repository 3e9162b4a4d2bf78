// Replaces one build by the next in the same folder. Node built-ins only: this runs with the set-up.
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder of a new build, before it replaces the current one, which may be running. */
export const buildFolder = '.cache/build';

/** Folders of content-hashed files, so that files of two builds do not conflict. */
const named = ['web/assets', 'pages', 'server'];
const list = (build) => join(build, '.files');
/** Fingerprint of the sources of a build; only complete builds have it. */
export const builtFrom = '.built-from';

const filesIn = (build) =>
  named.flatMap((folder) => {
    const path = join(build, folder);
    const entries = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
    return entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  });

function listed(build) {
  try {
    return JSON.parse(readFileSync(list(build), 'utf8'));
  } catch {
    return [];
  }
}

/** Files that a build made itself. For folders missing in its list: all files. */
function ownFilesOf(build) {
  const own = new Set(listed(build));
  const spokenOf = new Set([...own].map(dirname));
  return filesIn(build).filter((file) => own.has(file) || !spokenOf.has(dirname(file)));
}

/**
 * Copies the files of an earlier build into a build: pages of the earlier version still find their files
 * after its last process has ended, and its running processes find files that they load late. Only one
 * earlier version is kept.
 */
export function copyEarlierFiles(earlier, build) {
  const here = new Set(filesIn(build));
  // Not an earlier package.json: it would change how Node reads the new files.
  for (const file of ownFilesOf(earlier))
    if (!here.has(file) && !file.endsWith('.json')) copyFileSync(join(earlier, file), join(build, file));
}

const part = (folder) => `${folder}.part`;

/** Moves a folder, also to another file system. The target appears only when it is complete. */
function move(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'EXDEV') throw error;
    rmSync(part(to), { recursive: true, force: true });
    cpSync(from, part(to), { recursive: true });
    renameSync(part(to), to);
    rmSync(from, { recursive: true });
  }
}

const before = (build) => `${build}-before`;

/** Replaces the current build by a complete new one. */
export function replaceBuild(dist, build) {
  writeFileSync(list(build), JSON.stringify(filesIn(build)));
  rmSync(before(build), { recursive: true, force: true });
  if (existsSync(dist)) {
    copyEarlierFiles(dist, build);
    // A move to another file system may be interrupted; then the current build is incomplete.
    rmSync(join(dist, builtFrom), { force: true });
    move(dist, before(build));
  }
  move(build, dist);
  rmSync(before(build), { recursive: true, force: true });
}

/** Restores the earlier build after an interrupted exchange. */
export function repairReplacedBuild(dist, build) {
  if (existsSync(join(dist, builtFrom)) || !existsSync(before(build))) return;
  rmSync(dist, { recursive: true, force: true });
  move(before(build), dist);
}
