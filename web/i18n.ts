import type { Lang } from '#shared/domain/languages.ts';
import {
  apart,
  type Dictionary,
  formatNumber,
  type MessageParams,
  phrase,
  type Sentence,
} from '#shared/messages/catalogue.ts';
import type { MessageKey as Key } from '#shared/messages/dictionaries.ts';

/** Key of a message in the catalogue. */
export type MessageKey = Key;

let lang: Lang = 'en';
let dictionary: Record<string, Sentence> = {};

/**
 * Sets the language of all following texts; on the server, that of the page being rendered (rendering is
 * synchronous).
 */
export function setMessageLanguage(next: Lang, words: Dictionary): void {
  lang = next;
  dictionary = words;
}

/** Adds texts in the current language; `setMessageLanguage` replaces all of them. */
export function addMessages(words: Dictionary): void {
  Object.assign(dictionary, words);
}

export const currentLang = (): Lang => lang;
export const isRtl = (): boolean => lang === 'ar';
export const formatNumberInLang = (value: number): string => formatNumber(lang, value);

/**
 * Joins parts with the comma of the language. Null and undefined parts are left out; an empty first part
 * keeps its comma.
 */
export const joinWithComma = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined).join(lang === 'ar' ? '، ' : ', ');

/** A message of the catalogue. */
export function t(key: MessageKey, params?: MessageParams): string {
  return phrase(lang, dictionary, key, apart(lang, params));
}

/** A validation message of a contract: a key of the catalogue, or plain text from the server. */
export function translateValidation(message: string | undefined, params?: MessageParams): string | undefined {
  if (message === undefined) return undefined;
  return Object.hasOwn(dictionary, message)
    ? phrase(lang, dictionary, message, apart(lang, params))
    : message;
}

/** Text of content that exists in both languages: Arabic on Arabic pages if there is one, else English. */
export function pickLanguage(english: string, arabic: string | null | undefined): string {
  return lang === 'ar' && arabic ? arabic : english;
}
