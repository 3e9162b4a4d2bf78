import type { Lang } from '#shared/domain/languages.ts';

/**
 * A text, or its plural forms by `Intl.PluralRules` category (chosen by the parameter `n`). The form `zero` is
 * for the number 0 in both languages: English has no category of this name. `{name}` is a placeholder.
 */
export type Sentence = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
export type Dictionary = Readonly<Record<string, Sentence>>;
export type MessageParams = Readonly<Record<string, string | number>>;

const locale: Record<Lang, string> = { en: 'en-GB', ar: 'ar-EG' };
const pluralRules = { en: new Intl.PluralRules('en'), ar: new Intl.PluralRules('ar') };
const numbers: Partial<Record<Lang, Intl.NumberFormat>> = {};

/**
 * Formats a number for a language: 1,284 or ١٬٢٨٤. The formatter is created on first use: it is slow on
 * phones, and many pages show no number at first.
 */
export function formatNumber(lang: Lang, value: number): string {
  numbers[lang] ??= new Intl.NumberFormat(locale[lang]);
  return numbers[lang].format(value);
}

/** Fills the placeholders of one text; numbers are written in the digits of the language. */
export function phrase(lang: Lang, dictionary: Dictionary, key: string, params: MessageParams = {}): string {
  const sentence = dictionary[key];
  if (sentence === undefined) throw new Error(`no message ${key} in ${lang}`);
  const text = typeof sentence === 'string' ? sentence : pluralForm(lang, sentence, Number(params.n));
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    return typeof value === 'number' ? formatNumber(lang, value) : (value ?? '');
  });
}

function pluralForm(lang: Lang, forms: Exclude<Sentence, string>, n: number): string {
  const category = n === 0 && forms.zero !== undefined ? 'zero' : pluralRules[lang].select(n);
  return forms[category] ?? forms.other;
}

/** Letters of the opposite writing direction. */
const otherWay: Record<Lang, RegExp> = {
  en: /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/,
  ar: /\p{Script=Latin}/u,
};

/**
 * Isolates parameters of the opposite writing direction: an Arabic name in an English sentence would
 * otherwise reorder the digits beside it.
 */
export function apart(lang: Lang, params: MessageParams | undefined): MessageParams | undefined {
  if (params === undefined) return undefined;
  const kept = (value: string | number) =>
    typeof value === 'string' && otherWay[lang].test(value) ? `\u2068${value}\u2069` : value;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, kept(value)]));
}
