import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadCatalogues } from './structure/catalogues.ts';
import { direction, sql } from './structure/direction.ts';
import { documents } from './structure/documents.ts';
import { lines } from './structure/lines.ts';
import { migrations } from './structure/migrations.ts';
import { mirror } from './structure/mirror.ts';
import { logicalStyles, rootLooksNowhere } from './structure/styles.ts';
import { environment, spoken, time } from './structure/surroundings.ts';
import { dots, texts } from './structure/texts.ts';
import { isCode, readTree } from './structure/tree.ts';
import { crowding, length, vocabulary } from './structure/vocabulary.ts';
import { words } from './structure/words.ts';

const root = join(import.meta.dirname, '..');
const tree = readTree(root);
const catalogues = await loadCatalogues(tree, (path) => import(pathToFileURL(join(root, path)).href));
const rules = [
  vocabulary,
  length,
  lines,
  crowding,
  migrations,
  mirror,
  direction,
  sql,
  time,
  environment,
  spoken,
  logicalStyles,
  rootLooksNowhere,
  texts,
  dots,
  catalogues,
  words,
  documents,
];
const complaints = rules.flatMap((rule) => rule(tree));
const files = [...tree.keys()].filter(isCode).length;

for (const { rule, path, line, says } of complaints)
  console.log(`${path}${line ? `:${line}` : ''}  ${says}  (${rule})`);
console.log(`${files} files of code, ${complaints.length} complaints`);
// A check that saw nothing has not passed.
process.exitCode = complaints.length > 0 || files === 0 ? 1 : 0;
