import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listWishes, type Wish } from '#shared/contract/offers.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { EarlierWish } from './earlier-wish.tsx';
import { OwnWishes } from './own-wishes.tsx';

const wish = {
  id: 1,
  appointmentId: 5,
  serviceId: 1,
  locationIds: [1],
  fromDate: null,
  toDate: null,
  parts: [],
  place: 1,
  offered: 0,
} as unknown as Wish;
const visit = { id: 5, locationId: 1 };
const branches = [{ id: 1, name: 'Maadi' }];

function render(wishes: Wish[], isReached: boolean): string {
  setMessageLanguage('en', dictionaries.en);
  queryClient.setQueryData([buildEndpointUrl(listWishes, {})], wishes);
  return renderToStaticMarkup(
    <>
      <EarlierWish visit={visit} branches={branches} isReached={isReached} />
      <OwnWishes isReached={isReached} />
    </>,
  );
}

test.each([
  ['who does not wait', []],
  ['who waits for an earlier time', [wish]],
  ['who waits for a time', [{ ...wish, appointmentId: null }]],
])('messages about free times are promised only if they reach a patient %s', (_, wishes) => {
  expect(render(wishes, true)).toMatch(/and tell you|We send at most/);
  expect(render(wishes, true)).not.toContain('No message reaches you yet');
  expect(render(wishes, false)).not.toMatch(/and tell you|We send at most/);
  expect(render(wishes, false)).toContain('href="/profile?tab=reach"');
  expect(render(wishes, false)).not.toContain('Tell me if an earlier time opens');
});
