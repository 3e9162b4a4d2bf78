import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clinic } from '#server/clinic.ts';
import { connect } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { deletePerson } from '#server/features/users/delete-person-actions.ts';
import { newDatabase, testServer } from '#server/testing/databases/test-databases.ts';
import { runCommand as run } from '#server/testing/run-command.ts';
import { type S3Server, s3Key, startS3Server } from '#server/testing/s3-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakima-offsite-'));
const keyFile = join(folder, 'key.txt');
let s3: S3Server;
let databaseUrl = '';
let env: Record<string, string> = {};
beforeAll(async () => {
  s3 = await startS3Server();
  databaseUrl = await newDatabase(testServer(), `hakima_offsite_${process.pid}`);
  const { says } = await run('backup-key', [], {});
  writeFileSync(keyFile, says);
  env = {
    DATABASE_URL: databaseUrl,
    BACKUP_TO: 's3://clinic/nightly',
    BACKUP_RECIPIENTS: /age1\w+/.exec(says)?.[0] ?? '',
    AWS_ACCESS_KEY_ID: s3Key.id,
    AWS_SECRET_ACCESS_KEY: s3Key.secret,
    AWS_REGION: s3Key.region,
    AWS_ENDPOINT_URL: s3.url,
  };
}, 60_000);
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

async function inClinic<T>(work: (database: Awaited<ReturnType<typeof connect>>) => Promise<T>): Promise<T> {
  const database = await connect({ dataDir: '', databaseUrl });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
const names = () =>
  inClinic(async ({ pool }) =>
    (await pool.query('select name from users order by id')).rows.map(({ name }) => name),
  );

test('a lost clinic is restored from S3 with the private key, without people deleted since', async () => {
  await inClinic(({ pool }) =>
    pool.query(`insert into users (role, name) values ('patient', 'Mona'), ('patient', 'Salma')`),
  );
  const first = await run('backup', [], env);
  expect(first.says).toMatch(/ is saved in s3:\/\/clinic\/nightly as (hakima-\w+\.backup\.age)\n$/);
  const [name = ''] = /hakima-\w+\.backup\.age/.exec(first.says) ?? [];
  await inClinic(async ({ pool, db }) => {
    const { rows } = await pool.query('select id, role, created_at as "createdAt" from users order by id');
    await inTransaction(db, (tx) => deletePerson(tx, rows[0], { now: new Date(), ...clinic.registries }));
  });
  const second = await run('backup', [], env);
  expect(second.code, second.says).toBe(0);

  const restore = (...words: string[]) => run('restore', [...words, '--replace'], env);
  expect((await restore('latest')).says).toMatch(
    /^The backup is encrypted. Name the file with the private key/,
  );
  const { says: another } = await run('backup-key', [], {});
  const wrong = join(folder, 'wrong.txt');
  writeFileSync(wrong, another);
  expect(await restore('latest', '--identity', wrong)).toEqual({
    code: 1,
    says: expect.stringMatching(
      /^The private key does not open hakima-.* it is the key of another backup\.\n$/,
    ),
  });
  expect(await restore('latest', '--identity', join(folder, 'lost.txt'))).toEqual({
    code: 1,
    says: `There is no file or folder ${join(folder, 'lost.txt')}.\n`,
  });
  expect(await names()).toEqual(['Salma']);
  const restored = await restore(name, '--identity', keyFile);
  expect(restored.says).toContain('1 person was deleted again, by the list hakima-');
  expect(restored.code, restored.says).toBe(0);
  expect(await names()).toEqual(['Salma']);

  const local = join(folder, name);
  writeFileSync(local, s3.files.get(`clinic/nightly/${name}`) ?? '');
  expect(readFileSync(local).includes('Mona')).toBe(false);
  const key = readFileSync(keyFile, 'utf8');
  const noKey = await run('restore', [local, '--replace', '--identity', '-'], env, 'no key\n');
  expect(noKey.says).toBe('The input holds no private key of age (AGE-SECRET-KEY-…).\n');
  const fromInput = await run('restore', [local, '--replace', '--identity', '-'], env, key);
  expect(fromInput.code, fromInput.says).toBe(0);
  expect(await names()).toEqual(['Mona', 'Salma']);
}, 60_000);
