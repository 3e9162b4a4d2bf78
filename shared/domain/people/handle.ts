const small = (letter: string): string => {
  if (letter === 'İ') return 'i';
  const lower = letter.toLowerCase();
  return lower.length === 1 ? lower : letter;
};

/**
 * The one form of what a person is known by (username, e-mail), however it is written: compatible letters are
 * one letter, capitals are small, whatever the language of the machine. The SQL function `handle` says the
 * same.
 */
export const canonicalHandle = (text: string): string => text.normalize('NFKC').replace(/./gsu, small);
