import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const fenced = /^ *```(\w*)\n([\s\S]*?)^ *```/gm;
const blocksOf = (path: string): string[] =>
  [...read(path).matchAll(fenced)].map(([, , block = '']) => block.replace(/^ {2}/gm, ''));
/** The blocks between ``` of the README. */
export const readme = blocksOf('README.md');
/** The same of docs/operations.md. */
export const operations = blocksOf('docs/operations.md');
/** The lists name a block by it. */
export const firstLine = (block: string) => block.split('\n', 1)[0] ?? '';

/** The block of docs/operations.md that starts with this text. Throws unless there is exactly one. */
export function blockOf(start: string): string {
  const [block, ...others] = operations.filter((one) => one.startsWith(start));
  if (!block || others.length > 0) throw new Error(`not exactly one block starts with ${start}`);
  return block;
}

/** The commands within the sentences of docs/operations.md. */
export const commandsInSentences: readonly string[] = [
  ...new Set(
    [
      ...read('docs/operations.md')
        .replaceAll(fenced, '')
        .matchAll(/`((?:npm|node|docker|git|systemctl|createuser|createdb|patronictl) [^`…]+)`/g),
    ].map(([, text = '']) => text),
  ),
];

/** First lines of the blocks that operations-run.test.ts prepares something for. */
export const postReply = 'body=\'{"from":"+201001234567","text":"STOP"}\'; at=$(date +%s000)';
export const restoreLatest = 'npm run restore -- latest --identity key.txt';
export const createRole = 'createuser hakima --createdb --pwprompt';
export const createTwoRoles = 'createuser hakima_owner --createdb --pwprompt; createuser hakima --pwprompt';
/** The block runs only where promtool is installed. */
export const checkAlertRules = 'promtool check rules deploy/monitoring/rules.yaml';

/** Blocks that run here, exactly as they are written, in this order. */
export const runs = [
  'node dist/server/main.js backup-key > key.txt',
  postReply,
  'npm run backup -- clinic.backup',
  restoreLatest,
  'npm run backup -- earlier.backup',
  createRole,
  createTwoRoles,
  'npm run move-out -- clinic-moved.zip',
];
