import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUser } from '#server/testing/factories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { notifyOfAge } from './of-age-actions.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(() => t.reset());
afterAll(() => t.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await t.deps.database.pool.query(text, values)).rows;
const told = () => sql('select user_id, template, params from messages order by id');
const at = (day: string) => t.setNow(new Date(`${day}T09:00:00Z`));

/** A mother and a daughter of this birth date or year. By default the daughter has no account. */
async function family(birth: { date?: string; year?: number }, authProvider = 'cared') {
  const mother = await makeUser(t.deps.db, { name: 'Fatma Hassan' });
  const daughter = await makeUser(t.deps.db, { name: 'Noor Ahmed', authProvider });
  await sql(
    `insert into guardians (patient_id, guardian_id, relation, birth_year) values ($1, $2, 'daughter', $3)`,
    [daughter.id, mother.id, birth.year ?? null],
  );
  if (birth.date) await sql('insert into patient_files values ($1, $2)', [daughter.id, birth.date]);
  return { mother: mother.id, daughter: daughter.id };
}

test('a guardian is notified once, a month before the patient is of age', async () => {
  const { mother } = await family({ date: '2009-07-07' });
  at('2027-06-06');
  expect(await notifyOfAge(t.deps)).toBe(0);
  at('2027-06-07');
  expect(await Promise.all([notifyOfAge(t.deps), notifyOfAge(t.deps)])).toContain(1);
  at('2027-07-01');
  expect(await notifyOfAge(t.deps)).toBe(0);
  expect(await told()).toEqual([
    { user_id: mother, template: 'ofAgeCare', params: { care: 1, date: '2027-07-07', name: 'Noor' } },
  ]);
});

test('a patient with an account is notified too, and a year of birth counts from its beginning', async () => {
  const { mother, daughter } = await family({ year: 2010 }, 'phone');
  await family({ year: 2011 });
  at('2027-12-15');
  await notifyOfAge(t.deps);
  expect(await told()).toEqual([
    { user_id: mother, template: 'ofAgeCare', params: { care: 1, date: '2028-01-01', name: 'Noor' } },
    { user_id: daughter, template: 'ofAge', params: { care: 1, date: '2028-01-01', name: 'Fatma' } },
  ]);
});

test('nobody is notified about adults, unknown ages and ended guardianships', async () => {
  await family({ date: '2000-07-01' });
  await family({});
  const ended = await family({ date: '2009-07-01' });
  await sql('update guardians set until = now() where patient_id = $1', [ended.daughter]);
  at('2027-06-20');
  expect([await notifyOfAge(t.deps), await told()]).toEqual([0, []]);
});
