import { type Node, parse, walk } from './syntax.ts';
import { type Complaint, code, isTest, lineAt, type Rule } from './tree.ts';

/** Where the present moment enters the program: from here on it is passed along as `now`. */
const clocks = new Set(['server/main.ts', 'server/app.ts', 'web/entry-client.ts']);
const clinicTime = 'shared/domain/clinic-time.ts';

const callee = (node: Node, object: string): string | undefined => {
  const called = node.callee as Node | undefined;
  const owner = called?.object as Node | undefined;
  return node.type === 'CallExpression' && owner?.name === object ? String((called?.property as Node | undefined)?.name) : undefined;
};

/** How a node builds, compares or formats a date; nothing when it does not. */
function dateWork(node: Node): string | undefined {
  const called = node.callee as Node | undefined;
  const property = (called?.property as Node | undefined)?.name;
  if (node.type === 'NewExpression' && called?.name === 'Date') return (node.arguments as Node[]).length === 0 ? 'now' : 'new Date(…)';
  if (['NewExpression', 'CallExpression'].includes(node.type) && (called?.object as Node | undefined)?.name === 'Intl')
    return ['DateTimeFormat', 'RelativeTimeFormat'].includes(String(property)) ? `Intl.${property}` : undefined;
  if (node.type === 'CallExpression' && ['toLocaleDateString', 'toLocaleTimeString'].includes(String(property))) return String(property);
  const ofDate = callee(node, 'Date');
  return ofDate === 'now' ? 'now' : ofDate && `Date.${ofDate}`;
}

/** Only clinic-time.ts builds, compares or formats dates; only the clocks say what time it is. */
export const time: Rule = (tree) =>
  code(tree, 'shared', 'server', 'web')
    .filter(([path]) => path !== clinicTime && !isTest(path) && !path.startsWith('server/testing/'))
    .flatMap(([path, text]) => {
      const complaints: Complaint[] = [];
      walk(parse(path, text).program, (node) => {
        const work = dateWork(node);
        if (!work || (work === 'now' && clocks.has(path))) return;
        const says = work === 'now' ? 'the present moment is passed in as `now`' : `${work} belongs into ${clinicTime}`;
        complaints.push({ rule: 'time', path, line: lineAt(text, node.start), says });
      });
      return complaints;
    });

/** One file reads the environment, so that one page tells what can be set. */
export const environment: Rule = (tree) =>
  code(tree, 'shared', 'server', 'web')
    .filter(([path]) => path !== 'server/config.ts' && !isTest(path) && !path.startsWith('server/testing/'))
    .flatMap(([path, text]) => {
      const complaints: Complaint[] = [];
      walk(parse(path, text).program, (node) => {
        const isEnv =
          node.type === 'MemberExpression' && (node.object as Node).name === 'process' && (node.property as Node).name === 'env';
        if (isEnv)
          complaints.push({ rule: 'environment', path, line: lineAt(text, node.start), says: 'only server/config.ts reads process.env' });
      });
      return complaints;
    });
