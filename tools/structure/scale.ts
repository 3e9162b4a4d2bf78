import type { Complaint, Rule } from './tree.ts';

const schemaFile = 'server/db/schema.sql';
const planFile = 'docs/scale.md';

/** Where a table lives when there are many machines, and which of its columns says on which of them. */
const homes = ['person', 'everywhere', 'one place', 'to come'] as const;

interface Key {
  readonly name: string;
  readonly columns: string;
}
export interface KeyedTable {
  readonly name: string;
  readonly columns: ReadonlyMap<string, string>;
  /** What the database keeps unique or apart. */
  readonly keys: readonly Key[];
}

/** The tables of a schema, with what each keeps unique or apart. */
export function keyedTables(schema: string): KeyedTable[] {
  return [...schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\);/gm)].map(([, name = '', body = '']) => {
    const columns = [...body.matchAll(/^ {2}(?!constraint )"?(\w+)"? (.*)$/gm)];
    const own = [
      ...body.matchAll(/^ {2}constraint (\w+) (?:PRIMARY KEY|UNIQUE|EXCLUDE USING gist) \((.*)$/gm),
    ];
    const indexes = [
      ...schema.matchAll(new RegExp(`^CREATE UNIQUE INDEX (\\w+) ON public\\.${name} .*?\\((.*)$`, 'gm')),
    ];
    return {
      name,
      columns: new Map(columns.map(([, column = '', type = '']) => [column, type])),
      keys: [...own, ...indexes].map(([, key = '', rest = '']) => ({
        name: key,
        columns: rest.split(/\) WHERE /)[0] ?? '',
      })),
    };
  });
}

export const carries = (key: Key, column: string): boolean => new RegExp(`\\b${column}\\b`).test(key.columns);
/** A number of one sequence stays one when the column of the machine is put before it. */
const isNumber = (table: KeyedTable, key: Key): boolean =>
  key.columns.replace(/[),]*$/, '') === 'id' && /identity/.test(table.columns.get('id') ?? '');

/** What the plan says of a table or of a key: the rows of its two lists. */
export function planOf(text: string): { tables: Map<string, string[]>; keys: Map<string, string> } {
  const rows = [...text.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, name = '', rest = '']) => ({
    name,
    cells: rest.split(' | '),
  }));
  const tables = rows.filter(({ cells }) => (homes as readonly string[]).includes(cells[0] ?? ''));
  const keys = rows.filter((row) => !tables.includes(row));
  return {
    tables: new Map(tables.map(({ name, cells }) => [name, cells])),
    keys: new Map(keys.map(({ name, cells }) => [name, cells.join(' | ')])),
  };
}

/** The column by which a table is parted, if it is. */
export const partedBy = (name: string, plan: ReturnType<typeof planOf>): string | null => {
  const [home = 'branch', column = ''] = plan.tables.get(name) ?? [];
  if (home === 'branch') return 'location_id';
  return home === 'person' ? column.replaceAll('`', '') : null;
};

/**
 * A chain of thousands of branches is parted among machines by branch or by person: then the database keeps
 * apart only what carries that key. Whatever does not is in `docs/scale.md` with its reason.
 */
export const scale: Rule = (tree) => {
  const complaints: Complaint[] = [];
  const complain = (path: string, says: string) => complaints.push({ rule: 'scale', path, says });
  const schema = tree.get(schemaFile);
  if (schema === undefined) return complaints;
  const plan = planOf(tree.get(planFile) ?? '');
  const known = new Set<string>();
  for (const table of keyedTables(schema)) {
    known.add(table.name);
    const column = partedBy(table.name, plan);
    if (column === null) continue;
    if (!/not null/.test(table.columns.get(column) ?? '')) {
      complain(schemaFile, `${table.name} has no ${column}: say in ${planFile} where it lives, and why`);
      continue;
    }
    for (const key of table.keys) {
      if (carries(key, column) || isNumber(table, key)) continue;
      known.add(key.name);
      if (!plan.keys.has(key.name))
        complain(schemaFile, `${key.name} does not carry ${column}: say in ${planFile} what keeps it then`);
    }
  }
  for (const name of [...plan.tables.keys(), ...plan.keys.keys()])
    if (!known.has(name)) complain(planFile, `${name} needs no exception (any more)`);
  return complaints;
};

/** The ways of asking for which the plan has a reason: by which columns, of which tables. */
export const waysOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^\| by ([^|]*) \| ([^|]*) \|/gm)].flatMap(([, by = '', tables = '']) =>
      [...tables.matchAll(/`(\w+)`/g)].map(([, table = '']) => `${table} ${by.replaceAll('`', '')}`),
    ),
  );
