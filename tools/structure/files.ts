import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The paths of all files below a folder of the project, from the project's root. */
export function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The product's TypeScript below some folders, without its tests: [path, text]. */
export const sourcesUnder = (...folders: string[]): [path: string, text: string][] =>
  folders
    .flatMap(filesUnder)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, read(path)]);

/** The code without comments; every line keeps its number. */
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
