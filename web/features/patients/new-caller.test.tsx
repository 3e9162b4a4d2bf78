import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { signInWays } from '#shared/contract/accounts.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { NewCaller } from './new-caller.tsx';

const summaryOf = (typed: string) =>
  /<summary[^>]*>(.*?)<\/summary>/.exec(
    renderToStaticMarkup(<NewCaller typed={typed} onCreated={() => {}} onBack={() => {}} />),
  )?.[1];

test('a new caller’s form shows the channels and the language of her messages in one line', () => {
  setMessageLanguage('en', dictionaries.en);
  const ways = { google: false, facebook: false, phone: true, codes: ['sms'], kept: false };
  queryClient.setQueryData([buildEndpointUrl(signInWays)], ways);
  expect(summaryOf('01001230077')).toBe('Messages: SMS · English');
  expect(summaryOf('منى عادل')).toBe('Messages: none · Arabic');
});
