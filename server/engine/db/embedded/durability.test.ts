import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { connect } from '#server/engine/db/connect.ts';
import { startChild } from '#server/testing/child-process.ts';
import { fillDataFolder } from '#server/testing/databases/embedded-test-database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hakima-crash-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

// Writes people one after the other and says which the database has acknowledged.
const writer = `
  import { connect } from '#server/engine/db/connect.ts';
  const { pool } = await connect({ dataDir: ${JSON.stringify(dataDir)} });
  console.log('ready');
  for (;;) {
    const { rows } = await pool.query(
      "insert into users (role, name) values ('patient', repeat('م', 100)) returning id",
    );
    console.log('kept ' + rows[0].id);
  }`;

test('what the database acknowledged survives kill -9, three times over', async () => {
  await fillDataFolder(dataDir);
  const acknowledged: number[] = [];

  for (let round = 0; round < 3; round++) {
    const child = await startChild(writer);
    // As many as it takes, however busy the machine is.
    const kept = () => child.output().split('kept').length;
    await expect.poll(kept, { timeout: 60_000 }).toBeGreaterThan(40);
    await sleep(150 * round);
    child.process.kill('SIGKILL');
    await child.ended;
    acknowledged.push(...[...child.output().matchAll(/^kept (\d+)$/gm)].map((match) => Number(match[1])));
  }

  const { pool, close } = await connect({ dataDir });
  const { rows } = await pool.query<{ id: number }>('select id from users');
  const found = new Set(rows.map((row) => row.id));
  const bySearch = await pool.query<{ n: number }>(
    "set enable_seqscan = off; select count(*) as n from users where search like '%ممم%'",
  );
  await close();

  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
  expect((bySearch as unknown as { rows: { n: number }[] }[])[1]?.rows).toEqual([{ n: found.size }]);
}, 240_000);
