import { expect, test } from 'vitest';
import { newStaffBody } from '../../shared/contract/staff.ts';
import { sourcesUnder } from './files.ts';

const source = sourcesUnder('web/features/staff')
  .filter(([path]) => /staff-(fields|dialog)\.tsx$/.test(path))
  .map(([, text]) => text)
  .join('');
const customFields = source.slice(
  source.indexOf('const customStaffFields = {'),
  source.indexOf('} as const satisfies'),
);

test('every field of a staff member has an input in the form or is a line of text', () => {
  const names = Object.keys(newStaffBody.shape);
  const own = names.filter((name) => customFields.includes(`  ${name}: true`));
  expect(own.length).toBeGreaterThan(5);
  expect(own.length).toBeLessThan(names.length);
  const withoutInput = own.filter(
    (name) =>
      !source.includes(`register('${name}'`) && !source.includes(`useController({ name: '${name}' })`),
  );
  expect(withoutInput).toEqual([]);
});
