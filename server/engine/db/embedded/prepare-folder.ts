import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Makes the data folder beside its place and moves it there whole, so that a first start that is killed
 * leaves no half-made database.
 */
export async function prepareFolder(
  folder: string,
  create: (folder: string) => Promise<void>,
): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  await create(draft);
  flushTree(draft);
  renameSync(draft, folder);
  flush(dirname(folder));
}

function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) flushTree(path);
    else flush(path);
  }
  flush(folder);
}

function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
