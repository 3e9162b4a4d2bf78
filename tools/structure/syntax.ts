import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { lineAt } from './tree.ts';

/** A node of the syntax tree, as far as the rules look at one. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export interface Import {
  /** A path from the root for our own files, else the package's name as written. */
  from: string;
  line: number;
  /** Where it begins in its file. */
  at: number;
  /** `import type`, or every name of it marked so. */
  onlyTypes: boolean;
  /** `export … from`. */
  passedOn: boolean;
}

interface Parsed {
  program: Node;
  imports: Import[];
}

const parsed = new Map<string, { text: string; result: Parsed }>();

/**
 * Each file is parsed once, whatever number of rules read it. A file that does not parse must not pass
 * unseen.
 */
export function parse(path: string, text: string): Parsed {
  const known = parsed.get(path);
  if (known?.text === text) return known.result;
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const add = (start: number, specifier: string, onlyTypes: boolean, passedOn = false) =>
    imports.push({
      from: resolve(path, specifier),
      line: lineAt(text, start),
      at: start,
      onlyTypes,
      passedOn,
    });
  for (const { start, moduleRequest, entries } of module.staticImports)
    add(start, moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType));
  for (const { start, entries } of module.staticExports) {
    const source = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (source)
      add(
        start,
        source.value,
        entries.every((entry) => entry.isType),
        true,
      );
  }
  walk(program as unknown as Node, (node) => {
    const isImport = node.type === 'ImportExpression' || node.type === 'TSImportType';
    const source = node.source as Node | undefined;
    if (isImport && typeof source?.value === 'string')
      add(node.start, source.value, node.type === 'TSImportType');
  });
  const result = { program: program as unknown as Node, imports };
  parsed.set(path, { text, result });
  return result;
}

function resolve(importer: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(importer), specifier) : specifier;
}

/** The package of a bare import: `date-fns/add` belongs to `date-fns`. */
export function packageOf(from: string): string {
  return from.split('/', from.startsWith('@') ? 2 : 1).join('/');
}

/** The name an identifier node has, or nothing. */
export function nameOf(node: unknown): string {
  const name = (node as Node | null | undefined)?.name;
  return typeof name === 'string' ? name : '';
}

export function walk(
  node: Node,
  visit: (node: Node, parents: readonly Node[]) => void,
  parents: readonly Node[] = [],
): void {
  visit(node, parents);
  const inner = [...parents, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string')
        walk(child as Node, visit, inner);
    }
  }
}

/** The strings written in a file: plain ones, and the fixed parts of templates. */
export function strings(
  path: string,
  text: string,
): { value: string; line: number; opensTemplate: boolean }[] {
  const found: { value: string; line: number; opensTemplate: boolean }[] = [];
  walk(parse(path, text).program, (node, parents) => {
    const line = () => lineAt(text, node.start);
    if (node.type === 'Literal' && typeof node.value === 'string')
      found.push({ value: node.value, line: line(), opensTemplate: false });
    if (node.type !== 'TemplateElement') return;
    const template = parents.at(-1);
    const quasis = (template?.quasis ?? []) as Node[];
    const value = (node.value as { cooked: string | null }).cooked ?? '';
    found.push({ value, line: line(), opensTemplate: quasis.length > 1 && quasis[0] === node });
  });
  return found;
}
