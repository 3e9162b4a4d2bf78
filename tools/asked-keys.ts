import { type KeyedTable, partedBy, type planOf } from './structure/scale.ts';

/** A node of a plan, as `explain (verbose, format json)` gives it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly Operation?: string;
  readonly Plans?: readonly PlanNode[];
  readonly [property: string]: unknown;
}

/** How a statement asks for rows of a parted table: by its key, or by which columns else. */
export interface Asked {
  readonly table: string;
  readonly by: string;
  readonly carries: boolean;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const conditions = /(?:Cond|Filter)$/;

const textOf = (node: PlanNode): string[] =>
  Object.entries(node).flatMap(([name, value]) =>
    conditions.test(name) && typeof value === 'string' ? [value] : [],
  );

/** What a condition says in one, cut at what joins it, outside of its brackets. */
function partsOf(text: string, word: ' AND ' | ' OR '): string[] {
  const inner = text.trim();
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let isWrapped = inner.startsWith('(');
  for (let at = 0; at < inner.length; at++) {
    if (inner[at] === '(') depth++;
    if (inner[at] === ')' && --depth === 0 && at < inner.length - 1) isWrapped = false;
    if (depth > 0 || !inner.startsWith(word, at)) continue;
    parts.push(inner.slice(from, at));
    from = at + word.length;
  }
  if (parts.length > 0) return [...parts, inner.slice(from)].flatMap((part) => partsOf(part, word));
  return isWrapped ? partsOf(inner.slice(1, -1), word) : [inner];
}

/** `a.x` is the same as `b.y`, or as a value: then `is` is null. */
interface Equal {
  readonly column: string;
  readonly is: string | null;
}

const column = /^\(*(\w+\.\w+)\)*(?:::[\w ]+)?\)*$/;

/** What one part says to be equal; where it leaves a choice, what each choice says. */
function equalsOf(part: string): Equal[] {
  const choices = partsOf(part, ' OR ');
  if (choices.length > 1) {
    const [first = [], ...others] = choices.map((choice) => partsOf(choice, ' AND ').flatMap(equalsOf));
    return first.filter((one) => others.every((all) => all.some((two) => two.column === one.column)));
  }
  const at = part.indexOf(' = ');
  if (at < 0) return [];
  const right = part.slice(at + 3).replace(/^ANY \((.*)\)$/, '$1');
  const [left, other] = [column.exec(part.slice(0, at))?.[1], column.exec(right)?.[1]];
  if (left && other)
    return [
      { column: left, is: other },
      { column: other, is: left },
    ];
  // Of what is reckoned from other rows it is not known whose they are.
  const one = left ?? other;
  return one && !/\b[a-z]\w*\.\w/.test(left ? right : part.slice(0, at)) ? [{ column: one, is: null }] : [];
}

/** A time or a state is no place to look at; a row's own number is enough. */
function handleOf(columns: readonly string[]): string {
  const handles = columns.filter((column) => /(?:^|_)(?:id|hash|key|by)$/.test(column));
  return handles.includes('id') ? 'id' : handles.join(', ') || 'nothing';
}

/**
 * The columns whose values are known before a row is looked for: equal to a value, or to what a row holds
 * that is found so itself, by its key where it is of a parted table.
 */
function knownIn(
  nodes: readonly PlanNode[],
  equal: readonly Equal[],
  keyOf: (table: string) => string | null,
): ReadonlySet<string> {
  const known = new Set(equal.flatMap(({ column, is }) => (is === null ? column : [])));
  const tableOf = new Map(nodes.flatMap((node) => (node.Alias ? [[node.Alias, node['Relation Name']]] : [])));
  const isFound = (alias: string): boolean => {
    const table = tableOf.get(alias);
    // What is no table is made by nodes that are asked themselves.
    if (table === undefined) return true;
    const key = keyOf(table);
    return key ? known.has(`${alias}.${key}`) : [...known].some((one) => one.startsWith(`${alias}.`));
  };
  for (let before = -1; before < known.size; ) {
    before = known.size;
    for (const { column, is } of equal)
      if (is && (known.has(is) || isFound(is.split('.')[0] ?? ''))) known.add(column);
  }
  return known;
}

/** By what the database itself finds the rows of each parted table, as its plan says. */
export function askedOf(
  plan: PlanNode,
  tables: readonly KeyedTable[],
  homes: ReturnType<typeof planOf>,
): Asked[] {
  const nodes = nodesOf(plan);
  const says = nodes.flatMap(textOf).join(' ');
  const keyOf = (table: string) =>
    tables.some(({ name }) => name === table) ? partedBy(table, homes) : null;
  const equal = nodes.flatMap(textOf).flatMap((text) => partsOf(text, ' AND ').flatMap(equalsOf));
  const known = knownIn(nodes, equal, keyOf);
  return nodes.flatMap((node): Asked[] => {
    const table = tables.find(({ name }) => name === node['Relation Name']);
    const key = table && keyOf(table.name);
    if (!table || !key || node['Node Type'] === 'ModifyTable') return [];
    const named = [...says.matchAll(new RegExp(`\\b${node.Alias}\\.(\\w+)`, 'g'))].map(
      ([, column = '']) => column,
    );
    const columns = [...new Set(named)].filter((column) => table.columns.has(column)).sort();
    const carries = known.has(`${node.Alias}.${key}`);
    const isOfAnother = equal.some(({ column }) => column === `${node.Alias}.${key}`);
    const handle = isOfAnother ? 'another row' : handleOf(columns.filter((column) => column !== key));
    return [{ table: table.name, by: carries ? key : handle, carries }];
  });
}
