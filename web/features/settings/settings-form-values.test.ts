import { expect, test } from 'vitest';
import { defaultClinicSettings } from '#shared/domain/clinic-settings.ts';
import { settingsFormSchema, toSettingsFormValues } from './settings-form-values.ts';

const boxes = toSettingsFormValues(defaultClinicSettings);
const problems = (change: object) => {
  const parsed = settingsFormSchema.safeParse({ ...boxes, ...change });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
};

test('the form shows the saved values', () => {
  expect(settingsFormSchema.parse(boxes)).toEqual(defaultClinicSettings);
});

test('an empty field means null, and hours may be separated by an Arabic comma', () => {
  const changed = {
    ...boxes,
    nameAr: ' ',
    maxOpenPerPatient: '',
    contactEmail: '',
    reminderHours: '48، 24, 2',
    prefix: 'abc',
  };
  expect(settingsFormSchema.parse(changed)).toMatchObject({
    nameAr: null,
    maxOpenPerPatient: null,
    contactEmail: null,
    reminderHours: [48, 24, 2],
    prefix: 'ABC',
  });
});

test('each error is shown at its field', () => {
  expect(problems({ name: '' })).toEqual([['name', 'validation.required']]);
  expect(problems({ daysAhead: '' })).toEqual([['daysAhead', 'validation.wholeNumber']]);
  expect(problems({ cutoffHours: '1.5' })).toEqual([['cutoffHours', 'validation.wholeNumber']]);
  expect(problems({ recordYears: '31' })).toEqual([['recordYears', 'validation.invalid']]);
  expect(problems({ reminderHours: '24, soon' })).toEqual([['reminderHours.1', 'validation.wholeNumber']]);
  expect(problems({ contactEmail: 'nobody' })).toEqual([['contactEmail', 'validation.email']]);
});
