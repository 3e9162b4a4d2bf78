import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connect } from '#server/engine/db/connect.ts';
import { newDatabase, testServer } from '#server/testing/databases/test-databases.ts';
import { runCommand as run } from '#server/testing/run-command.ts';
import { s3Key, startS3Server } from '#server/testing/s3-server.ts';
import { bundleModules } from '../../tools/test-run/bundled.ts';

const kills = 20;

test('a backup killed at 20 moments leaves no incomplete file on S3 or in a folder', async () => {
  const s3 = await startS3Server();
  const folder = mkdtempSync(join(tmpdir(), 'hakima-killed-'));
  const databaseUrl = await newDatabase(testServer(), `hakima_killed_${process.pid}`);
  const database = await connect({ dataDir: '', databaseUrl });
  // Random bytes cannot be compressed, so writing about 20 MB takes long enough to be interrupted.
  for (let n = 0; n < 20; n++)
    await database.pool.query(`insert into uploads values ($1, 'image/webp', 1, 1, $2, now())`, [
      randomBytes(32).toString('hex'),
      randomBytes(1_000_000),
    ]);
  await database.close();
  const { says } = await run('backup-key', [], {});
  const common = {
    DATABASE_URL: databaseUrl,
    BACKUP_RECIPIENTS: /age1\w+/.exec(says)?.[0] ?? '',
    TMPDIR: join(folder, 'tmp'),
  };
  const places = [
    {
      env: {
        ...common,
        BACKUP_TO: 's3://clinic/nightly',
        AWS_ACCESS_KEY_ID: s3Key.id,
        AWS_SECRET_ACCESS_KEY: s3Key.secret,
        AWS_REGION: s3Key.region,
        AWS_ENDPOINT_URL: s3.url,
      },
      sizes: () =>
        [...s3.files].filter(([name]) => name.endsWith('.backup.age')).map(([, { length }]) => length),
    },
    {
      env: { ...common, BACKUP_TO: join(folder, 'backups') },
      sizes: () => {
        const names = readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('.backup.age'));
        return names.map((name) => statSync(join(folder, 'backups', name)).size);
      },
    },
  ];
  for (const name of ['tmp', 'backups']) mkdirSync(join(folder, name));
  const main = (await bundleModules(['server/main.ts']))('server/main.ts');
  for (const { env, sizes } of places) {
    const from = performance.now();
    expect((await run('backup', [], env)).code).toBe(0);
    const whole = performance.now() - from;
    let cutOff = 0;
    for (let n = 0; n < kills; n++) {
      const child = spawn(process.execPath, [main, 'backup'], {
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      await Promise.race([ended, sleep((whole * (n + 0.5)) / kills)]);
      if (child.exitCode === null) cutOff += 1;
      child.kill('SIGKILL');
      await ended;
    }
    expect(cutOff).toBeGreaterThan(kills / 2);
    expect((await run('backup', [], env)).code).toBe(0);
    const [size = 0, ...others] = sizes();
    for (const other of others) expect(Math.abs(other - size)).toBeLessThan(size / 1000);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  }
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
}, 300_000);
