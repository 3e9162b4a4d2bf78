import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { reckonMissingWords } from './word-queries.ts';

let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  await t.reset();
  await addAccount(t.deps, 'boss', { role: 'admin' });
  admin = await t.signIn('boss');
});
afterAll(() => t.close());

async function patient(name: string, phone?: string): Promise<number> {
  const { json } = await t.call('POST', '/api/patients', {
    body: { name, phone, password: 'rose garden 7' },
    cookie: admin,
  });
  return json().id;
}
async function found(q: string): Promise<string[]> {
  const { json } = await t.call('GET', `/api/users?sort=match&q=${encodeURIComponent(q)}`, { cookie: admin });
  return json().map(({ name }: { name: string }) => name);
}

test('words in any order, in either script, by the digits of a phone; best first', async () => {
  const long = 'Nourhan Mohamed Ahmed Elsayed';
  for (const name of [long, 'هدى محمود الصاوي', 'Hoda Kamel', 'مريم أحمد عبد العزيز'])
    await patient(name, name === long ? '0100 123 4567' : undefined);
  for (const q of ['Nourhan Elsayed', 'elsayed nour', 'نورهان السيد', 'نورهان ٠١٠٠', '٤٥٦٧', 'Norhan Ahmad'])
    expect([q, await found(q)]).toEqual([q, [long]]);
  for (const q of ['مريم عبدالعزيز', 'Mariam Abdelaziz', 'عبد العزيز مريم'])
    expect([q, await found(q)]).toEqual([q, ['مريم أحمد عبد العزيز']]);
  expect(await found('Hoda')).toEqual(['Hoda Kamel', 'هدى محمود الصاوي']);
  expect(await found('هدى')).toEqual(['هدى محمود الصاوي', 'Hoda Kamel']);
  expect(await found('Hoda Elsawy')).toEqual(['هدى محمود الصاوي']);
});

test('small mistakes, where nothing is written or sounds so', async () => {
  await patient('ياسمين فتحي');
  await patient('Mohamed Ibrahim');
  expect(await found('Yasimn')).toEqual(['ياسمين فتحي']);
  expect(await found('Mohmaed Ibrahm')).toEqual(['Mohamed Ibrahim']);
  expect(await found('ابراهمي محمد')).toEqual(['Mohamed Ibrahim']);
  expect(await found('Zzz')).toEqual([]);
});

test('a new name is found at once, the old one no longer', async () => {
  const id = await patient('Salma Adel');
  await t.call('PATCH', `/api/users/${id}`, { body: { name: 'Salma Fouad' }, cookie: admin });
  expect(await found('فؤاد')).toEqual(['Salma Fouad']);
  expect(await found('عادل')).toEqual([]);
});

test('who came without words is found by how she is written, and by all ways after the next turn', async () => {
  const { db } = t.deps;
  await db.execute(
    sql`insert into users (role, name) select 'patient', 'Heba n' || i from generate_series(1, 700) i`,
  );
  await patient('هبة سالم');
  expect(await found('هبة n700')).toEqual([]);
  expect(await found('Heba n700')).toEqual(['Heba n700']);
  await reckonMissingWords(db);
  expect(await found('هبة n700')).toEqual(['Heba n700']);
  await db.execute(sql`update users set name = 'Dina ' || id where name like 'Heba %'`);
  const { rows } = await db.execute(sql`select count(*)::int as n from users where words is null`);
  expect(rows).toEqual([{ n: 700 }]);
});
