const small = (letter: string): string => {
  if (letter === 'İ') return 'i';
  const lower = letter.toLowerCase();
  return lower.length === 1 ? lower : letter;
};

/**
 * Canonical form of a username or e-mail address: Unicode compatibility form, lower case, independent of the
 * locale. The SQL function `handle` does the same.
 */
export const canonicalHandle = (text: string): string => text.normalize('NFKC').replace(/./gsu, small);
