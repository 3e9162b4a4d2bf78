import { expect, test } from 'vitest';
import { render } from '#server/engine/delivery/render.ts';
import { testLetterhead } from '#server/testing/letterhead.ts';
import { langs } from '#shared/domain/languages.ts';
import { allMessageKinds, messageKindRow } from '#shared/domain/message-kinds.ts';

const kinds = allMessageKinds.filter((kind) => messageKindRow(kind).links === 'offer and stop');
const all = langs.flatMap((locale) => kinds.map((template) => [template, locale] as const));

test('every kind of message about an offer is tested here', () => {
  expect(kinds).toEqual(['offerTime', 'offerEarlier', 'offerDisplaced', 'offerDisplacedSeveral']);
});

test.each(all)(
  '%s in %s has its link on every channel, and e-mails a stop link, texts STOP',
  (template, locale) => {
    const params = {
      date: '2027-06-09',
      time: '15:20:00',
      location: 'Maadi',
      byDate: '2027-06-07',
      byTime: '12:30:00',
      oldDate: '2027-06-10',
      oldTime: '16:00:00',
      visits: 'HKM-000001, HKM-000002',
    };
    const secrets = { offer: '/l/one-touch', stop: '/l/no-more' };
    const { text, html, sms } = render({ template, locale, params, secrets }, testLetterhead);
    for (const written of [text, html, sms]) {
      expect(written).toContain('https://clinic.example/l/one-touch');
      expect(written.includes('https://clinic.example/l/no-more')).toBe(written !== sms);
      expect(written.includes('STOP')).toBe(written === sms);
      expect(written).not.toMatch(/[{}]/);
    }
  },
);
