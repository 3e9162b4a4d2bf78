import { describe, expect, it } from 'vitest';
import { apart, phrase } from './catalogue.ts';

describe('parameters of a text', () => {
  const sentences = {
    'a.move': 'Move {name} to place {n}',
    'a.two': { one: '{n} visit', other: '{n} visits' },
  };
  const says = (lang: 'en' | 'ar', params: Record<string, string | number>) =>
    phrase(lang, sentences, 'a.move', apart(lang, params));

  it('are isolated if their direction differs, with their digits', () => {
    expect(says('en', { name: 'هدى 12', n: 3 })).toBe('Move \u2068هدى 12\u2069 to place 3');
    expect(says('ar', { name: 'Nasr City 2', n: 3 })).toBe('Move \u2068Nasr City 2\u2069 to place ٣');
    expect(says('en', { name: 'Mona هدى', n: 3 })).toBe('Move \u2068Mona هدى\u2069 to place 3');
  });

  it('are unchanged if their direction is the same or neutral', () => {
    expect(says('en', { name: 'Hoda 12', n: 3 })).toBe('Move Hoda 12 to place 3');
    expect(says('ar', { name: 'هدى', n: 3 })).toBe('Move هدى to place ٣');
    expect(says('en', { name: '3:20 PM', n: 3 })).toBe('Move 3:20 PM to place 3');
  });

  it('keep the number that selects the plural', () => {
    expect(phrase('en', sentences, 'a.two', apart('en', { n: 1 }))).toBe('1 visit');
    expect(apart('en', undefined)).toBeUndefined();
  });
});

describe('plural forms', () => {
  const sentences = {
    'a.left': { zero: 'None left', one: 'One left', other: '{n} left' },
    'a.rows': { one: '{n} row', other: '{n} rows' },
  };

  it('use a zero form if the text has one, in English too', () => {
    expect(phrase('en', sentences, 'a.left', { n: 0 })).toBe('None left');
    expect(phrase('ar', sentences, 'a.left', { n: 0 })).toBe('None left');
    expect(phrase('en', sentences, 'a.left', { n: 1 })).toBe('One left');
    expect(phrase('en', sentences, 'a.left', { n: 10 })).toBe('10 left');
  });

  it('show zero as a number if the text has no zero form', () => {
    expect(phrase('en', sentences, 'a.rows', { n: 0 })).toBe('0 rows');
  });
});
