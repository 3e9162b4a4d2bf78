import { expect, test } from 'vitest';
import type { Appointment } from '#shared/contract/appointments.ts';
import { arCommon } from '#shared/messages/ar/common.ts';
import { arStaff } from '#shared/messages/ar/staff.ts';
import { enCommon } from '#shared/messages/en/common.ts';
import { enStaff } from '#shared/messages/en/staff.ts';
import { speak } from '#web/i18n.ts';
import { notifiedKind, notifiedOfAll, untoldText, withNotified } from './notified-text.ts';

type Notified = Pick<Appointment, 'notified'>;
const bySms: Notified = { notified: [{ channel: 'sms', to: '0100 ••• 0077' }] };
const byTwo: Notified = {
  notified: [
    { channel: 'push', to: null },
    { channel: 'email', to: 'm•••@example.org' },
  ],
};
const nowhere: Notified = { notified: [] };

test('one line says where the message was sent, or that the desk has to tell the patient', () => {
  speak('en', { ...enCommon, ...enStaff });
  expect(withNotified('Created.', bySms, 'confirmation')).toBe(
    'Created. Confirmation sent by SMS to 0100 ••• 0077.',
  );
  expect(withNotified('Moved.', byTwo)).toBe(
    'Moved. Message to the patient sent by Push notification, Email to m•••@example.org.',
  );
  expect(withNotified('Cancelled.', nowhere)).toBe('Cancelled. Tell the patient now: no contact channel.');
  expect(withNotified('Noted.', {})).toBe('Noted.');
  expect([nowhere, bySms, {}].map(notifiedKind)).toEqual(['info', 'success', 'success']);
  expect(untoldText(['Mona Adel', 'Nour Samir'])).toBe('Tell Mona Adel, Nour Samir now: no contact channel.');
  expect(untoldText([])).toBeNull();
  expect(notifiedOfAll([{}, bySms] as Appointment[])).toBe(bySms);
});

test('the same in Arabic', () => {
  speak('ar', { ...arCommon, ...arStaff });
  // The number reads from left to right.
  expect(withNotified('تم.', bySms, 'confirmation')).toBe(
    'تم. أُرسل التأكيد: رسالة قصيرة إلى \u20660100 ••• 0077\u2069.',
  );
  expect(withNotified('تم.', nowhere)).toBe('تم. أخبري المريضة الآن: لا توجد وسيلة تصلها بها رسائلنا.');
  expect(untoldText(['منى عادل', 'نور سمير'])).toBe(
    'أخبري منى عادل، نور سمير الآن: لا توجد وسيلة لإرسال رسائلنا.',
  );
});
