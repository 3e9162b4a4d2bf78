import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, likePattern, matches } from './search.ts';

describe('normalizing', () => {
  it.each([
    ['Sara  ALI', 'saraali'],
    ['مُحَمَّد', 'محمد'],
    ['أسماء إبراهيم آل ٱلله', 'اسمااابراهيمالالله'],
    ['هدى فاطمة مؤمن عائشة', 'هديفاطمهمومنعايشه'],
    ['مـــنـــى', 'مني'],
    ['٠١٠٠ ۱۲۳', '0100123'],
    ['a|b\u200fc\u00a0d', 'abcd'],
    ['ﻓﺎﻃﻤﺔ', 'فاطمه'],
    ['ÉCOLE İSTANBUL ΣΑΣ', 'écoleistanbulσασ'],
    ['', ''],
  ])('%j → %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('is idempotent', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('aZ 9٣|%_\\أىةؤئءٱآُـé\u200f')) });
    fc.assert(fc.property(text, (some) => fold(fold(some)) === fold(some)));
  });
});

describe('patterns', () => {
  it.each([
    ['exact', 'Sara Ali', '%|saraali|%'],
    ['prefix', 'سارة', '%|ساره%'],
    ['substring', '0100', '%0100%'],
    ['substring', '50%_\\|', '%50\\%\\_\\\\%'],
  ] as const)('%s of %j', (kind, q, pattern) => {
    expect(likePattern(kind, q)).toBe(pattern);
  });

  it('match in the browser as in the database', () => {
    const sara = ['Sara Ali', 'sara.ali', null, undefined];
    expect(matches('exact', sara, 'SARA ALI')).toBe(true);
    expect(matches('exact', sara, 'sara')).toBe(false);
    expect(matches('prefix', sara, 'saraa')).toBe(true);
    expect(matches('prefix', sara, 'ali')).toBe(false);
    expect(matches('substring', sara, 'a.a')).toBe(true);
    expect(matches('substring', sara, '%')).toBe(false);
  });
});
