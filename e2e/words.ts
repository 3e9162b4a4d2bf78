import type { Lang } from '#shared/domain/languages.ts';
import { apart, type MessageParams } from '#shared/messages/catalogue.ts';
import { type MessageKey, say as plain } from '#shared/messages/dictionaries.ts';

/** A text as a page shows it: parts of the opposite writing direction are isolated. */
export const say = (lang: Lang, key: MessageKey, params?: MessageParams): string =>
  plain(lang, key, apart(lang, params));

/** The parts with the comma of the language between them. */
export const listWords = (lang: Lang, parts: readonly string[]): string =>
  parts.join(lang === 'ar' ? '، ' : ', ');
