import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillDataFolder } from '../test-run/prepared-cluster.ts';

// Needs the built product: a long test.
const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)```/gm)].map(([, block = '']) => block);
/** Programs that change the machine or are not installed here. */
const foreign = /\b(docker|systemctl|runuser|createdb|git)\b/;
const command =
  /^(npm|node|(DATABASE_URL= MIGRATION_DATABASE_URL= )?DATA_DIR=\w+ (npm|node)|promtool|cd deploy\/monitoring)\b/;

test('every command of operations.md that can run here runs, as it is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hakima-operations-'));
  chmodSync(folder, 0o755); // for PostgreSQL's account, if the tests run as root
  for (const name of ['package.json', 'dist', 'node_modules', 'deploy'])
    symlinkSync(join(root, name), join(folder, name));
  await fillDataFolder(join(folder, 'data'));
  const runnable = blocks.filter(
    (block) => block.split('\n').every((line) => line === '' || command.test(line)) && !foreign.test(block),
  );
  expect(runnable.length).toBeGreaterThanOrEqual(5);
  for (const block of runnable) {
    if (block.includes('promtool') && spawnSync('promtool', ['--version']).error) continue;
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', block], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: '' },
    });
    expect(status, `${block}\n${stdout}${stderr}`).toBe(0);
  }
  expect(readFileSync(join(folder, 'key.txt'), 'utf8')).toContain('AGE-SECRET-KEY-');
  rmSync(folder, { recursive: true, force: true });
}, 300_000);
