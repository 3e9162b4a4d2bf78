import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';

/** Every letter of the basic plane that is a character by itself. */
const letters = Array.from({ length: 0xffff }, (_, i) => String.fromCharCode(i + 1)).filter(
  (letter) => /^\p{L}$/u.test(letter) && letter.normalize('NFKC') === letter,
);

/** Letters per statement: one statement for all of them exceeds the query timeout on a busy machine. */
const atOnce = 4000;

test('the database and the server normalize every letter alike', async () => {
  const { db } = await testDatabase();
  const forms: { letter: string; form: string }[] = [];
  for (let from = 0; from < letters.length; from += atOnce) {
    const some = letters.slice(from, from + atOnce);
    const { rows } = await db.execute<{ letter: string; form: string }>(
      sql`select letter, handle(letter) as form from unnest(${sql.param(some)}::text[]) letter`,
    );
    forms.push(...rows);
  }
  expect(forms.length).toBeGreaterThan(40_000);
  expect(forms.filter(({ letter, form }) => canonicalHandle(letter) !== form)).toEqual([]);
});

test('spellings of one name have one normalized form', async () => {
  const { db } = await testDatabase();
  for (const name of ['patİent', 'PATIENT', 'ｐａｔｉｅｎｔ', 'Pat\u0131ent', 'ﬁona', 'نُور', 'ÉLODIE']) {
    const { rows } = await db.execute<{ form: string }>(sql`select handle(${name}) as form`);
    expect(rows[0]?.form, name).toBe(canonicalHandle(name));
  }
  expect(canonicalHandle('patİent')).toBe('patient');
});
