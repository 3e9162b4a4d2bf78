import { beforeAll, expect, test } from 'vitest';
import { enErrors } from '#shared/messages/en/errors.ts';
import { enErrorsStaff } from '#shared/messages/en/errors-staff.ts';
import { enStaff } from '#shared/messages/en/staff.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { type NewVisit, validateNewVisit } from './new-appointment-checks.ts';

beforeAll(() => setMessageLanguage('en', { ...enErrors, ...enErrorsStaff, ...enStaff }));

const today = '2026-11-18';
const empty: NewVisit = { patient: null, locationId: null, serviceId: null, date: null, time: null };
const full: NewVisit = {
  patient: { id: 1, name: 'Mona' },
  locationId: 2,
  serviceId: 3,
  date: today,
  time: '15:00:00',
};

test('a doctor sees one missing field at a time: date, time, patient, location, service', () => {
  const heard: string[] = [];
  const visit = { ...empty };
  for (const fix of ['date', 'time', 'patient', 'locationId', 'serviceId'] as const) {
    heard.push(...Object.values(validateNewVisit('doctor', visit, today)?.errors ?? {}));
    Object.assign(visit, { [fix]: full[fix] });
  }
  expect(heard).toEqual([
    'Please select a date',
    'Please select a time',
    'Please select a patient',
    'Please select a location',
    'Please select a service',
  ]);
  expect(validateNewVisit('doctor', full, today)).toBeNull();
});

test('an admin sees all errors at once, and a past day', () => {
  const complaint = validateNewVisit('admin', empty, today);
  expect(Object.keys(complaint?.errors ?? {})).toEqual(['patient', 'location', 'date', 'time']);
  expect(complaint?.toast).toEqual({
    title: 'Missing Fields',
    description: 'Please fill all required fields',
  });
  expect(validateNewVisit('admin', { ...full, date: '2026-11-17' }, today)?.toast).toEqual({
    title: 'Invalid Date',
    description: 'Please select a current or future date',
  });
  expect(validateNewVisit('admin', full, today)).toBeNull();
});
