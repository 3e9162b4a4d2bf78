import { expect, it } from 'vitest';
import { enMail } from '../messages/en/mail.ts';
import { allMessageKinds, mailKey, messageKindOf, messageKinds, messageLifetime } from './message-kinds.ts';

/** Fragments that are inserted into the texts of kinds. */
const pieces = new Set([
  'mail.reminderSeveral.line',
  'mail.reminderSeveral.lineOf',
  'mail.seriesBooked.line',
  'mail.seriesBooked.lineWithBranch',
]);
const spoken = Object.keys(enMail).filter((key) => /^mail\.\w+\.\w+$/.test(key) && !pieces.has(key));

it('every kind has a subject, a text, an audience and a channel', () => {
  for (const kind of allMessageKinds) {
    const { words, channels, audience } = messageKinds[kind];
    expect(words.map((part) => mailKey(kind, part)).filter((key) => key && key in enMail)).toHaveLength(
      words.length,
    );
    expect([...words], kind).toContain('subject');
    expect(words.length, kind).toBeGreaterThan(1);
    expect(channels.length, kind).toBeGreaterThan(0);
    expect(audience, kind).toBeTruthy();
  }
});

it('every text of a message belongs to a kind', () => {
  const keys = allMessageKinds.flatMap((kind) => messageKinds[kind].words.map((part) => mailKey(kind, part)));
  expect(new Set(keys)).toEqual(new Set(spoken));
});

it('a message is valid for its stated time, else for that of its kind', () => {
  expect(messageLifetime('code', { minutes: 3 })).toBe(3);
  expect(messageLifetime('code', {})).toBe(5);
  expect(messageLifetime('resetLink', {})).toBe(30);
  expect(messageLifetime('gone', {})).toBe(3 * 24 * 60);
  expect([messageKindOf('gone'), messageKindOf('toString')]).toEqual([undefined, undefined]);
});
