import { type Node, nameOf, parse, walk } from './syntax.ts';
import { type Complaint, code, isTest, lineAt, type Rule } from './tree.ts';

/** Attributes and properties of our own components that a person gets to see or hear. */
const spoken =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|placeholder|title|alt|label|description|hint|heading|legend|caption)$/;
const unspoken = new Set(['script', 'style']);
const hasLetters = (text: string) => /\p{L}/u.test(text.replace(/&\w+;/g, ''));
const isKey = (text: string) => /^[a-z]+(?:\.[\w-]+)+$/.test(text);

/** Strings that end up where the expression stands: its branches, not its conditions or arguments. */
function literals(node: Node): Node[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node] : [];
  if (node.type === 'TemplateLiteral') return node.quasis as Node[];
  if (node.type === 'ConditionalExpression')
    return [...literals(node.consequent as Node), ...literals(node.alternate as Node)];
  if (node.type === 'LogicalExpression')
    return [...literals(node.left as Node), ...literals(node.right as Node)];
  if (node.type === 'JSXExpressionContainer') return literals(node.expression as Node);
  return [];
}

const textOf = (node: Node) =>
  node.type === 'TemplateElement' ? ((node.value as { cooked?: string }).cooked ?? '') : String(node.value);
const elementName = (element: Node | undefined) =>
  nameOf((element?.openingElement as Node | undefined)?.name);

function visibleLiterals(node: Node, parent: Node | undefined): Node[] {
  if (node.type === 'JSXText') return [node];
  if (node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute') return literals(node);
  if (node.type === 'JSXAttribute' && spoken.test(nameOf(node.name)) && node.value)
    return literals(node.value as Node);
  return [];
}

/** Every word a person can see comes from the catalogues. */
export const texts: Rule = (tree) =>
  code(tree, 'web')
    .filter(([path]) => !isTest(path))
    .flatMap(([path, source]) => {
      const complaints: Complaint[] = [];
      walk(parse(path, source).program, (node, parents) => {
        const parent = parents.at(-1);
        if (unspoken.has(elementName(parent))) return;
        for (const literal of visibleLiterals(node, parent)) {
          const text = textOf(literal).trim();
          const isCatalogueKey = node.type === 'JSXAttribute' && isKey(text);
          if (hasLetters(text) && !isCatalogueKey)
            complaints.push({
              rule: 'texts',
              path,
              line: lineAt(source, literal.start),
              says: `"${text.slice(0, 40)}" belongs into the catalogues`,
            });
        }
      });
      return complaints;
    });

/**
 * Parts said one after the other are set off by the comma of the language: a middle dot beside a figure reads
 * as a nought in Arabic. The titles of pages, which have none, are apart.
 */
export const dots: Rule = (tree) =>
  code(tree, 'web')
    .filter(([path]) => !isTest(path) && !path.startsWith('web/pages/'))
    .flatMap(([path, source]) => {
      const complaints: Complaint[] = [];
      walk(parse(path, source).program, (node) => {
        if (!writes.has(node.type) || !textOf(node).includes('·')) return;
        const says = 'a middle dot reads as a nought in Arabic: joined() has the comma of each language';
        complaints.push({ rule: 'dots', path, line: lineAt(source, node.start), says });
      });
      return complaints;
    });
const writes = new Set(['Literal', 'TemplateElement', 'JSXText']);
