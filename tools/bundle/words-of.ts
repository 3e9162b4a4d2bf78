/** Who reads an area's words: everybody, who opens a page with them, staff; others' lie in a file an area. */
const readers = [
  ['-own', /-own$/],
  ['-details', /-details$/],
  ['-first', /-first$/],
  ['-staff', /-staff$|^(admin|logs|staff|doctor|desk|plans|waiting)/],
  ['', /^(common|errors)/],
] as const;

/**
 * The words of a language, by who reads them; what only one page or dialog speaks is a file of its own. The
 * list of these files lies with what everybody reads.
 */
export function wordsOf(id: string): string | null {
  const [, listed] = id.match(/islands\/words-(en|ar)\.ts$/) ?? [];
  if (listed) return `words-${listed}`;
  const [, lang, area = ''] = id.match(/shared\/messages\/(en|ar)\/([\w-]+)\.ts$/) ?? [];
  if (!lang) return null;
  const [kind = `-${area.split('-')[0]}`] = readers.find(([, areas]) => areas.test(area)) ?? [];
  return `words-${lang}${kind}`;
}
