const isArabic = (text: string): boolean => /[\u0600-\u06ff]/.test(text);
const takeLetters = (word: string, count = 1): string => Array.from(word).slice(0, count).join('');
/** Removes the Arabic article, which does not distinguish names. */
const stripArabicArticle = (word: string): string => word.replace(/^ال(?=\p{L}{2})/u, '');

/**
 * First letters of the first and last word; عبد with the following word counts as one word. Arabic letters
 * are separated by a space, because they would join. A lone alef looks like a stroke (with hamza below like
 * an exclamation mark), so a pair that contains one is replaced by the first two letters of the name.
 */
export function formatInitials(name: string): string {
  const words = name
    .replace(/^(dr|د)\.?\s+/i, '')
    .replace(/(?<=^|\s)(عبد)\s+(?=ال)/g, '$1')
    .split(/\s+/)
    .filter(Boolean)
    .map(stripArabicArticle);
  const first = words[0] ?? '';
  const letters = [first, words.length > 1 ? words[words.length - 1] : undefined].flatMap((word) =>
    word ? [takeLetters(word)] : [],
  );
  if (!isArabic(name)) return letters.join('').toUpperCase();
  return letters.some((letter) => /[أإآٱا]/.test(letter)) ? takeLetters(first, 2) : letters.join(' ');
}
