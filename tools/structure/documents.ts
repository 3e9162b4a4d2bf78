import { posix } from 'node:path';
import { type Complaint, lineAt, type Rule, type Tree } from './tree.ts';

const command = /\bnpm (?:run ([a-z][\w:-]*)|(start|test)\b)/g;
const quoted = /`([^`\n]+)`/g;
const link = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g;
const looksLikePath = /^(?:shared|server|web|e2e|bench|tools|docs)\/[\w./-]*$/;

interface Finding {
  offset: number;
  says: string;
}

function commandsMissing(text: string, scripts: string[]): Finding[] {
  const named = [...text.matchAll(command)].map((found) => ({
    offset: found.index,
    script: found[1] ?? found[2] ?? '',
  }));
  return named
    .filter(({ script }) => !scripts.includes(script))
    .map(({ offset, script }) => ({ offset, says: `there is no "npm run ${script}"` }));
}

function pathsMissing(text: string, exists: (path: string) => boolean): Finding[] {
  const named = [...text.matchAll(quoted)].map((found) => ({ offset: found.index, path: found[1] ?? '' }));
  return named
    .filter(({ path }) => looksLikePath.test(path) && !exists(path))
    .map(({ offset, path }) => ({ offset, says: `there is no ${path}` }));
}

function linksMissing(text: string, folder: string, exists: (path: string) => boolean): Finding[] {
  const named = [...text.matchAll(link)].map((found) => ({ offset: found.index, target: found[1] ?? '' }));
  return named
    .filter(({ target }) => !/^[a-z]+:/.test(target) && !exists(posix.normalize(posix.join(folder, target))))
    .map(({ offset, target }) => ({ offset, says: `the link to ${target} leads nowhere` }));
}

/** What is numbered, from one on and without gaps. A decision bears its number in its title too. */
const series: readonly { path: RegExp; title?: true }[] = [
  { path: /^docs\/decisions\/(\d{3})-[^/]+\.md$/, title: true },
  { path: /^server\/db\/migrations\/(\d{4})-[^/]+\.sql$/ },
];

function misnumbered(tree: Tree): Complaint[] {
  return series.flatMap(({ path: of, title }) => {
    const paths = [...tree.keys()].filter((path) => of.test(path)).sort();
    return paths.flatMap((path, i): Complaint[] => {
      const number = of.exec(path)?.[1] ?? '';
      const due = String(i + 1).padStart(number.length, '0');
      if (number !== due) return [{ rule: 'documents', path, says: `the next number is ${due}` }];
      if (!title || tree.get(path)?.startsWith(`# ${due} `)) return [];
      return [{ rule: 'documents', path, line: 1, says: `its title does not begin with ${due}` }];
    });
  });
}

/** What a document names is there: commands, files, folders, links. */
export const documents: Rule = (tree) => {
  const { scripts = {} } = JSON.parse(tree.get('package.json') || '{}') as {
    scripts?: Record<string, string>;
  };
  const exists = (path: string) =>
    tree.has(path) || [...tree.keys()].some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));
  const texts = [...tree].filter(([path]) => path.endsWith('.md'));
  return misnumbered(tree).concat(
    texts.flatMap(([path, text]) =>
      [
        ...commandsMissing(text, Object.keys(scripts)),
        ...pathsMissing(text, exists),
        ...linksMissing(text, posix.dirname(path), exists),
      ].map(({ offset, says }): Complaint => ({ rule: 'documents', path, line: lineAt(text, offset), says })),
    ),
  );
};
