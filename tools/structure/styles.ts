import { type Node, nameOf, parse, strings, walk } from './syntax.ts';
import { type Complaint, code, isTest, lineAt, type Rule } from './tree.ts';

/** Utilities that mean one side of the screen and would not mirror in Arabic. */
const physicalUtility =
  /^-?(?:(?:scroll-)?[mp][lr]-|(?:left|right)-|text-(?:left|right)$|(?:float|clear)-(?:left|right)$|rounded-(?:[lr]|[tb][lr])(?:-|$)|border-[lr](?:-|$)|divide-[lr](?:-|$)|origin-(?:(?:top|bottom)-)?(?:left|right)$)/;
const physicalProperty =
  /(?:^|[;{\s])((?:(?:scroll-)?(?:margin|padding)|border)-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float|clear)\s*:\s*(?:left|right))\s*[:;}]/g;
const physicalStyle =
  /^(?:(?:scroll)?(?:[mM]argin|[pP]adding)(?:Left|Right)|border(?:Left|Right)\w*|border(?:Top|Bottom)(?:Left|Right)Radius|left|right)$/;

/** `md:hover:!ml-2` → `ml-2` */
const bare = (token: string) =>
  token.replace(/^(?:[^:[\]]+(?:\[[^\]]*\])?:|\[[^\]]*\]:)*/, '').replace(/^!|!$/g, '');
const physicalIn = (classes: string) =>
  classes.split(/\s+/).filter((token) => physicalUtility.test(bare(token)));

const uncommented = (css: string) =>
  css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));

/** The layout mirrors because nothing in it says left or right. */
export const logicalStyles: Rule = (tree) => {
  const complaints: Complaint[] = [];
  const complain = (path: string, line: number, found: string) =>
    complaints.push({
      rule: 'styles',
      path,
      line,
      says: `${found} does not mirror: say it with start and end`,
    });

  for (const [path, text] of code(tree, 'web')) {
    if (isTest(path)) continue;
    for (const { value, line } of strings(path, text))
      for (const token of physicalIn(value)) complain(path, line, token);
    walk(parse(path, text).program, (node, parents) => {
      const isStyle = parents.some(
        (parent) => parent.type === 'JSXAttribute' && nameOf(parent.name) === 'style',
      );
      const key = node.type === 'Property' && isStyle ? (node.key as Node) : undefined;
      const name = typeof key?.value === 'string' ? key.value : nameOf(key);
      if (physicalStyle.test(name)) complain(path, lineAt(text, node.start), name);
    });
  }
  for (const [path, text] of tree) {
    if (!/^web\/.*\.css$/.test(path)) continue;
    const plain = uncommented(text);
    for (const found of plain.matchAll(physicalProperty))
      complain(path, lineAt(plain, found.index + found[0].indexOf(found[1] ?? '')), found[1] ?? '');
    for (const applied of plain.matchAll(/@apply\s+([^;}]+)/g))
      for (const token of physicalIn(applied[1] ?? '')) complain(path, lineAt(plain, applied.index), token);
  }
  return complaints;
};

/** Where a block that is opened at an index ends. */
function endOf(css: string, from: number): number {
  let depth = 0;
  for (let at = css.indexOf('{', from); at < css.length; at++) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return css.length;
}

/** Only for paper: it takes part in nothing on the screen. */
const withoutPrint = (css: string): string => {
  const at = css.search(/@media print\b/);
  if (at < 0) return css;
  const end = endOf(css, at) + 1;
  const blank = css.slice(at, end).replace(/[^\n]/g, ' ');
  return withoutPrint(css.slice(0, at) + blank + css.slice(end));
};

/**
 * What the root or the body is asked to look for is looked for in the whole page at every change of it, and a
 * rule of the body's may have every element's style reckoned anew.
 */
export const rootLooksNowhere: Rule = (tree) =>
  [...tree].flatMap(([path, text]) => {
    if (!/^web\/.*\.css$/.test(path)) return [];
    const shown = withoutPrint(uncommented(text));
    return [...shown.matchAll(/(?:html|body|:root)[^\s{,]*:has\((?!\s*>)/g)].map(({ index }) => ({
      rule: 'styles',
      path,
      line: lineAt(shown, index),
      says: 'the whole page is looked through at its every change: say it on the root (RootMark)',
    }));
  });
