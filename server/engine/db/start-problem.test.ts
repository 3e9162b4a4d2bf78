import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { connect } from './connect.ts';
import { startProblem } from './start-problem.ts';

test.each(['nonsense', 'mysql://root@127.0.0.1/clinic', 'http://127.0.0.1:5432'])(
  'DATABASE_URL=%s is refused before anything is tried',
  (url) => {
    expect(() => readConfig({ DATABASE_URL: url })).toThrow(/^DATABASE_URL: .*postgres:\/\//);
  },
);

test('a server that is not there is named without its password', async () => {
  const listener = createServer().listen(0);
  const { port } = listener.address() as { port: number };
  await new Promise((done) => listener.close(done));
  const databaseUrl = `postgres://hakima:secret@127.0.0.1:${port}/clinic`;
  const refused = connect({ dataDir: '', databaseUrl });
  await expect(refused).rejects.toThrow(`PostgreSQL at 127.0.0.1:${port}/clinic cannot be reached`);
  await expect(refused).rejects.not.toThrow('secret');
});

test('a full disk and a folder of somebody else say so', () => {
  const place = { folder: '/srv/clinic' };
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(startProblem(full, place).message).toMatch(/disk of the data folder \/srv\/clinic.*full.*DATA_DIR/);
  const lost = new Error('PostgreSQL does not start: EACCES: permission denied');
  expect(startProblem(lost, place).message).toMatch(/may not be written to.*DATA_DIR/);
});
