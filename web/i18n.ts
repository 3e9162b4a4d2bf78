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

/** The key of a sentence. */
export type MessageKey = Key;

let lang: Lang = 'en';
let dictionary: Record<string, Sentence> = {};

/**
 * The language of everything said from now on; on the server, of the page being rendered (rendering is
 * synchronous).
 */
export function speak(next: Lang, words: Dictionary): void {
  lang = next;
  dictionary = words;
}

/** More words of the language being spoken, which began without any. A page of the staff has 26 files. */
export function learn(words: Dictionary): void {
  Object.assign(dictionary, words);
}

export const currentLang = (): Lang => lang;
export const isRtl = (): boolean => lang === 'ar';
export const number = (value: number): string => formatNumber(lang, value);

/**
 * Parts said one after the other, with the comma of the language; a missing part is left out, an empty first
 * one keeps its comma.
 */
export const joined = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined).join(lang === 'ar' ? '، ' : ', ');

/** One sentence of the catalogue. */
export function t(key: MessageKey, params?: MessageParams): string {
  return phrase(lang, dictionary, key, apart(lang, params));
}

/**
 * A validation message of a contract, which is a key where we wrote it and plain text where the server did.
 */
export function said(message: string | undefined, params?: MessageParams): string | undefined {
  if (message === undefined) return undefined;
  return Object.hasOwn(dictionary, message)
    ? phrase(lang, dictionary, message, apart(lang, params))
    : message;
}

/** The text of content that has both languages: Arabic where it is spoken and written, else English. */
export function inLang(english: string, arabic: string | null | undefined): string {
  return lang === 'ar' && arabic ? arabic : english;
}
