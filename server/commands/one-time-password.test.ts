import { expect, test } from 'vitest';
import { connect } from '#server/engine/db/connect.ts';
import { newDatabase, testServer } from '#server/testing/databases/test-databases.ts';
import { addAccount } from '#server/testing/people.ts';
import { depsAt } from '#server/testing/reminding.ts';
import { runCommand as run } from '#server/testing/run-command.ts';

const databaseUrl = await newDatabase(testServer(), `hakima_password_${process.pid}`);
const env = { DATABASE_URL: databaseUrl, OWNER_USERNAME: 'hoda' };

test('the console gives a one-time password only to the super admin and the owner', async () => {
  const database = await connect({ dataDir: '', databaseUrl });
  const deps = depsAt(database, new Date());
  await addAccount(deps, 'boss', { role: 'admin', isSuperAdmin: true });
  await addAccount(deps, 'hoda', { role: 'admin' });
  await addAccount(deps, 'mona', { role: 'admin' });
  await database.close();
  for (const name of ['Boss', 'hoda'])
    expect(await run('one-time-password', [name], env)).toEqual({
      code: 0,
      says: expect.stringMatching(new RegExp(`"${name.toLowerCase()}", shown only now, is \\S{12,}\\s*$`)),
    });
  const refused = { code: 1, says: expect.stringContaining('one-time-password ') };
  for (const args of [['mona'], ['nobody'], []])
    expect(await run('one-time-password', args, env)).toEqual(refused);
}, 120_000);

test('a database that was never migrated is reported in one sentence', async () => {
  const empty = new URL(testServer());
  empty.pathname = '/postgres';
  expect(await run('one-time-password', ['admin'], { DATABASE_URL: empty.href })).toEqual({
    code: 1,
    says: expect.stringMatching(
      /^.*The database holds no clinic yet: start the server once, or run: migrate\s*$/,
    ),
  });
}, 120_000);
