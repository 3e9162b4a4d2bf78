import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createBackupPlace } from '#server/engine/backup/backup-place.ts';
import { decryptFile, newBackupKey } from '#server/engine/backup/encryption.ts';
import { s3Place } from '#server/engine/backup/s3-place.ts';
import { openArchive } from '#server/engine/db/archive/read-archive.ts';
import { recordTaskSuccess } from '#server/engine/tasks/queries.ts';
import { makeUser } from '#server/testing/factories.ts';
import { type S3Server, s3Key, startS3Server } from '#server/testing/s3-server.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestAppOn, monday, type TestApp } from '#server/testing/test-app.ts';
import { emptyDatabase, testDatabase } from '#server/testing/test-database.ts';
import { backupTask, createBackup, findBackup, nextBackup, nextRestoreTest, restoreTask } from './actions.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakima-places-'));
let s3: S3Server;
let t: TestApp;
let key: { privateKey: string; publicKey: string };
let settings: Record<string, string>;

beforeAll(async () => {
  s3 = await startS3Server();
  key = await newBackupKey();
  settings = {
    BACKUP_TO: 's3://clinic/nightly',
    BACKUP_RECIPIENTS: key.publicKey,
    AWS_ACCESS_KEY_ID: s3Key.id,
    AWS_SECRET_ACCESS_KEY: s3Key.secret,
    AWS_REGION: s3Key.region,
    AWS_ENDPOINT_URL: s3.url,
  };
  const database = await testDatabase();
  await emptyDatabase(database);
  t = await createTestAppOn(database, { ...settings, METRICS_TOKEN: 'metrics' });
});
beforeEach(async () => {
  await t.reset();
  s3.behaviour = 'stores';
  s3.sending = 'sends';
  s3.files.clear();
});
afterAll(async () => {
  await t.close();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const withSettings = (env: Record<string, string>) => ({
  ...t.deps,
  config: readConfig({ ...settings, ...env }),
});
const impatient = () =>
  s3Place({
    endpoint: s3.url,
    bucket: 'clinic',
    folder: 'nightly',
    region: s3Key.region,
    accessKeyId: s3Key.id,
    secretAccessKey: s3Key.secret,
    patienceMs: () => 1000,
  });
const leftovers = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`hakima-backup-${process.pid}-`));
const stream = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]).stream() as ReadableStream<Uint8Array>;

