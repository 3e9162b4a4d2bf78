import { type Node, nameOf, parse, walk } from './syntax.ts';
import { type Complaint, code, isTest, lineAt, type Rule } from './tree.ts';

/** Where the present moment enters the program: from here on it is passed along as `now`. */
const clocks = new Set(['server/serve.ts', 'server/app.ts', 'web/api/clock.ts']);
/** Who builds and compares dates, and who says them. */
const clinicTime = 'shared/domain/clinic-time.ts';
const timeWords = 'shared/domain/time-words.ts';

const formatters = new Set(['DateTimeFormat', 'RelativeTimeFormat']);
const localeMethods = new Set(['toLocaleDateString', 'toLocaleTimeString']);

/** How a node builds, compares or formats a date; nothing when it does not. */
function dateWork(node: Node): string | undefined {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined;
  const called = node.callee as Node;
  const [owner, method] = [nameOf(called.object), nameOf(called.property)];
  if (nameOf(called) === 'Date') return (node.arguments as Node[]).length === 0 ? 'now' : 'new Date(…)';
  if (owner === 'Date') return method === 'now' ? 'now' : `Date.${method}`;
  if (owner === 'Intl' && formatters.has(method)) return `Intl.${method}`;
  return localeMethods.has(method) ? method : undefined;
}

/** Whose work on a date it is. The words are made of dates, too. */
const ownersOf = (work: string): string[] =>
  work.startsWith('Intl.') || localeMethods.has(work) ? [timeWords] : [clinicTime, timeWords];

/**
 * Only clinic-time.ts builds and compares dates, only time-words.ts formats them; only the clocks say what
 * time it is.
 */
export const time: Rule = (tree) =>
  code(tree, 'shared', 'server', 'web')
    .filter(([path]) => !isTest(path) && !path.startsWith('server/testing/'))
    .flatMap(([path, text]) => {
      const complaints: Complaint[] = [];
      walk(parse(path, text).program, (node) => {
        const work = dateWork(node);
        if (!work) return;
        const owners = work === 'now' ? clocks : new Set(ownersOf(work));
        if (owners.has(path)) return;
        const says =
          work === 'now'
            ? 'the present moment is passed in as `now`'
            : `${work} belongs into ${[...owners][0]}`;
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
          node.type === 'MemberExpression' &&
          nameOf(node.object) === 'process' &&
          nameOf(node.property) === 'env';
        if (isEnv)
          complaints.push({
            rule: 'environment',
            path,
            line: lineAt(text, node.start),
            says: 'only server/config.ts reads process.env',
          });
      });
      return complaints;
    });

const languages = 'shared/domain/languages.ts';
/** The list, its type, and where an Arabic page stands; which languages a doctor speaks is another list. */
const ofLanguages =
  /\['en', 'ar'\]|\['ar', 'en'\](?! satisfies SpokenLanguage)|'(?:en' \| 'ar|ar' \| 'en)'|\? ['`]\/ar\b/g;

/** Which languages there are, and where their pages stand, is said once. */
export const spoken: Rule = (tree) =>
  code(tree, 'shared', 'server', 'web', 'e2e', 'tools')
    .filter(([path]) => path !== languages && !path.startsWith('tools/structure/') && !isTest(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(ofLanguages)].map((found) => ({
        rule: 'languages',
        path,
        line: lineAt(text, found.index),
        says: `${found[0]} is said in ${languages}`,
      })),
    );
