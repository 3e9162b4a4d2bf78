import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { signInWays } from '#shared/contract/accounts.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { formatMessageChoice, MessageChoiceFields } from './message-choice.tsx';

type Ways = Reply<typeof signInWays>;

function summary(ways: Pick<Ways, 'codes' | 'kept'>, phone = '01001230077'): string | undefined {
  queryClient.setQueryData([buildEndpointUrl(signInWays)], {
    google: false,
    facebook: false,
    phone: true,
    ...ways,
  });
  const patient = { name: 'Mona Adel', phone };
  const shown = renderToStaticMarkup(
    <MessageChoiceFields patient={patient} value={{}} onChange={() => {}} />,
  );
  return /<summary[^>]*>(.*?)<\/summary>/.exec(shown)?.[1];
}

test('texts to a phone use the clinic’s gateway', () => {
  setMessageLanguage('en', dictionaries.en);
  expect(summary({ codes: ['whatsapp'], kept: false })).toBe('Messages: WhatsApp · English');
  expect(summary({ codes: ['sms', 'whatsapp'], kept: false })).toBe('Messages: SMS · English');
  // Without any gateway the log of the machine shows every message.
  expect(summary({ codes: ['sms'], kept: true })).toBe('Messages: SMS · English');
});

test('texts are not proposed for a landline', () => {
  setMessageLanguage('en', dictionaries.en);
  const none = 'Messages: none · English';
  for (const typed of ['0223456780', '02 2345 6780', '٠٢ ٢٣٤٥٦٧٨٠', '0020223456780', '+20 2 23456780'])
    expect(summary({ codes: ['sms', 'whatsapp'], kept: false }, typed)).toBe(none);
  expect(summary({ codes: ['sms'], kept: false }, '00966 50 123 4567')).toBe('Messages: SMS · English');
});

test('the file shows channels and language in one line', () => {
  setMessageLanguage('en', dictionaries.en);
  expect(formatMessageChoice(['sms', 'email'], 'ar')).toBe('Messages: SMS, Email · Arabic');
  expect(formatMessageChoice([], 'en')).toBe('Messages: none · English');
});
