import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PatientFile } from '#shared/contract/patients.ts';
import type { User } from '#shared/contract/users.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { FileHead } from './file/file-head.tsx';
import { UnreachableNotice } from './unreachable-notice.tsx';

const notice = (phone: string | null, unreachable = true) =>
  renderToStaticMarkup(<UnreachableNotice user={{ phone, unreachable }} />);

test('the notice names a landline as the reason, and only for a landline', () => {
  setMessageLanguage('en', dictionaries.en);
  const landline = 'A landline receives no SMS or WhatsApp. Call her, or add a mobile number or email.';
  for (const phone of ['02 2345 6780', '040 234 5678', '+20 2 23456780'])
    expect(notice(phone)).toContain(landline);
  for (const phone of ['0100 123 0077', '+966 501 234 567'])
    expect(notice(phone)).toContain('it is not confirmed, or messages to it are switched off');
  expect(notice(null)).toContain('She has no contact channel.');
  expect(notice('02 2345 6780', false)).toBe('');
  setMessageLanguage('ar', dictionaries.ar);
  expect(notice('02 2345 6780')).toContain('هذا رقم أرضي لا يستقبل رسائل نصية ولا رسائل واتساب.');
});

function head(user: Pick<User, 'phone' | 'unreachable'>): string {
  const file: PatientFile = {
    user: {
      id: 7,
      name: 'Mona Adel',
      username: null,
      email: null,
      secondaryPhone: null,
      role: 'patient',
      authProvider: 'local',
      isSuperAdmin: false,
      reference: 'P-7',
      requires: [],
      emailConfirmed: false,
      phoneConfirmed: false,
      phoneKnown: true,
      locale: 'en',
      channels: ['sms'],
      reach: null,
      createdAt: '2027-06-01T00:00:00.000Z',
      version: 1,
      deactivated: false,
      caresFor: [],
      asksConsent: false,
      ...user,
    },
    birthDate: null,
    paperFile: null,
    note: '',
    seen: 0,
    missed: 0,
    missedCounted: 0,
    waitsForCall: false,
    usualBranch: null,
    version: 1,
  };
  const nothing = () => {};
  const tasks = { onDetails: nothing, onBook: nothing, onWait: nothing };
  return renderToStaticMarkup(
    <FileHead file={file} today="2027-06-07" missedWords={null} alerts={null} {...tasks} />,
  );
}

test('the head of the file says that nothing reaches her, and offers WhatsApp only to a number that can have it', () => {
  setMessageLanguage('en', dictionaries.en);
  const landline = head({ phone: '02 2345 6780', unreachable: true });
  expect(landline).toContain('A landline receives no SMS or WhatsApp.');
  expect(landline).toContain('href="tel:0223456780"');
  expect(landline).not.toContain('wa.me');
  const mobile = head({ phone: '0100 123 0077', unreachable: false });
  expect(mobile).not.toContain('Unreachable');
  expect(mobile).toContain('https://wa.me/201001230077');
  expect(head({ phone: null, unreachable: true })).toContain('She has no contact channel.');
});