describe('a backup on S3', () => {
  test('is complete, and only the private key opens it', async () => {
    await makeUser(t.deps.db, { name: 'Mona Adel' });
    const name = await createBackup(t.deps);
    expect(name).toBe('hakima-20270607T090000Z.backup.age');
    expect([...s3.files.keys()]).toEqual([
      `clinic/nightly/${name}`,
      'clinic/nightly/hakima-20270607T090000Z.deleted.age',
    ]);
    const stored = s3.files.get(`clinic/nightly/${name}`) ?? Buffer.alloc(0);
    expect(stored.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const file = join(folder, 'clinic.backup');
    await decryptFile(stream(stored), file, { identity: key.privateKey, named: name });
    const archive = await openArchive(file, 'backup');
    let users = '';
    for await (const line of archive.lines('tables/users.jsonl')) users += line;
    archive.close();
    expect(users).toContain('Mona Adel');
    const { privateKey } = await newBackupKey();
    await expect(decryptFile(stream(stored), file, { identity: privateKey, named: name })).rejects.toThrow(
      `The private key does not open ${name}`,
    );
    await expect(
      decryptFile(stream(stored.subarray(0, stored.length - 9)), file, {
        identity: key.privateKey,
        named: name,
      }),
    ).rejects.toThrow(`${name} is damaged or incomplete`);
    expect(leftovers()).toEqual([]);
  });

  test('is deleted after 30 days, and other files never', async () => {
    const old = 'clinic/nightly/hakima-20270507T000000Z.backup.age';
    const kept = ['clinic/nightly/hakima-20270509T000000Z.backup.age', 'clinic/nightly/notes.txt'];
    for (const name of [old, ...kept]) s3.files.set(name, Buffer.from('x'));
    await createBackup(t.deps);
    expect([...s3.files.keys()]).toEqual(expect.arrayContaining(kept));
    expect(s3.files.has(old)).toBe(false);
  });

  test('is removed and reported if the storage broke off the upload', async () => {
    s3.behaviour = 'stores half';
    await expect(createBackup(t.deps)).rejects.toThrow(/^The storage returned another file than was sent/);
    expect([...s3.files.keys()]).toEqual([]);
    expect(leftovers()).toEqual([]);
  });

  test.each([
    ['hangs up', /^The backup storage \S+ cannot be reached \(/],
    ['is silent', /^The backup storage \S+ is too slow: it did not answer in time\.$/],
  ] as const)(
    'is removed after a broken upload also if the storage %s while sending it back, with one sentence as reason',
    async (how, reason) => {
      s3.behaviour = 'stores half';
      s3.sending = how;
      await expect(createBackup(t.deps, impatient())).rejects.toThrow(reason);
      expect([...s3.files.keys()]).toEqual([]);
      expect(leftovers()).toEqual([]);
    },
  );

  test('is read back as long as pieces arrive, however long it takes', async () => {
    const name = 'hakima-20270607T090000Z.backup.age';
    s3.files.set(`clinic/nightly/${name}`, Buffer.from('0123456789'));
    s3.sending = 'is slow';
    s3.pauseMs = 150;
    const place = impatient();
    expect(await text(await place.read(name))).toBe('0123456789');
    s3.pauseMs = 3000;
    await expect(text(await place.read(name))).rejects.toThrow(/is too slow: it did not answer in time\.$/);
  });

  test.each([
    ['hangs up', /^The backup storage \S+ cannot be reached \(/],
    ['is silent', /^The backup storage \S+ is too slow: it did not answer in time\.$/],
  ] as const)(
    'is not found while the storage %s, and an incomplete file has the same message',
    async (how, reason) => {
      const name = await createBackup(t.deps);
      s3.sending = how;
      const place = impatient();
      await expect(findBackup(place, 'latest')).rejects.toThrow(reason);
      const opening = { identity: key.privateKey, named: name };
      const half = place.read(name).then((bytes) => decryptFile(bytes, join(folder, 'half'), opening));
      await expect(half).rejects.toThrow(reason);
    },
  );

  test.each([
    ['is full', /is full \(507 InsufficientStorage\): make room/],
    [
      'forbids',
      /may not use the bucket clinic \(403 AccessDenied\): it must be allowed to list, read, write/,
    ],
    ['hangs up', /cannot be reached/],
    ['is silent', /is too slow: it did not answer in time/],
  ] as const)(
    'is not half there when the storage %s, and the reason is one sentence',
    async (how, reason) => {
      s3.behaviour = how;
      await expect(createBackup(t.deps, impatient())).rejects.toThrow(reason);
      expect([...s3.files.keys()]).toEqual([]);
      expect(leftovers()).toEqual([]);
    },
  );

  test.each([
    [{ AWS_SECRET_ACCESS_KEY: 'another' }, /does not accept the access key \(403 SignatureDoesNotMatch\)/],
    [{ AWS_ACCESS_KEY_ID: 'another' }, /check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
    [{ AWS_ENDPOINT_URL: 'http://127.0.0.1:65533' }, /cannot be reached .*is AWS_ENDPOINT_URL right\?$/],
    [{ BACKUP_RECIPIENTS: 'age1wrong' }, /"age1wrong" is not a public key of age/],
  ])('with a wrong setting is one sentence: %j', async (env, reason) => {
    await expect(createBackup(withSettings(env))).rejects.toThrow(reason);
    expect([...s3.files.keys()]).toEqual([]);
  });

  test('settings without a key are rejected at the start', () => {
    const { BACKUP_RECIPIENTS: _, ...open } = settings;
    expect(() => readConfig(open)).toThrow('BACKUP_RECIPIENTS is missing');
    const { AWS_SECRET_ACCESS_KEY: __, ...keyless } = settings;
    expect(() => readConfig(keyless)).toThrow('AWS_SECRET_ACCESS_KEY is missing');
    expect(() => readConfig({ ...settings, BACKUP_TO: 'backups' })).toThrow('BACKUP_TO: must be a folder');
  });
});

test('a folder stores backups too and gives the reason if it cannot', async () => {
  const to = join(folder, 'backups');
  const deps = withSettings({ BACKUP_TO: to });
  await expect(createBackup(deps)).rejects.toThrow(
    `The backup folder ${to} does not exist: create or mount it.`,
  );
  mkdirSync(to);
  const [left, current] = [
    'hakima-20270606T000000Z.backup.age.part',
    'hakima-20270607T000000Z.backup.age.part',
  ];
  for (const half of [left, current]) writeFileSync(join(to, half), 'half');
  const name = await createBackup(deps);
  expect(await createBackupPlace(deps.config)?.list()).toEqual([name, name.replace('.backup', '.deleted')]);
  expect(readdirSync(to)).toContain(current);
  expect(readdirSync(to)).not.toContain(left);
  expect(readFileSync(join(to, name)).subarray(0, 3).toString()).toBe('age');
});

test.skipIf(!existsSync('/dev/full'))(
  'a folder without room gets no half backup, and the reason is one sentence',
  async () => {
    const to = mkdtempSync(join(folder, 'full-'));
    // Linux refuses every byte for this device as a full disk does.
    symlinkSync('/dev/full', join(to, 'hakima-20270607T090000Z.backup.age.part'));
    await expect(createBackup(withSettings({ BACKUP_TO: to }))).rejects.toThrow(
      `The backup folder ${to} is full: make room in it.`,
    );
    expect(readdirSync(to)).toEqual([]);
  },
);

test('backups are due at night or an hour after a failure, and the test restore on Sundays', () => {
  expect(nextBackup(monday, true).toISOString()).toBe('2027-06-08T00:30:00.000Z');
  expect(nextBackup(monday, false).toISOString()).toBe('2027-06-07T10:00:00.000Z');
  expect(nextRestoreTest(monday, true).toISOString()).toBe('2027-06-13T01:00:00.000Z');
  expect(nextRestoreTest(monday, false).toISOString()).toBe('2027-06-08T01:00:00.000Z');
});

test('admins and metrics see the age of both, and an admin starts a backup', async () => {
  const { cookie } = await createSignedInUser(t, { role: 'admin', name: 'Samia' });
  const status = async () => (await t.call('GET', '/api/backups', { cookie })).json();
  const { version } = await status();
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect((await t.call('GET', '/api/version', { cookie })).json()).toEqual({ version });
  const { pool } = t.deps.database;
  await pool.query(`insert into tasks (name, due_at) values ('${backupTask}', '2027-06-08Z')
    on conflict (name) do update set due_at = excluded.due_at, last_ok_at = null, last_error = null`);
  expect(await status()).toMatchObject({ isOn: true, isRunning: false, backedUpAt: null, overdue: null });
  const readMetrics = () => t.call('GET', '/metrics', { headers: { authorization: 'Bearer metrics' } });
  expect((await readMetrics()).body).toContain('hakima_backup_age_seconds +Inf\n');
  await pool.query(`update tasks set due_at = '2027-06-06T06:59Z' where name = '${backupTask}'`);
  expect(await status()).toMatchObject({ backedUpAt: null, overdue: 'backup' });
  expect((await t.call('POST', '/api/backups', { cookie, body: {} })).statusCode).toBe(204);
  expect(await status()).toMatchObject({ isRunning: true });
  await recordTaskSuccess(t.deps.db, backupTask, new Date(monday.getTime() - 3_600_000));
  await recordTaskSuccess(t.deps.db, restoreTask, new Date(monday.getTime() - 9 * 24 * 3_600_000));
  expect(await status()).toMatchObject({ overdue: 'restore', backedUpAt: '2027-06-07T08:00:00.000Z' });
  const metrics = await readMetrics();
  expect(metrics.body).toContain('hakima_backup_age_seconds 3600\n');
  expect(metrics.body).toContain('hakima_backup_restore_age_seconds 777600\n');
  await pool.query(
    `update tasks set last_error = 'The backup storage is full.' where name = '${backupTask}'`,
  );
  expect(await status()).toMatchObject({ overdue: 'backup', backupError: 'The backup storage is full.' });
});

test('without BACKUP_TO an earlier failure is no alarm', async () => {
  const { pool } = t.deps.database;
  for (const task of [backupTask, restoreTask])
    await pool.query(
      `insert into tasks (name, due_at, last_ok_at, last_error) values ($1, $2, $2, 'full')
       on conflict (name) do update set due_at = $2, last_ok_at = $2, last_error = 'full'`,
      [task, new Date(monday.getTime() - 30 * 24 * 3_600_000)],
    );
  const off = await createTestAppOn(t.deps.database, { METRICS_TOKEN: 'metrics' });
  const { cookie } = await createSignedInUser(off, { role: 'admin', name: 'Samia' });
  expect((await off.call('GET', '/api/backups', { cookie })).json()).toMatchObject({
    isOn: false,
    overdue: null,
    backupError: null,
  });
  const { body } = await off.call('GET', '/metrics', { headers: { authorization: 'Bearer metrics' } });
  expect(body).toContain('hakima_messages_waiting');
  expect(body).not.toMatch(/hakima_backup|task="(backup|restore-test)"/);
  await off.close();
});
