import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { node, root } from '../set-up/processes.mjs';
import { seededVisits } from './ledger.ts';

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/**
 * The named commit, or the one before the newest migration was added: the last version with the earlier
 * schema.
 */
function commitOf(name: string): string | null {
  const newest = readdirSync(join(root, 'server/db/migrations')).sort().at(-1);
  const came = ['log', '-1', '--diff-filter=A', '--format=%H', '--', `server/db/migrations/${newest}`];
  const commit = name || `${git(...came)}~1`;
  return git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`);
}

/** An earlier version of the product, built in a separate folder. */
export interface EarlierBuild {
  readonly commit: string;
  readonly folder: string;
}

/**
 * Builds the product of a commit in an empty folder; returns a text if that is impossible. `link` makes our packages
 * available there, if the commit uses the same.
 */
export async function buildCommit(
  commit: string,
  folder: string,
  link: (from: string, to: string) => void = symlinkSync,
): Promise<string | null> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const taken = spawnSync('sh', ['-c', `git archive ${commit} | tar -x -C "${folder}"`], { cwd: root });
  if (taken.status !== 0) return `git archive ${commit}: ${taken.stderr.toString()}`;
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(root)) link(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { ok } = await node(['tools/go.mjs', 'build'], { cwd: folder });
  return ok ? null : `${commit} could not be built`;
}

/** Builds the product of a commit once; returns a text if that is impossible. */
export async function buildEarlierVersion(name: string): Promise<EarlierBuild | string> {
  const commit = commitOf(name);
  if (!commit)
    return `no commit ${name || 'before the newest migration'} here: it takes a clone with its history`;
  const folder = join(root, '.cache/earlier', commit.slice(0, 12));
  if (existsSync(folder)) return { commit, folder };
  const making = `${folder}.making`;
  const problem = await buildCommit(commit, making);
  if (problem) return problem;
  renameSync(making, folder);
  return { commit, folder };
}

/** Creates a clinic with the earlier version and its schema; returns whether that succeeded. */
export function seedWithEarlierVersion(
  { folder }: EarlierBuild,
  env: Readonly<Record<string, string>>,
  today: string,
): boolean {
  const script = `
    import { connect } from '#server/engine/db/connect.ts';
    import { seed } from './bench/seed.ts';
    const database = await connect({ dataDir: '', databaseUrl: process.env.DATABASE_URL });
    await seed(database, { rows: ${seededVisits}, patients: 3000, today: '${today}' });
    await database.close();`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const { status } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0;
}
