// `npm run keys`: every table, how it would be parted among machines, and what the database keeps unique or
// apart in it, with whether that carries the key (docs/scale.md).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carries, keyedTables, partedBy, planOf } from './structure/scale.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const plan = planOf(read('docs/scale.md'));
for (const table of keyedTables(read('server/db/schema.sql'))) {
  const column = partedBy(table.name, plan);
  console.log(`${table.name}: ${column ?? plan.tables.get(table.name)?.[0]}`);
  for (const key of table.keys) {
    const yes = column === null || carries(key, column);
    console.log(`  ${yes ? '+' : '-'} ${key.name} (${key.columns.slice(0, 80)}`);
  }
}
