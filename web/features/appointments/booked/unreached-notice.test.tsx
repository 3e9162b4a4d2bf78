import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { signInWays } from '#shared/contract/accounts.ts';
import type { User } from '#shared/contract/users.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';
import { ReachSettings } from '#web/features/accounts/reach-settings.tsx';
import { setMessageLanguage } from '#web/i18n.ts';
import { MissingContact } from './missing-contact.tsx';
import { UnreachedNotice } from './unreached-notice.tsx';

const patient: User = {
  id: 7,
  name: 'Reem Farouk',
  username: 'reem',
  email: 'reem@mail.example',
  phone: null,
  secondaryPhone: null,
  role: 'patient',
  authProvider: 'local',
  isSuperAdmin: false,
  reference: 'P-7',
  requires: [],
  emailConfirmed: false,
  phoneConfirmed: false,
  phoneKnown: false,
  locale: 'en',
  channels: ['email'],
  unreachable: true,
  reach: null,
  createdAt: '2026-11-30T08:00:00Z',
  version: 1,
  deactivated: false,
  caresFor: [],
  asksConsent: false,
};
const settings = (user: User) =>
  renderToStaticMarkup(<ReachSettings user={user} notice={<UnreachedNotice user={user} />} />);

test.each(['en', 'ar'] as const)('the settings say in “%s” that nothing reaches the patient', (lang) => {
  setMessageLanguage(lang, dictionaries[lang]);
  const { 'account.reach.unreached': unreached, 'account.profile.notConfirmed': unconfirmed } =
    dictionaries[lang];
  expect(settings(patient)).toContain(unreached);
  expect(settings(patient)).toContain(unconfirmed);
  const reached = settings({ ...patient, emailConfirmed: true, unreachable: false });
  expect(reached).not.toContain(unreached);
  expect(reached).not.toContain(unconfirmed);
});

function missing(user: User, codes: ('sms' | 'whatsapp' | 'email')[]): string {
  setMessageLanguage('en', dictionaries.en);
  const ways = { google: false, facebook: false, phone: true, codes, kept: false };
  queryClient.setQueryData([buildEndpointUrl(signInWays)], ways);
  return renderToStaticMarkup(
    <MissingContact
      user={user}
      confirmed={null}
      onConfirmed={() => {}}
      switchedOff="off"
      cannotSend="none"
    />,
  );
}

test('the missing contact is asked for where it is missing', () => {
  expect(missing(patient, ['sms'])).toContain('Add your mobile number');
  expect(missing(patient, ['sms', 'email'])).toContain('type="tel"');
  expect(missing({ ...patient, phone: '+201001230077' }, ['sms'])).toContain('Confirm your mobile number');
  expect(missing(patient, ['email'])).toContain('Send the link');
  expect(missing({ ...patient, phoneConfirmed: true }, ['sms'])).toContain('off');
  expect(missing(patient, [])).toContain('none');
});
