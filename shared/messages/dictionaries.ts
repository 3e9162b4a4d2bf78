import type { Lang } from '#shared/domain/languages.ts';
import { arabic, english } from './all-words.ts';
import { type Dictionary, type MessageParams, phrase } from './catalogue.ts';

export type MessageKey = keyof typeof english;
export const dictionaries: Record<Lang, Dictionary> = { en: english, ar: arabic };

export const isMessage = (key: string): key is MessageKey => Object.hasOwn(english, key);

/** A text in a given language, for code outside a page. */
export const say = (lang: Lang, key: MessageKey, params?: MessageParams): string =>
  phrase(lang, dictionaries[lang], key, params);
