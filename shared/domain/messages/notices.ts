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
/** A sentence of staff's own, in one language. */
export const noticeWordsLength = 160;

/** The alphabet of a text message that takes seven bits a sign, and what counts twice in it. */
const single =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const double = '^{}\\[~]|€\f';

/**
 * How many messages a network makes of a text and asks to be paid for: of 160 signs of its own alphabet, of
 * 70 where one is in another, as any in Arabic is; of a few less each where there are several.
 */
export function textParts(text: string): number {
  let units = 0;
  for (const sign of text) {
    if (single.includes(sign)) units += 1;
    else if (double.includes(sign)) units += 2;
    else return partsOf(text.length, 70, 67);
  }
  return partsOf(units, 160, 153);
}

const partsOf = (units: number, alone: number, joined: number): number =>
  units <= alone ? Math.min(units, 1) : Math.ceil(units / joined);

/** Does a sentence name one of these, in any spelling? Nothing that is sent says what a visit is for. */
export function namesOne(text: string, names: readonly string[], fold: (text: string) => string): boolean {
  const said = fold(text);
  return names.some((name) => fold(name) !== '' && said.includes(fold(name)));
}
