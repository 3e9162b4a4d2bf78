const sameCase = /\.(?:[a-z]{2,}|[A-Z]{2,})(?![A-Za-z])/;
const looksLikeLink = (word: string): boolean =>
  /:\/\/|^www\.|[/@\\\u2044\u2215\u29f8]/i.test(word) || sameCase.test(word);

/**
 * A name for the greeting of an e-mail: without addresses, also in look-alike characters, and without dots
 * that a mail program could turn into a link.
 */
export function greetingName(name: string): string {
  const plain = name.normalize('NFKC').replaceAll('\u3002', '.');
  const words = plain.split(/\s+/).filter((word) => !looksLikeLink(word));
  return words
    .join(' ')
    .replace(/\.(?=\S)/g, '. ')
    .trim()
    .slice(0, 80);
}
