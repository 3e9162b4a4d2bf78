/** Who reads an area's words: everybody, who opens a page with them, staff; others' lie in a file an area. */
const readers = [
  ['-own', /-own$/],
  ['-first', /-first$/],
  ['-staff', /-staff$|^(admin|logs|staff|doctor|desk|plans|waiting)/],
  ['', /^(common|errors)/],
] as const;

/** The words of a language, by who reads them; what only one page or dialog speaks is a file of its own. */
export function wordsOf(id: string): string | null {
  const [, lang, area = ''] = id.match(/shared\/messages\/(en|ar)\/([\w-]+)\.ts$/) ?? [];
  if (!lang) return null;
  const [kind = `-${area.split('-')[0]}`] = readers.find(([, areas]) => areas.test(area)) ?? [];
  return `words-${lang}${kind}`;
}
