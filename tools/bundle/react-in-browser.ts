import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Plugin } from 'vite';
import { root } from '../set-up/processes.mjs';
import {
  classesLeftOut,
  entriesLeftOut,
  exportsLeftOut,
  functionsLeftOut,
  kindsLeftOut,
  viewTransitionLanes,
} from './react-parts.ts';

/** The modules of React that a browser runs, as they are imported, and their file for production. */
const reactModules: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
  'use-sync-external-store/with-selector':
    'use-sync-external-store/cjs/use-sync-external-store-with-selector.production.js',
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

type Edit = readonly [start: number, end: number, text: string];
type Look = (node: Node, said: (node: Node) => string) => Edit | readonly Edit[] | undefined;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** A part and all parts within it, outer ones first. */
function within(node: Node, found: Node[] = []): readonly Node[] {
  found.push(node);
  for (const value of Object.values(node))
    for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) within(part, found);
  return found;
}

/** A text with all `looks` taken at each part of it; one that finds nothing was made for another React. */
function rewrite(path: string, text: string, looks: Readonly<Record<string, Look>>): string {
  const program = parseSync(path, text).program as unknown as Node;
  const said = ({ start, end }: Node) => text.slice(start, end);
  const parts = within(program);
  const edits: Edit[] = [];
  for (const [name, look] of Object.entries(looks)) {
    const before = edits.length;
    for (const node of parts) {
      const found = look(node, said) ?? [];
      edits.push(...(typeof found[0] === 'number' ? [found as Edit] : (found as Edit[])));
    }
    if (edits.length === before) throw new Error(`${path} has no ${name} (tools/bundle/react-parts.ts)`);
  }
  // What lies within something that goes has gone with it.
  const outer = edits
    .toSorted((a, b) => a[0] - b[0] || b[1] - a[1])
    .reduce<Edit[]>((kept, edit) => ((kept.at(-1)?.[1] ?? 0) > edit[0] ? kept : [...kept, edit]), []);
  return outer.reduceRight((done, [start, end, put]) => done.slice(0, start) + put + done.slice(end), text);
}

const isKind = (node: unknown): boolean =>
  isNode(node) &&
  ((node.type === 'MemberExpression' && (node.property as Node).name === 'tag') ||
    (node.type === 'Identifier' && node.name === 'tag'));
const isLeftOut = (node: unknown): boolean => isNode(node) && kindsLeftOut.has(node.value as number);

/** Whether what stands in a case ends there, and does not go on in the next one. */
const ends = (node: Node | undefined): boolean =>
  node !== undefined &&
  (/^(?:Break|Return|Throw|Continue)Statement$/.test(node.type) ||
    (node.type === 'BlockStatement' && ends((node.body as Node[]).at(-1))));

function* declaredIn(node: Node): Generator<string> {
  if (/Function/.test(node.type)) return;
  if (node.type === 'VariableDeclarator') yield String((node.id as Node).name);
  for (const value of Object.values(node))
    for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) yield* declaredIn(part);
}

const kindCases: Look = (node) => {
  if (node.type !== 'SwitchStatement' || !isKind(node.discriminant)) return undefined;
  const cases = node.cases as (Node & { test: Node | null; consequent: Node[] })[];
  return cases.flatMap((each, index): Edit[] => {
    if (!isLeftOut(each.test)) return [];
    const before = cases[index - 1];
    const goesOnHere = before !== undefined && !isLeftOut(before.test) && !ends(before.consequent.at(-1));
    const first = each.consequent[0];
    const comesHere = goesOnHere || sharesLabel(cases, index);
    if (comesHere && first) return [[each.start, first.start, '']];
    // Other cases may use what this one declares.
    const declared = each.consequent.flatMap((part) => [...declaredIn(part)]);
    return [[each.start, each.end, declared.length === 0 ? '' : `case -1: var ${declared.join()}; break;`]];
  });
};

/** Whether a kind that stays shares what is done with one that goes: `case 26: case 5: …`. */
function sharesLabel(cases: readonly { test: Node | null; consequent: Node[] }[], index: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    const before = cases[at];
    if (!before || before.consequent.length > 0) return false;
    if (!isLeftOut(before.test)) return true;
  }
  return false;
}

const kindQuestions: Look = ({ type, operator, left, right, start, end }) => {
  if (type !== 'BinaryExpression' || (operator !== '===' && operator !== '!==')) return undefined;
  const asks = (isKind(left) && isLeftOut(right)) || (isKind(right) && isLeftOut(left));
  return asks ? [start, end, operator === '===' ? '!1' : '!0'] : undefined;
};

const lanes: Look = ({ type, operator, left, start, end }, said) =>
  type === 'BinaryExpression' && operator === '===' && said(left as Node).includes(`& ${viewTransitionLanes}`)
    ? [start, end, '!1']
    : undefined;

const functionNamed =
  (name: string, body: string): Look =>
  (node) =>
    node.type === 'FunctionDeclaration' && (node.id as Node).name === name
      ? [(node.body as Node).start, (node.body as Node).end, `{${body}}`]
      : undefined;

const classNamed =
  (name: string): Look =>
  ({ type, expression, start, end }, said) =>
    type === 'ExpressionStatement' && said(expression as Node).startsWith(`${name}.prototype.`)
      ? [start, end, '']
      : undefined;

