import { strings } from './syntax.ts';
import { type Complaint, code, type Rule, type Tree } from './tree.ts';

type Sentence = string | Record<string, string>;
type Entries = Map<string, { sentence: Sentence; path: string }>;
type Load = (path: string) => Promise<Record<string, unknown>>;

/** Key prefixes of an area besides its own name. */
const prefixes: Record<string, string[]> = {
  common: ['common', 'status', 'role'],
  errors: ['error', 'validation'],
};

const fileName = /^shared\/messages\/(en|ar)\/([a-z]+)(?:-[a-z0-9-]+)?\.ts$/;
const forms = (sentence: Sentence) => (typeof sentence === 'string' ? [sentence] : Object.values(sentence));
const placeholders = (sentence: Sentence) =>
  [...new Set(forms(sentence).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort().join(' ');

/** Loads the catalogues as the program does, and answers a rule over them. */
export async function loadCatalogues(tree: Tree, load: Load): Promise<Rule> {
  const complaints: Complaint[] = [];
  const entries: Record<string, Entries> = { en: new Map(), ar: new Map() };
  for (const path of tree.keys()) {
    const [, lang = '', area = ''] = path.match(fileName) ?? [];
    if (!lang) continue;
    for (const dictionary of Object.values(await load(path)))
      for (const [key, sentence] of Object.entries(dictionary as Record<string, Sentence>)) {
        const complain = (says: string) => complaints.push({ rule: 'catalogues', path, says });
        if (entries[lang]?.has(key)) complain(`${key} is there twice`);
        if (!(prefixes[area] ?? [area]).includes(key.split('.')[0] ?? ''))
          complain(`${key} does not begin as keys of "${area}" do`);
        entries[lang]?.set(key, { sentence, path });
      }
  }
  return (now) => [
    ...complaints,
    ...compare(entries.en ?? new Map(), entries.ar ?? new Map()),
    ...unused(now, entries.en ?? new Map()),
  ];
}

/** Both languages say the same things with the same blanks to fill. */
function compare(en: Entries, ar: Entries): Complaint[] {
  const complaints: Complaint[] = [];
  const complain = (path: string, says: string) => complaints.push({ rule: 'catalogues', path, says });
  for (const [key, { path }] of ar)
    if (!en.has(key)) complain(path, `${key} is not in the English catalogue`);
  for (const [key, { sentence, path }] of en) {
    const arabic = ar.get(key);
    if (!arabic) {
      complain(path, `${key} is not in the Arabic catalogue`);
      continue;
    }
    const [english, other] = [placeholders(sentence), placeholders(arabic.sentence)];
    if (english !== other)
      complain(arabic.path, `${key} has the placeholders "${other}", in English "${english}"`);
    const isCopy = forms(sentence).some(
      (form) => /\p{L}+ \p{L}+/u.test(form) && forms(arabic.sentence).includes(form),
    );
    if (isCopy) complain(arabic.path, `${key} is still English`);
  }
  return complaints;
}

/** Used is a key that stands in the code, whole or as the beginning of a template: `status.${status}`. */
function unused(tree: Tree, en: Entries): Complaint[] {
  const whole = new Set<string>();
  const beginnings = new Set<string>();
  for (const [path, text] of code(tree, 'shared', 'server', 'web', 'tools')) {
    if (path.startsWith('shared/messages/')) continue;
    for (const { value, opensTemplate } of strings(path, text)) {
      if (opensTemplate && /^[a-z]+\./.test(value)) beginnings.add(value);
      else whole.add(value);
    }
  }
  const isUsed = (key: string) =>
    whole.has(key) || [...beginnings].some((beginning) => key.startsWith(beginning));
  return [...en]
    .filter(([key]) => !isUsed(key))
    .map(([key, { path }]) => ({ rule: 'catalogues', path, says: `${key} is used nowhere` }));
}
