import { type Area, isOfArea } from '#web/islands/define.ts';
import { parse } from './syntax.ts';
import { type Complaint, code, isTest, type Rule, type Tree } from './tree.ts';

const areaOf: Record<string, string> = {
  error: 'errors',
  validation: 'errors',
  status: 'common',
  role: 'common',
};
const spoken =
  /['`]((?:common|error|validation|status|role|public|booking|account|staff|doctor|admin|logs|offer|notice|plans|privacy|connections|merge)\.[\w.-]*)(\$\{)?/g;
const head = /name: '([\w-]+)',\s*areas: \[([^\]]*)\]/;

const listed = (areas: string) => (areas.match(/[a-z-]+/g) ?? []) as Area[];

/** What is fetched together with words that only it speaks, by where it stands in its file. */
const besides = /withWords\(\s*\[([^\]]*)\],\s*\(\) =>\s*import\('[^']+'\)/g;

/**
 * Everything an island brings along, but for other islands, which fetch words of their own; each with the
 * areas that are fetched on the way to it. What is come to by several ways has the words of the poorest.
 */
function broughtBy(start: string, tree: ReadonlyMap<string, string>): Map<string, ReadonlySet<Area>> {
  const found = new Map<string, ReadonlySet<Area>>();
  const enter = (path: string, fetched: ReadonlySet<Area>): void => {
    const text = tree.get(path);
    const known = found.get(path);
    if (text === undefined || !path.startsWith('web/')) return;
    const has = known ? new Set([...known].filter((area) => fetched.has(area))) : fetched;
    if (known?.size === has.size) return;
    found.set(path, has);
    const withOwn = [...text.matchAll(besides)].map(({ 0: said, 1: areas = '', index }) => ({
      areas: listed(areas),
      from: index,
      to: index + said.length,
    }));
    for (const { from, at, onlyTypes } of parse(path, text).imports) {
      if (onlyTypes || (from !== start && from.endsWith('.island.tsx'))) continue;
      const own = withOwn.find((one) => at > one.from && at < one.to)?.areas ?? [];
      enter(from, new Set([...has, ...own]));
    }
  };
  enter(start, new Set());
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

/** The files of the English catalogue, by name, with the keys in each. */
const catalogue = (tree: Tree): [file: string, keys: string[]][] =>
  [...tree].flatMap(([path, text]) => {
    const [, file] = path.match(/^shared\/messages\/en\/([\w-]+)\.ts$/) ?? [];
    return file ? [[file, [...text.matchAll(/^ {2}'([\w.-]+)':/gm)].map(([, key = '']) => key)]] : [];
  });

/** What a file speaks from: the files of the catalogue in which its keys are, or those that begin so. */
function spokenIn(text: string, files: [file: string, keys: string[]][]): Set<string> {
  const from = new Set<string>();
  for (const [, said = '', more] of text.matchAll(spoken)) {
    const known = files.filter(([, keys]) =>
      keys.some((key) => (more ? key.startsWith(said) : key === said)),
    );
    const [prefix = ''] = said.split('.');
    for (const file of known.length > 0 ? known.map(([name]) => name) : [areaOf[prefix] ?? prefix])
      from.add(file);
  }
  return from;
}

/**
 * An island is found by its file's name, and fetches the words of every area it speaks from: a missing one
 * would stop it.
 */
export const words: Rule = (tree) => {
  const files = catalogue(tree);
  return [
    ...saidOfAnswers(tree),
    ...code(tree, 'web')
      .filter(([path]) => path.endsWith('.island.tsx'))
      .flatMap(([island, text]): Complaint[] => {
        const [, name = '', list = ''] = headOf(island, text, tree) ?? [];
        const has = listed(list);
        const complain = (path: string, says: string): Complaint => ({ rule: 'words', path, says });
        const misnamed = island.endsWith(`/${name}.island.tsx`)
          ? []
          : [complain(island, `defines an island "${name}": the engine finds it by its file's name`)];
        return [
          ...misnamed,
          ...[...broughtBy(island, tree)].flatMap(([path, fetched]) =>
            [...spokenIn(tree.get(path) ?? '', files)]
              .filter((file) => ![...has, ...fetched].some((area) => isOfArea(file, area)))
              .map((file) => complain(path, `speaks from "${file}", which ${island} does not fetch`)),
          ),
        ];
      }),
  ];
};
