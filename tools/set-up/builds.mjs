// One build after the other in the same folder. Node built-ins only: this runs with the set-up.
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

/** Where a build is made, before it takes the place of the one that may be running. */
export const buildFolder = '.cache/build';

/** What is named by what is in it, so that none stands in another's way: of the browser, of the server. */
const named = ['web/assets', 'pages', 'server'];
const list = (build) => join(build, '.files');
/** What a build was made from: what bears it is whole. */
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

/** Which files a build made itself; of a folder that it does not speak of, all there are. */
function ownFilesOf(build) {
  const own = new Set(listed(build));
  const spokenOf = new Set([...own].map(dirname));
  return filesIn(build).filter((file) => own.has(file) || !spokenOf.has(dirname(file)));
}

/**
 * Lays the files of an earlier build beside those of a build: a page of the version before finds its files
 * after the last process of that version has ended, and a process that still runs from there what it loads
 * late. Only its own are kept, not what it kept: one version, no more.
 */
export function keepEarlierFiles(earlier, build) {
  const here = new Set(filesIn(build));
  // Not an earlier package.json, which would change how Node reads the new files.
  for (const file of ownFilesOf(earlier))
    if (!here.has(file) && !file.endsWith('.json')) copyFileSync(join(earlier, file), join(build, file));
}

const part = (folder) => `${folder}.part`;

/** As a rename, also onto another disk or layer of one: what is there by its name is there as a whole. */
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

/** Puts a build that is whole where the one before it stood. */
export function exchange(dist, build) {
  writeFileSync(list(build), JSON.stringify(filesIn(build)));
  rmSync(before(build), { recursive: true, force: true });
  if (existsSync(dist)) {
    keepEarlierFiles(dist, build);
    // Where it goes onto another disk it may be cut off half removed.
    rmSync(join(dist, builtFrom), { force: true });
    move(dist, before(build));
  }
  move(build, dist);
  rmSync(before(build), { recursive: true, force: true });
}

/** Puts back what an exchange that was cut off had taken away. */
export function mendExchange(dist, build) {
  if (existsSync(join(dist, builtFrom)) || !existsSync(before(build))) return;
  rmSync(dist, { recursive: true, force: true });
  move(before(build), dist);
}
