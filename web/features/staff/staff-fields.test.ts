import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newStaffBody } from '#shared/contract/staff.ts';

const source = ['staff-fields.tsx', 'staff-dialog.tsx']
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('');
const apart = source.slice(source.indexOf('const apart = {'), source.indexOf('} as const satisfies'));

test('every field of a member of staff has an input in the form: its own, or a line of text', () => {
  const names = Object.keys(newStaffBody.shape);
  const own = names.filter((name) => apart.includes(`  ${name}: true`));
  expect(own.length).toBeGreaterThan(5);
  expect(own.length).toBeLessThan(names.length);
  const withoutInput = own.filter(
    (name) =>
      !source.includes(`register('${name}'`) && !source.includes(`useController({ name: '${name}' })`),
  );
  expect(withoutInput).toEqual([]);
});
