// `npm run advisories -- <a clone of github/advisory-database>`: what is known of every package of the lock
// file, as a list in this folder that `npm test` holds the lock file to, without a network.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFrom } from './advisories.ts';
import { lockedPackages } from './locked.ts';

const [clone] = process.argv.slice(2);
if (!clone || !existsSync(join(clone, 'advisories/github-reviewed'))) {
  console.error('Say where a clone of github/advisory-database is: npm run advisories -- <folder>');
  process.exit(1);
}
const list = listFrom(
  clone,
  lockedPackages().map(({ name }) => name),
);
writeFileSync(join(import.meta.dirname, 'advisories.json'), `${JSON.stringify(list, null, 1)}\n`);
const { advisories, names, newest } = list;
console.log(
  `${advisories.length} advisories about ${names.length} packages; the newest of all is of ${newest}.`,
);
