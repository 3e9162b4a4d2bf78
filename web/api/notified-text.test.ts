import { expect, test } from 'vitest';
import type { Appointment } from '#shared/contract/appointments.ts';
import { arCommon } from '#shared/messages/ar/common.ts';
import { arStaff } from '#shared/messages/ar/staff.ts';
import { enCommon } from '#shared/messages/en/common.ts';
import { enStaff } from '#shared/messages/en/staff.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import {
  appendNotified,
  findNotified,
  formatUnnotified,
  getNotifiedToastKind,
  type NotifiedVisit,
} from './notified-text.ts';

const bySms: NotifiedVisit = { notified: [{ channel: 'sms', to: '0100 ••• 0077' }] };
const afterQuietHours: NotifiedVisit = {
  notified: [
    { channel: 'sms', to: '0100 ••• 0077', waitsUntil: '2027-01-12T18:00:00.000Z' },
    { channel: 'email', to: 'm•••@example.org' },
  ],
};
const byTwo: NotifiedVisit = {
  notified: [
    { channel: 'push', to: null },
    { channel: 'email', to: 'm•••@example.org' },
  ],
};
const patient = { name: 'Mona Adel', username: null, phone: null, reach: null, unreachable: false };
const tooLate: NotifiedVisit = { notified: [], patient };
const nowhere: NotifiedVisit = { notified: [], patient: { ...patient, unreachable: true } };

test('one line says where the message was sent, or that the desk has to tell the patient', () => {
  setMessageLanguage('en', { ...enCommon, ...enStaff });
  expect(appendNotified('Created.', bySms, 'confirmation')).toBe(
    // The number stays on one line.
    'Created. The patient gets a confirmation by SMS to 0100\u00a0•••\u00a00077.',
  );
  expect(appendNotified('Created.', afterQuietHours, 'confirmation')).toBe(
    'Created. The patient gets a confirmation by SMS to 0100\u00a0•••\u00a00077 after 8:00 PM, Email to m•••@example.org.',
  );
  expect(appendNotified('Moved.', byTwo)).toBe(
    'Moved. The patient gets a message by Push notification, Email to m•••@example.org.',
  );
  expect(appendNotified('Cancelled.', tooLate)).toBe(
    'Cancelled. Tell the patient now: no message reaches her in time.',
  );
  expect(appendNotified('Created.', nowhere)).toBe('Created. Tell the patient now: no contact channel.');
  expect(appendNotified('Noted.', {})).toBe('Noted.');
  expect([nowhere, tooLate, bySms, {}].map(getNotifiedToastKind)).toEqual([
    'info',
    'info',
    'success',
    'success',
  ]);
  expect(formatUnnotified(['Mona Adel', 'Nour Samir'])).toBe(
    'Tell Mona Adel, Nour Samir now: no message arrives in time.',
  );
  expect(formatUnnotified([])).toBeNull();
  expect(findNotified([{}, bySms] as Appointment[])).toBe(bySms);
});

test('the same in Arabic', () => {
  setMessageLanguage('ar', { ...arCommon, ...arStaff });
  // The number reads from left to right.
  expect(appendNotified('تم.', bySms, 'confirmation')).toBe(
    'تم. تصل المريضة رسالة تأكيد: رسالة نصية إلى \u20660100\u00a0•••\u00a00077\u2069.',
  );
  const isolates = /[\u2066-\u2069]/g;
  expect(appendNotified('تم.', afterQuietHours).replaceAll(isolates, '')).toBe(
    'تم. تصل المريضة رسالة: رسالة نصية إلى 0100\u00a0•••\u00a00077 بعد الساعة ٨:٠٠ م، البريد الإلكتروني إلى m•••@example.org.',
  );
  expect(appendNotified('تم.', tooLate)).toBe('تم. أخبري المريضة الآن: لن تصلها رسائلنا في الوقت المناسب.');
  expect(appendNotified('تم.', nowhere)).toBe('تم. أخبري المريضة الآن: لا توجد وسيلة لمراسلتها.');
  expect(formatUnnotified(['منى عادل', 'نور سمير'])).toBe(
    'أخبري منى عادل، نور سمير الآن: لن تصل رسائلنا في الوقت المناسب.',
  );
});
