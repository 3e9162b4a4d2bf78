import type { Lang } from '#shared/domain/languages.ts';

/**
 * A sentence, or its plural forms by `Intl.PluralRules` category (chosen by the parameter `n`). `{name}`
 * marks a placeholder.
 */
export type Sentence = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
export type Dictionary = Readonly<Record<string, Sentence>>;
export type MessageParams = Readonly<Record<string, string | number>>;

const locale: Record<Lang, string> = { en: 'en-GB', ar: 'ar-EG' };
const pluralRules = { en: new Intl.PluralRules('en'), ar: new Intl.PluralRules('ar') };
const numbers: Partial<Record<Lang, Intl.NumberFormat>> = {};

/**
 * A number as people of the language write it: 1,284 or ١٬٢٨٤. What knows how is made when it is first asked:
 * a phone takes its time over it, and many pages write no number as they open.
 */
export function formatNumber(lang: Lang, value: number): string {
  numbers[lang] ??= new Intl.NumberFormat(locale[lang]);
  return numbers[lang].format(value);
}

/**
 * One sentence of a dictionary with its placeholders filled; numbers are written in the language's digits.
 */
export function phrase(lang: Lang, dictionary: Dictionary, key: string, params: MessageParams = {}): string {
  const sentence = dictionary[key];
  if (sentence === undefined) throw new Error(`no message ${key} in ${lang}`);
  const text =
    typeof sentence === 'string'
      ? sentence
      : (sentence[pluralRules[lang].select(Number(params.n))] ?? sentence.other);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    return typeof value === 'number' ? formatNumber(lang, value) : (value ?? '');
  });
}

/** Letters that run the other way. */
const otherWay: Record<Lang, RegExp> = {
  en: /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/,
  ar: /\p{Script=Latin}/u,
};

/**
 * What a page fills in, kept apart where it runs the other way than the sentence: a name in Arabic would take
 * the digits beside it along, and tear an English sentence.
 */
export function apart(lang: Lang, params: MessageParams | undefined): MessageParams | undefined {
  if (params === undefined) return undefined;
  const kept = (value: string | number) =>
    typeof value === 'string' && otherWay[lang].test(value) ? `\u2068${value}\u2069` : value;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, kept(value)]));
}