const entries: Look = ({ type, properties }, said) => {
  if (type !== 'ObjectExpression') return undefined;
  const all = properties as (Node & { key: Node })[];
  const kept = all.filter(({ key }) => !entriesLeftOut.has(String(key?.name)));
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last || kept.length === all.length) return undefined;
  return [first.start, last.end, kept.map(said).join(', ')];
};

/** A reference to a fragment would be a list of what stands in it, a transition's a picture. */
const references: Look = (node) => {
  if (node.type !== 'FunctionDeclaration' || (node.id as Node).name !== 'safelyAttachRef') return undefined;
  const cases = within(node).filter(({ type, test }) => type === 'SwitchCase' && (test as Node)?.value === 7);
  return cases.map(({ start, end }) => [start, end, ''] as const);
};

const kinds = { 'kinds of nodes': kindCases, 'questions for kinds': kindQuestions };

/** A text without what is done with nodes of the kinds that are never made. */
export const withoutKinds = (path: string, text: string): string => rewrite(path, text, kinds);

/** The renderer without what the house never uses. */
export function lightRenderer(path: string, text: string): string {
  const named = Object.entries(functionsLeftOut);
  return rewrite(path, text, {
    ...kinds,
    'lanes of view transitions': lanes,
    'entries of its tables': entries,
    'references to fragments': references,
    ...Object.fromEntries(named.map(([name, body]) => [name, functionNamed(name, body)])),
    ...Object.fromEntries([...classesLeftOut].map((name) => [name, classNamed(name)])),
  });
}

/** A module of React as one that says by name what it has: what nobody imports is not in the build. */
export function asModule(path: string, text: string, leftOut: readonly string[] = []): string {
  const names = new Set<string>();
  const isExport = (node: unknown): node is Node & { property: Node } =>
    isNode(node) && node.type === 'MemberExpression' && (node.object as Node).name === 'exports';
  const imports: string[] = [];
  const code = rewrite(path, text, {
    exports(node, said) {
      if (node.type === 'ExpressionStatement') {
        const { left, right, start } = node.expression as Node & { left: Node; right: Node };
        if (!isExport(left)) return undefined;
        const name = said(left.property);
        if (leftOut.includes(name)) return [node.start, node.end, ''];
        const declared = names.has(name) ? '' : 'var ';
        names.add(name);
        return [start, right.start, `${declared}$${name} = `];
      }
      return isExport(node) ? [node.start, node.end, `$${said(node.property)}`] : undefined;
    },
  });
  const bare = code.replace(/(\w+) = require\("([\w/-]+)"\)/g, (_, name: string, from: string) => {
    // Asked by its own name: held in a variable it would be all of that module, and everything in it stays.
    imports.push(`import * as ${name} from ${JSON.stringify(from)};`);
    return `${name}$`;
  });
  return `${imports.join('\n')}\n${bare}\nexport { ${[...names].map((name) => `$${name} as ${name}`).join(', ')} };`;
}

/** What React before 18 had not: libraries bring it along for it. */
const stopgap = /^use-sync-external-store\/shim(?:\/index\.js)?$/;
const bareStore = 'react-s-own-store';

const byDefault = /import React(?:, (\{[^}]*\}))? from ['"]react['"];?/;
/** How libraries hide from bundlers what an older React may not have; ours has it. */
const hidden = /\b(React\d?)\[["'] ?(\w+) ?["'](?:\.trim\(\))?\.toString\(\)\]/g;

/** A library's module that asks for what it needs of React by name. */
export const askingByName = (text: string): string =>
  text
    .replace(
      byDefault,
      (_, names: string | undefined) =>
        `import * as React from 'react';${names ? ` import ${names} from 'react';` : ''}`,
    )
    .replace(hidden, '$1.$2');

/**
 * React in the browser: its files for production as modules, so that the build brings what is imported of
 * them, and its renderer without what the house never uses (docs/decisions/039).
 */
export const reactInBrowser: Plugin = {
  name: 'react-in-browser',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  resolveId: {
    filter: { id: /^(?:react|react-dom|scheduler|use-sync-external-store)(?:\/|$)/ },
    handler(from) {
      if (stopgap.test(from)) return bareStore;
      const file = reactModules[from.replace(/^(use-sync-external-store)\/shim|\.js$/g, '$1')];
      return file ? join(root, 'node_modules', file) : null;
    },
  },
  load: {
    filter: { id: /^react-s-own-store$|\/cjs\/[\w-]+\.production\.js$/ },
    handler(id) {
      if (id === bareStore)
        return { code: "export { useSyncExternalStore } from 'react';", moduleType: 'js' };
      const file = Object.entries(reactModules).find(([, path]) => id.endsWith(`/node_modules/${path}`));
      if (!file) return null;
      const text = readFileSync(id, 'utf8');
      const [name] = file;
      const light = name === 'react-dom/client' ? lightRenderer(id, text) : text;
      return { code: asModule(id, light, exportsLeftOut[name]), moduleType: 'js' };
    },
  },
  /** Libraries that ask for the whole of React as its one thing, or for what a bundler shall not see. */
  transform: {
    filter: { id: /\/node_modules\//, code: [byDefault, '.toString()]'] },
    handler: (code) => ({ code: askingByName(code), map: null }),
  },
};
