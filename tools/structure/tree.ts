import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files of the house by path from its root; what is not text is there by name only. */
export type Tree = ReadonlyMap<string, string>;

export interface Complaint {
  rule: string;
  path: string;
  line?: number;
  says: string;
}

export type Rule = (tree: Tree) => Complaint[];

const notOurs = new Set([
  'node_modules',
  'dist',
  'data',
  '.git',
  '.cache',
  'test-results',
  'playwright-report',
]);
const isText = /\.(ts|tsx|mjs|css|sql|md|json|svg|html|txt)$/;

export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  const enter = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (notOurs.has(entry.name) || entry.name.endsWith('.log')) continue;
      const full = join(folder, entry.name);
      if (entry.isDirectory()) enter(full);
      else
        tree.set(
          relative(root, full).replaceAll('\\', '/'),
          isText.test(entry.name) ? readFileSync(full, 'utf8') : '',
        );
    }
  };
  enter(root);
  return tree;
}

export const isCode = (path: string): boolean => /\.(ts|tsx)$/.test(path);
export const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The code files under the given folders. */
export function code(tree: Tree, ...folders: string[]): [path: string, text: string][] {
  return [...tree].filter(
    ([path]) => isCode(path) && folders.some((folder) => path.startsWith(`${folder}/`)),
  );
}
