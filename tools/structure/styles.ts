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
    const plain = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
    for (const found of plain.matchAll(physicalProperty))
      complain(path, lineAt(plain, found.index + found[0].indexOf(found[1] ?? '')), found[1] ?? '');
    for (const applied of plain.matchAll(/@apply\s+([^;}]+)/g))
      for (const token of physicalIn(applied[1] ?? '')) complain(path, lineAt(plain, applied.index), token);
  }
  return complaints;
};
