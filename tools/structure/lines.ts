import { type Node, parse, walk } from './syntax.ts';
import { type Complaint, type Rule, type Tree } from './tree.ts';

/** As biome has it for what it can break. */
const limit = 110;

/** Applied once and for ever, or written by a command. */
const asTheyAre = /^server\/db\/(?:schema\.sql$|migrations\/)/;
const directive = /^\s*\/\/ (?:oxlint|biome)-/;
const link = /^\s*(?:[-*] )?!?\[.*\]\(\S+\)$/;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * What stays whole on its line, since cutting it would hide it from a search: a string, a regular expression,
 * a template of one line. A template of several lines (SQL) can be broken like any text.
 */
function uncut(path: string, text: string): Span[] {
  const found: Span[] = [];
  walk(parse(path, text).program, (node: Node) => {
    const isWhole =
      node.type === 'Literal' ||
      node.type === 'JSXText' ||
      (node.type === 'TemplateLiteral' && !text.slice(node.start, node.end).includes('\n'));
    if (isWhole) found.push(node);
  });
  return found;
}

function* longLines(text: string): Generator<{ line: number; at: number; says: string }> {
  let start = 0;
  for (const [i, line] of text.split('\n').entries()) {
    if (line.length > limit) yield { line: i + 1, at: start + limit, says: line };
    start += line.length + 1;
  }
}

/** In a document: not within a table, a link that stands alone, or a block of code. */
function prose(text: string): (at: number, line: string) => boolean {
  const fences = [...text.matchAll(/^```/gm)].map((found) => found.index);
  const inCode = (at: number) => fences.filter((fence) => fence < at).length % 2 === 1;
  return (at, line) => !line.startsWith('|') && !link.test(line) && !inCode(at);
}

function breakable(path: string, text: string): (at: number, line: string) => boolean {
  if (path.endsWith('.md')) return prose(text);
  if (path.endsWith('.css')) return (_at, line) => !line.startsWith('@source');
  if (!/\.(ts|tsx|mjs)$/.test(path)) return () => true;
  const whole = uncut(path, text);
  // A long name of a test is followed by `, async ({`, which stays beside it.
  const reaches = (at: number) => whole.some(({ start, end }) => start < at && end > at - 20);
  return (at, line) => !directive.test(line) && !reaches(at);
}

/** Lines have at most 110 characters, in what biome does not break either. */
export const lines: Rule = (tree: Tree) =>
  [...tree]
    .filter(([path]) => /\.(ts|tsx|mjs|css|md|sql)$/.test(path) && !asTheyAre.test(path))
    .flatMap(([path, text]) => {
      const long = [...longLines(text)];
      if (long.length === 0) return [];
      const can = breakable(path, text);
      return long
        .filter(({ at, says }) => can(at, says))
        .map(({ line, says }): Complaint => {
          return {
            rule: 'lines',
            path,
            line,
            says: `has ${says.length} characters, at most ${limit} are good`,
          };
        });
    });
