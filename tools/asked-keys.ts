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

/** A time or a state is no place to look at; a row's own number is enough. */
function handleOf(columns: readonly string[]): string {
  const handles = columns.filter((column) => /(?:^|_)(?:id|hash|key|by)$/.test(column));
  return handles.includes('id') ? 'id' : handles.join(', ') || 'nothing';
}

/** By what the database itself finds the rows of each parted table, as its plan says. */
export function askedOf(
  plan: PlanNode,
  tables: readonly KeyedTable[],
  homes: ReturnType<typeof planOf>,
): Asked[] {
  const nodes = nodesOf(plan);
  const says = nodes.flatMap(textOf).join(' ');
  return nodes.flatMap((node): Asked[] => {
    const table = tables.find(({ name }) => name === node['Relation Name']);
    const key = table && partedBy(table.name, homes);
    if (!table || !key || node['Node Type'] === 'ModifyTable') return [];
    const named = [...says.matchAll(new RegExp(`\\b${node.Alias}\\.(\\w+)`, 'g'))].map(
      ([, column = '']) => column,
    );
    const columns = [...new Set(named)].filter((column) => table.columns.has(column)).sort();
    const carries = columns.includes(key);
    return [{ table: table.name, by: carries ? key : handleOf(columns), carries }];
  });
}
