import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Paths of all files below a folder, relative to the project's root. */
export function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** TypeScript sources of the product below some folders, without tests: [path, text]. */
export const sourcesUnder = (...folders: string[]): [path: string, text: string][] =>
  folders
    .flatMap(filesUnder)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, read(path)]);

/** Code without comments; line numbers stay the same. */
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
