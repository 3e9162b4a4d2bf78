import { addMinutes, splitLocal } from '../clinic-time.ts';
import type { Lang } from '../languages.ts';
import type { MessageKind } from '../message-kinds.ts';

interface NoticeRow {
  kind: MessageKind;
  fields: readonly string[];
  /**
   * The text says that the patient is expected, so it must not be sent for an appointment that cannot take
   * place.
   */
  expects: boolean;
}

/** Templates of notices to the patients of a day, with the fields to fill in. */
export const noticeTemplates = {
  delay: { kind: 'noticeDelay', fields: ['minutes'], expects: true },
  entrance: { kind: 'noticeEntrance', fields: ['words', 'wordsAr'], expects: true },
  phone: { kind: 'noticePhone', fields: ['phone'], expects: true },
  words: { kind: 'noticeWords', fields: ['words', 'wordsAr'], expects: false },
} as const satisfies Record<string, NoticeRow>;
export type NoticeTemplate = keyof typeof noticeTemplates;
export const allNoticeTemplates = Object.keys(noticeTemplates) as [NoticeTemplate, ...NoticeTemplate[]];

/** Maximum number of recipients of one notice: a day of a large branch. */
export const maxNoticeRecipients = 500;
/** Maximum letters of a staff sentence per language that still fit into a text message. */
export const noticeWordsLength = { en: 150, ar: 80 } as const satisfies Record<Lang, number>;

/**
 * Whether a sentence contains one of these service names, in any spelling. Messages must not reveal the
 * reason of an appointment.
 */
export function mentionsService(
  text: string,
  names: readonly string[],
  fold: (text: string) => string,
): boolean {
  const said = fold(text);
  return names.some((name) => fold(name) !== '' && said.includes(fold(name)));
}

type Params = Readonly<Record<string, string | number>>;

/** The parameters of a notice for another appointment of the same branch, which may be another patient's. */
export function noticeParamsAt(params: Params, localStart: string): Params {
  const start = splitLocal(localStart);
  const { who: _patient, ...others } = params;
  const at = { ...others, ...start };
  if (params.come === undefined) return at;
  return { ...at, come: splitLocal(addMinutes(localStart, Number(params.n))).time };
}
