import { posix } from 'node:path';
import { type Complaint, lineAt, type Rule } from './tree.ts';

const command = /\bnpm (?:run ([a-z][\w:-]*)|(start|test)\b)/g;
const quoted = /`([^`\n]+)`/g;
const link = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g;
const looksLikePath = /^(?:shared|server|web|e2e|bench|tools|docs)\/[\w./-]*$/;

/** What a document names is there: commands, files, folders, links. */
export const documents: Rule = (tree) => {
  const scripts = Object.keys((JSON.parse(tree.get('package.json') || '{}') as { scripts?: Record<string, string> }).scripts ?? {});
  const exists = (path: string) => tree.has(path) || [...tree.keys()].some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));
  const complaints: Complaint[] = [];

  for (const [path, text] of tree) {
    if (!path.endsWith('.md')) continue;
    const complain = (offset: number, says: string) => complaints.push({ rule: 'documents', path, line: lineAt(text, offset), says });
    for (const found of text.matchAll(command)) {
      const script = found[1] ?? found[2] ?? '';
      if (!scripts.includes(script)) complain(found.index, `there is no "npm run ${script}"`);
    }
    for (const found of text.matchAll(quoted)) {
      const named = found[1] ?? '';
      if (looksLikePath.test(named) && !exists(named)) complain(found.index, `there is no ${named}`);
    }
    for (const found of text.matchAll(link)) {
      const target = found[1] ?? '';
      if (/^[a-z]+:/.test(target)) continue;
      const file = posix.normalize(posix.join(posix.dirname(path), target));
      if (!exists(file)) complain(found.index, `the link to ${target} leads nowhere`);
    }
  }
  return complaints;
};
