const sameCase = /\.(?:[a-z]{2,}|[A-Z]{2,})(?![A-Za-z])/;
const looksLikeLink = (word: string): boolean => /:\/\/|^www\.|[/@\\]/i.test(word) || sameCase.test(word);

/**
 * A name as a letter greets it: without addresses, and with no dot that a mail program could make a link of.
 */
export function greetingName(name: string): string {
  const words = name.split(/\s+/).filter((word) => !looksLikeLink(word));
  return words
    .join(' ')
    .replace(/\.(?=\S)/g, '. ')
    .trim()
    .slice(0, 80);
}
