import type { UseFormReturn } from 'react-hook-form';
import { beforeAll, expect, test } from 'vitest';
import { enCommonStaff } from '#shared/messages/en/common-staff.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { mergeSavedIntoForm } from './record-forms.ts';

type Values = Record<string, unknown>;

beforeAll(() => setMessageLanguage('en', enCommonStaff));

/** Values of the fields, and the fields marked, after another user saved first. */
function continued(before: Values, typed: Values, saved: Values) {
  const boxes = { ...typed };
  const marked: string[] = [];
  const form = {
    formState: { defaultValues: before },
    getValues: () => typed,
    reset: (values: Values) => Object.assign(boxes, values),
    setValue: (name: string, value: unknown) => Object.assign(boxes, { [name]: value }),
    setError: (name: string) => marked.push(name),
  };
  mergeSavedIntoForm(form as unknown as UseFormReturn<Values>, saved);
  return { boxes, marked };
}

test('a change of one user is kept, and fields that both changed are marked', () => {
  const before = { name: 'Maadi', phone: '1', rooms: '2' };
  const { boxes, marked } = continued(
    before,
    { ...before, phone: '3', rooms: '4' },
    { ...before, name: 'Dokki', phone: '5' },
  );
  expect(boxes).toEqual({ name: 'Dokki', phone: '3', rooms: '4' });
  expect(marked).toEqual(['phone', 'root']);
});

test('in lists with the same entries each entry is merged', () => {
  const features = [
    { title: 'A', text: 'a' },
    { title: 'B', text: 'b' },
  ];
  const typed = [
    { title: 'A', text: 'mine' },
    { title: 'B', text: 'b' },
  ];
  const saved = [
    { title: 'A', text: 'a' },
    { title: 'theirs', text: 'b' },
  ];
  const { boxes, marked } = continued({ features }, { features: typed }, { features: saved });
  expect(boxes.features).toEqual([
    { title: 'A', text: 'mine' },
    { title: 'theirs', text: 'b' },
  ]);
  expect(marked).toEqual(['root']);
});

test('a list that both changed, or that became longer, stays as typed and is marked', () => {
  const { boxes, marked } = continued({ list: ['a'] }, { list: ['b'] }, { list: ['a', 'c'] });
  expect(boxes.list).toEqual(['b']);
  expect(marked).toEqual(['list', 'root']);
});
