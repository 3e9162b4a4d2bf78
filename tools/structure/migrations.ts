import { type Complaint, lineAt, type Rule } from './tree.ts';

/** What every clinic may have by now: what came until here is applied, and is not asked any more. */
const released = '0052';

const reason = /^-- not additive: .{20,}/m;

/** What the version before, still serving beside the new one, would stumble over. */
const breaking: readonly (readonly [pattern: RegExp, says: string])[] = [
  [/\bdrop (table|column|schema|type|sequence|view)\b/g, 'takes away what the version before still reads'],
  [/\brename\b/g, 'calls otherwise what the version before still names'],
  [/\balter (column )?\w+ (set data )?type\b/g, 'changes a type under the version before'],
  [/\bset not null\b/g, 'refuses what the version before still leaves out'],
  [
    /\badd column (if not exists )?\w+ (?:(?!\bdefault\b|\bgenerated\b|,|;).)*\bnot null\b(?:(?!\bdefault\b|\bgenerated\b|,|;).)*(?=[,;])/gs,
    'asks for a value that the version before does not give',
  ],
  [
    /\bdrop (default|function|trigger|index|constraint)\b/g,
    'takes away what the version before may count on',
  ],
  [/\bcreate unique index\b/g, 'forbids what the version before may write'],
  [
    /\badd (constraint \w+ )?(check|unique|exclude|foreign key|primary key)\b/g,
    'forbids what the version before may write',
  ],
];

/** Comments and texts made blank, functions' bodies too, so that places stay. */
function bare(sql: string): string {
  const blank = (found: string): string => found.replace(/[^\n]/g, ' ');
  return sql
    .replace(/--[^\n]*/g, blank)
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/(\$\w*\$)[\s\S]*?\1/g, blank)
    .replace(/'(?:[^']|'')*'/g, blank)
    .toLowerCase();
}

/** Tables that a migration makes itself are nobody's yet. */
function ofNewTables(sql: string, at: number): boolean {
  const statement = sql.slice(sql.lastIndexOf(';', at) + 1);
  const table = /(?:(?:alter|create) table (?:if (?:not )?exists )?|create unique index [^;(]*?\bon )/.source;
  const altered = new RegExp(`^\\s*${table}(?:only )?([\\w.]+)`).exec(statement)?.[1];
  return altered !== undefined && new RegExp(`\\bcreate table (if not exists )?${altered}\\b`).test(sql);
}

/**
 * Two versions serve side by side while one is exchanged for the other: so a migration only adds, unless it
 * says in a line of its own why the version before can live with it.
 */
export const migrations: Rule = (tree) => {
  const complaints: Complaint[] = [];
  for (const [path, text] of tree) {
    const [, number] = /^server\/db\/migrations\/(\d{4})-[^/]*\.sql$/.exec(path) ?? [];
    if (!number || number <= released || reason.test(text)) continue;
    const sql = bare(text);
    for (const [pattern, says] of breaking)
      for (const found of sql.matchAll(pattern))
        if (!ofNewTables(sql, found.index))
          complaints.push({
            rule: 'migrations',
            path,
            line: lineAt(sql, found.index),
            says: `"${found[0].replace(/\s+/g, ' ').trim()}" ${says}: only add, or say "-- not additive: why it may be"`,
          });
  }
  return complaints;
};
