import { parse } from './syntax.ts';
import { type Complaint, code, isTest, type Rule, type Tree } from './tree.ts';

const areaOf: Record<string, string> = {
  error: 'errors',
  validation: 'errors',
  status: 'common',
  role: 'common',
};
const spoken =
  /['`](common|error|validation|status|role|public|booking|account|staff|doctor|admin|logs|offer|notice|plans|privacy|connections|merge)\.[\w.$-]/g;
const head = /name: '([\w-]+)',\s*areas: \[([^\]]*)\]/;

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

/**
 * Name and areas as the island says them, or as what it is fetched by does (an island that is opened on
 * demand).
 */
function headOf(island: string, text: string, tree: Tree) {
  const beside = parse(island, text)
    .imports.filter(({ from }) => from.startsWith('web/islands/'))
    .map(({ from }) => tree.get(from) ?? '');
  return [text, ...beside].map((said) => said.match(head)).find((said) => said !== null);
}

const answers = 'shared/messages/en/errors-answers.ts';

/** What no browser fetches is said by none, nor by a check that runs in one. */
function saidOfAnswers(tree: Tree): Complaint[] {
  const keys = [...(tree.get(answers) ?? '').matchAll(/^ {2}'([\w.]+)':/gm)].map(([, key = '']) => key);
  return code(tree, 'web', 'shared')
    .filter(([path]) => !isTest(path) && !path.startsWith('shared/messages/') && path !== 'shared/errors.ts')
    .flatMap(([path, text]) =>
      keys
        .filter((key) => text.includes(`'${key}'`))
        .map((key) => ({
          rule: 'words',
          path,
          says: `says ${key}, which only the server does (${answers})`,
        })),
    );
}

/**
 * An island is found by its file's name, and fetches the words of every area it speaks from: a missing one
 * would stop it.
 */
export const words: Rule = (tree) => [
  ...saidOfAnswers(tree),
  ...code(tree, 'web')
    .filter(([path]) => path.endsWith('.island.tsx'))
    .flatMap(([island, text]): Complaint[] => {
      const [, name = '', list = ''] = headOf(island, text, tree) ?? [];
      const has = new Set(list.match(/[a-z]+/g));
      const misnamed = island.endsWith(`/${name}.island.tsx`)
        ? []
        : [
            {
              rule: 'words',
              path: island,
              says: `defines an island "${name}": the engine finds it by its file's name`,
            },
          ];
      return [
        ...misnamed,
        ...[...broughtBy(island, tree)].flatMap((path) => {
          const missing = [...(tree.get(path) ?? '').matchAll(spoken)]
            .map(([, prefix = '']) => areaOf[prefix] ?? prefix)
            .filter((area) => !has.has(area));
          return [...new Set(missing)].map((area) => ({
            rule: 'words',
            path,
            says: `speaks from "${area}", which ${island} does not fetch`,
          }));
        }),
      ];
    }),
];
