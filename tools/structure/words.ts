import { parse } from './syntax.ts';
import type { Complaint, Rule } from './tree.ts';

const tablePath = 'web/islands/table.ts';
const areaOf: Record<string, string> = {
  error: 'errors',
  validation: 'errors',
  status: 'common',
  role: 'common',
};
const spoken =
  /['`](common|error|validation|status|role|public|booking|account|staff|doctor|admin|logs)\.[\w.$-]/g;
const row = /import\('#([\w/.-]+\.tsx)'\)[\s\S]*?areas: \[([^\]]*)\]/g;

/** Everything an island brings along, but for other islands, which fetch words of their own. */
function broughtBy(start: string, tree: ReadonlyMap<string, string>): Set<string> {
  const found = new Set<string>();
  const enter = (path: string): void => {
    const text = tree.get(path);
    if (text === undefined || found.has(path) || !path.startsWith('web/')) return;
    found.add(path);
    for (const { from, onlyTypes } of parse(path, text).imports) {
      if (!onlyTypes && !(from !== start && from.endsWith('.island.tsx'))) enter(from);
    }
  };
  enter(start);
  return found;
}

/** An island fetches the words of every area it speaks from: a missing one would stop it in the browser. */
export const words: Rule = (tree) =>
  [...(tree.get(tablePath) ?? '').matchAll(row)].flatMap(([, island = '', list = '']): Complaint[] => {
    const has = new Set(list.match(/[a-z]+/g));
    return [...broughtBy(island, tree)].flatMap((path) => {
      const missing = [...(tree.get(path) ?? '').matchAll(spoken)]
        .map(([, prefix = '']) => areaOf[prefix] ?? prefix)
        .filter((area) => !has.has(area));
      return [...new Set(missing)].map((area) => ({
        rule: 'words',
        path,
        says: `speaks from "${area}", which ${island} does not fetch (${tablePath})`,
      }));
    });
  });
