import type { Lang } from '../languages.ts';
import type { MessageKind } from '../message-kinds.ts';

interface NoticeRow {
  kind: MessageKind;
  fields: readonly string[];
  /** It says that she is expected: not to be said of a visit that cannot take place. */
  expects: boolean;
}

/** What staff write to the patients of a day: a template each, with the fields that are filled in. */
export const noticeTemplates = {
  delay: { kind: 'noticeDelay', fields: ['minutes'], expects: true },
  entrance: { kind: 'noticeEntrance', fields: ['words', 'wordsAr'], expects: true },
  phone: { kind: 'noticePhone', fields: ['phone'], expects: true },
  words: { kind: 'noticeWords', fields: ['words', 'wordsAr'], expects: false },
} as const satisfies Record<string, NoticeRow>;
export type NoticeTemplate = keyof typeof noticeTemplates;
export const allNoticeTemplates = Object.keys(noticeTemplates) as [NoticeTemplate, ...NoticeTemplate[]];

/** So many people are written to at once at most: a day of a large branch. */
export const mostNoticed = 500;
/** The longest sentence of staff in each language that still fits into a text. */
export const noticeWordsLength = { en: 150, ar: 80 } as const satisfies Record<Lang, number>;

/** Does a sentence name one of these, in any spelling? Nothing that is sent says what a visit is for. */
export function namesOne(text: string, names: readonly string[], fold: (text: string) => string): boolean {
  const said = fold(text);
  return names.some((name) => fold(name) !== '' && said.includes(fold(name)));
}
