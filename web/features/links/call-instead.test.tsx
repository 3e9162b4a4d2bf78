import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MessageLink } from '#shared/contract/links.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { CallBranch, CallInstead } from './call-instead.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-06-07T10:00:00Z') });
  setMessageLanguage('en', dictionaries.en);
});
afterEach(() => vi.useRealTimers());

const at = {
  status: 'confirmed',
  appointmentDate: '2027-06-07',
  appointmentTime: '15:20:00',
  locationId: 1,
  version: 1,
} as const;
const visit = { ...at, reference: 'H-1', serviceId: 1 };
const current = { ...at, movedFrom: null };
const emptyLink: MessageLink = {
  kind: 'keep',
  actions: [],
  over: null,
  locationId: null,
  doctorId: null,
  doctorWish: 'any',
  channel: null,
  current: null,
  visit: null,
  day: null,
};
const expected: MessageLink['day'] = {
  stage: 'expected',
  hereAt: null,
  ticket: null,
  delayMinutes: 0,
  at: '2027-06-07T10:00:00Z',
};
const show = (link: Partial<MessageLink>, tooLate = false) =>
  renderToStaticMarkup(
    <CallInstead link={{ ...emptyLink, ...link }} tooLate={tooLate} callBranch={() => 'Call Maadi'} />,
  );

const reason = 'You can now cancel or move this appointment only by phone.';
const insideCutoff: Partial<MessageLink> = { visit, over: 'cutoff', actions: ['here'], day: expected };

test('inside the cut-off the page of a link says that only a call cancels or moves the appointment', () => {
  expect(show(insideCutoff)).toContain(reason);
  expect(show(insideCutoff)).toContain('Call Maadi');
  const message: Partial<MessageLink> = { kind: 'visit', current, actions: ['confirm'] };
  expect(show(message)).toContain(reason);
  expect(show({ ...message, over: 'displaced', actions: [] })).toContain(reason);
  // The answer to the link's own action says it already.
  expect(show(insideCutoff, true)).toBe('Call Maadi');
  setMessageLanguage('ar', dictionaries.ar);
  expect(show(insideCutoff)).toContain('يمكنك الآن إلغاء هذا الموعد أو تغييره بالهاتف فقط.');
});

test('the page says nothing of it while the link cancels, once she is there, and after the time', () => {
  expect(show({ visit, actions: ['move', 'cancel'] })).toBe('');
  expect(show({ visit: { ...visit, status: 'cancelled' }, over: 'past' })).toBe('');
  expect(show({ ...insideCutoff, day: { ...expected, hereAt: '2027-06-07T09:50:00Z' } })).toBe('Call Maadi');
  expect(show({ ...insideCutoff, day: { ...expected, stage: 'waiting' } })).toBe('Call Maadi');
  vi.setSystemTime(new Date('2027-06-07T13:00:00Z'));
  expect(show(insideCutoff)).toBe('Call Maadi');
  expect(show({ kind: 'visit', current, over: 'past' })).toBe('Call Maadi');
});

test('the number of the branch stays on one line', () => {
  const branch = { name: 'Maadi', phone: '+20 2 0000 0001' };
  const button = renderToStaticMarkup(<CallBranch branch={branch} />);
  expect(button).toContain('href="tel:+20200000001"');
  expect(/<span class="([^"]*)">\+20 2 0000 0001<\/span>/.exec(button)?.[1]).toContain('whitespace-nowrap');
  expect(renderToStaticMarkup(<CallBranch branch={{ name: 'Maadi', phone: '' }} />)).toBe('');
});
