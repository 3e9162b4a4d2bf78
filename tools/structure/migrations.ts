import { type Complaint, lineAt, type Rule } from './tree.ts';

/** What every clinic may have by now: what came until here is applied, and is not asked any more. */
const released = '0076';

const reason = /^-- not additive: .{20,}/m;

/** A reason speaks for what follows it until the next empty line. */
const isExcused = (text: string, at: number): boolean =>
  reason.test(text.slice(text.slice(0, at).lastIndexOf('\n\n') + 1, at));

/** Since when a state more has to say who may meet it; what came until here is applied. */
const statesAsked = '0071';

const reasonOfState = /^-- new state: .{20,}/m;

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
  [/\bcreate (or replace )?(constraint )?trigger\b/g, 'may refuse or change what the version before writes'],
  [/\bcreate or replace (function|procedure|view)\b/g, 'changes what the version before calls'],
  [/\brevoke\b/g, 'takes a right that the version before may need'],
  [/\bset default\b/g, 'fills in otherwise what the version before leaves out'],
];

const blank = (found: string): string => found.replace(/[^\n]/g, ' ');

/** Comments and functions' bodies made blank, so that places stay. */
const uncommented = (sql: string): string =>
  sql
    .replace(/--[^\n]*/g, blank)
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/(\$\w*\$)[\s\S]*?\1/g, blank);

/** Texts as well. */
const bare = (sql: string): string =>
  uncommented(sql)
    .replace(/'(?:[^']|'')*'/g, blank)
    .toLowerCase();

/** What checks of a column let be written, by `table.column`. */
function statesIn(sql: string): Map<string, Set<string>> {
  const states = new Map<string, Set<string>>();
  for (const statement of uncommented(sql).split(';')) {
    const table = /^\s*(?:create|alter) table (?:if (?:not )?exists )?(?:only )?([\w.]+)/i.exec(
      statement,
    )?.[1];
    for (const [, column, list = ''] of statement.matchAll(/\bcheck\s*\(\s*(\w+)\s+in\s*\(([^()]*)\)/gi)) {
      const place = `${table}.${column}`;
      const named = [...list.matchAll(/'([^']*)'/g)].map(([, state = '']) => state);
      states.set(place, new Set([...(states.get(place) ?? []), ...named]));
    }
  }
  return states;
}

/** Tables that a migration makes itself are nobody's yet. */
function ofNewTables(sql: string, at: number): boolean {
  const statement = sql.slice(sql.lastIndexOf(';', at) + 1);
  const table = [
    /(?:alter|create) table (?:if (?:not )?exists )?/,
    /create unique index [^;(]*?\bon /,
    /create (?:or replace )?(?:constraint )?trigger [^;]*?\bon /,
  ]
    .map(({ source }) => source)
    .join('|');
  const altered = new RegExp(`^\\s*(?:${table})(?:only )?([\\w.]+)`).exec(statement)?.[1];
  return altered !== undefined && new RegExp(`\\bcreate table (if not exists )?${altered}\\b`).test(sql);
}

/**
 * A state more in a column that both versions read: what this one writes there, the replies of the version
 * before refuse to say. So it is written one version after it is read, and the file says so.
 */
function newStates(all: readonly (readonly [path: string, number: string, text: string])[]): Complaint[] {
  const complaints: Complaint[] = [];
  const before = new Map<string, Set<string>>();
  for (const [path, number, text] of all)
    for (const [place, states] of statesIn(text)) {
      const known = before.get(place);
      const more = known ? [...states].filter((state) => !known.has(state)) : [];
      before.set(place, new Set([...(known ?? []), ...states]));
      if (more.length === 0 || number <= statesAsked || reasonOfState.test(text)) continue;
      complaints.push({
        rule: 'migrations',
        path,
        line: lineAt(text, text.indexOf(`'${more[0]}'`)),
        says: `"${more.join('", "')}" in ${place} is a state that replies of the version before refuse to say: write it one version later, and say "-- new state: why the version before never meets it"`,
      });
    }
  return complaints;
}

/**
 * Two versions serve side by side while one is exchanged for the other: so a migration only adds, unless it
 * says in a line before it why the version before can live with it.
 */
export const migrations: Rule = (tree) => {
  const complaints: Complaint[] = [];
  const all = [...tree]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([path, text]) => {
      const [, number] = /^server\/db\/migrations\/(\d{4})-[^/]*\.sql$/.exec(path) ?? [];
      return number ? [[path, number, text] as const] : [];
    });
  for (const [path, number, text] of all) {
    if (number <= released) continue;
    const sql = bare(text);
    for (const [pattern, says] of breaking)
      for (const found of sql.matchAll(pattern))
        if (!ofNewTables(sql, found.index) && !isExcused(text, found.index))
          complaints.push({
            rule: 'migrations',
            path,
            line: lineAt(sql, found.index),
            says: `"${found[0].replace(/\s+/g, ' ').trim()}" ${says}: only add, or say "-- not additive: why it may be"`,
          });
  }
  return [...complaints, ...newStates(all)];
};
