const isArabic = (text: string): boolean => /[\u0600-\u06ff]/.test(text);
const firstOf = (word: string, count = 1): string => Array.from(word).slice(0, count).join('');
/** Without the article, which says nothing of whose name it is. */
const bare = (word: string): string => word.replace(/^ال(?=\p{L}{2})/u, '');

/**
 * First letters of the first and last word; of عبد الرحمن that is one word. An Arabic pair is kept apart, or
 * the letters would join. Alone an alef reads as a stroke, and with a hamza below as a mark of exclamation:
 * instead of a pair with one, a name begins as it is written.
 */
export function initials(name: string): string {
  const words = name
    .replace(/^(dr|د)\.?\s+/i, '')
    .replace(/(?<=^|\s)(عبد)\s+(?=ال)/g, '$1')
    .split(/\s+/)
    .filter(Boolean)
    .map(bare);
  const first = words[0] ?? '';
  const letters = [first, words.length > 1 ? words[words.length - 1] : undefined].flatMap((word) =>
    word ? [firstOf(word)] : [],
  );
  if (!isArabic(name)) return letters.join('').toUpperCase();
  return letters.some((letter) => /[أإآٱا]/.test(letter)) ? firstOf(first, 2) : letters.join(' ');
}
