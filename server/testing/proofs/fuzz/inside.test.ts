import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '#server/testing/test-app.ts';
import { internalTermsPattern } from './inside.ts';

const t = await createTestApp();
afterAll(() => t.close());
const inside = await internalTermsPattern(t);

test.each([
  'selec 1',
  'select nothing from users',
  'select from nowhere',
  "insert into users (role, name) values ('nobody', 'a')",
  "insert into users (name) values ('a')",
  "insert into users (role, name, username) values ('user', 'a', 'same'), ('user', 'b', 'same')",
  'insert into guardians (patient_id, guardian_id) values (999, 998)',
  "insert into guardians (patient_id, guardian_id, relation) values (999, 998, 'mother')",
])('what the database says to “%s” is of the inside', async (statement) => {
  const error = await t.deps.database.pool.query(statement).catch((thrown: Error) => thrown);
  if (!(error instanceof Error)) throw new Error('the database took it');
  expect(error.message).toMatch(inside);
  expect(JSON.stringify(error)).toMatch(inside);
  expect(JSON.stringify({ stack: error.stack?.split('\n').slice(1).join('\n') })).toMatch(inside);
});

test.each([
  'Please select a day from the calendar. Update users of the old form, and delete from Your list.',
  '<select name="from"><option>users</option></select> at 10:30:00, "code":"slot_taken"',
  'the row of column "Phone" is empty',
])('a text for users is not an internal word: “%s”', (sentence) => {
  expect(sentence).not.toMatch(inside);
});
