import { describe, expect, it } from 'vitest';
import { apart, phrase } from './catalogue.ts';

describe('what a page fills in', () => {
  const sentences = {
    'a.move': 'Move {name} to place {n}',
    'a.two': { one: '{n} visit', other: '{n} visits' },
  };
  const says = (lang: 'en' | 'ar', params: Record<string, string | number>) =>
    phrase(lang, sentences, 'a.move', apart(lang, params));

  it('stands apart where it runs the other way, with the digits that belong to it', () => {
    expect(says('en', { name: 'هدى 12', n: 3 })).toBe('Move \u2068هدى 12\u2069 to place 3');
    expect(says('ar', { name: 'Nasr City 2', n: 3 })).toBe('Move \u2068Nasr City 2\u2069 to place ٣');
    expect(says('en', { name: 'Mona هدى', n: 3 })).toBe('Move \u2068Mona هدى\u2069 to place 3');
  });

  it('is left as it is where it runs the same way, or neither', () => {
    expect(says('en', { name: 'Hoda 12', n: 3 })).toBe('Move Hoda 12 to place 3');
    expect(says('ar', { name: 'هدى', n: 3 })).toBe('Move هدى to place ٣');
    expect(says('en', { name: '3:20 PM', n: 3 })).toBe('Move 3:20 PM to place 3');
  });

  it('keeps the number that chooses the plural', () => {
    expect(phrase('en', sentences, 'a.two', apart('en', { n: 1 }))).toBe('1 visit');
    expect(apart('en', undefined)).toBeUndefined();
  });
});

describe('plural forms', () => {
  const sentences = {
    'a.left': { zero: 'None left', one: 'One left', other: '{n} left' },
    'a.rows': { one: '{n} row', other: '{n} rows' },
  };

  it('say zero in words where the sentence has words for it, in English too', () => {
    expect(phrase('en', sentences, 'a.left', { n: 0 })).toBe('None left');
    expect(phrase('ar', sentences, 'a.left', { n: 0 })).toBe('None left');
    expect(phrase('en', sentences, 'a.left', { n: 1 })).toBe('One left');
    expect(phrase('en', sentences, 'a.left', { n: 10 })).toBe('10 left');
  });

  it('say zero as a number where the sentence has no words for it', () => {
    expect(phrase('en', sentences, 'a.rows', { n: 0 })).toBe('0 rows');
  });
});
