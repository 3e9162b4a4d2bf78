import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likePattern, matchesText, normalizeForSearch } from './search.ts';

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
    expect(normalizeForSearch(text)).toBe(folded);
  });

  it('is idempotent', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('aZ 9٣|%_\\أىةؤئءٱآُـé\u200f')) });
    fc.assert(
      fc.property(text, (some) => normalizeForSearch(normalizeForSearch(some)) === normalizeForSearch(some)),
    );
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
    expect(matchesText('exact', sara, 'SARA ALI')).toBe(true);
    expect(matchesText('exact', sara, 'sara')).toBe(false);
    expect(matchesText('prefix', sara, 'saraa')).toBe(true);
    expect(matchesText('prefix', sara, 'ali')).toBe(false);
    expect(matchesText('substring', sara, 'a.a')).toBe(true);
    expect(matchesText('substring', sara, '%')).toBe(false);
  });
});
