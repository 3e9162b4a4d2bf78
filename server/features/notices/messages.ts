import type { NewMessage } from '#server/engine/delivery/queries.ts';
import { render } from '#server/engine/delivery/render.ts';
import type { PatientMessageRecipient } from '#server/features/families/family-queries.ts';
import type { Letterheads } from '#server/features/notifications/letterhead-queries.ts';
import type { PersonalMessage } from '#server/features/notifications/notify-actions.ts';
import type { Notice } from '#shared/contract/desk/notices.ts';
import type { Location } from '#shared/contract/locations.ts';
import { addMinutes, localDateTime, splitLocal, storedTimeToInstant } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { PersonalKind } from '#shared/domain/message-kinds.ts';
import { listContactWays } from '#shared/domain/messages/contact-channels.ts';
import { noticeTemplates } from '#shared/domain/messages/notices.ts';
import { fitsText, maxParts, textParts } from '#shared/domain/messages/text-parts.ts';
import { formatPhoneInSentence } from '#shared/domain/people/phone-text.ts';
import { Refusal } from '#shared/errors.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import type { NoticeAppointment } from './queries.ts';

export interface NoticeContext {
  /** Id of the notice; 0 in a preview. */
  readonly id: number;
  readonly readerId: number;
  /** The recipient's appointments at the branch, by time. */
  readonly visits: readonly [NoticeAppointment, ...NoticeAppointment[]];
  readonly place: Pick<Location, 'id' | 'name' | 'nameAr'> | undefined;
  readonly now: Date;
}

/** The text of a template in one language, for one appointment. */
function templateFields(
  lang: Lang,
  { template, ...filled }: Notice,
  { localStart }: NoticeAppointment,
): MessageParams {
  if (template === 'delay') {
    const n = filled.minutes ?? 0;
    return { n, come: splitLocal(addMinutes(localStart, n)).time };
  }
  if (template === 'phone') return { phone: formatPhoneInSentence(lang, filled.phone ?? '') };
  return { words: (lang === 'ar' ? filled.wordsAr : filled.words) ?? '' };
}

const startParam = (id: number): string => `start_${id}`;

/** Whether an appointment of a notice still starts when it did as the notice was made. */
export function isStartUnchanged(
  params: MessageParams,
  { id, localStart }: Pick<NoticeAppointment, 'id' | 'localStart'>,
): boolean {
  // Notices that an earlier version queued have the start of the first appointment only.
  return (params[startParam(id)] ?? localDateTime(String(params.date), String(params.time))) === localStart;
}

/**
 * To one recipient, once per notice and branch, about her first appointment; obsolete once the last has
 * begun. Never names the service.
 */
export function noticeMessage(lang: Lang, notice: Notice, about: NoticeContext): PersonalMessage {
  const { id, readerId, visits, place, now } = about;
  const [visit] = visits;
  const { date, time } = splitLocal(visit.localStart);
  const last = splitLocal((visits.at(-1) ?? visit).localStart);
  const left = storedTimeToInstant(last.date, last.time).getTime() - now.getTime();
  return {
    userId: visit.patientId,
    dedupeKey: `notice:${id}:${readerId}:${visit.locationId}`,
    template: noticeTemplates[notice.template].kind,
    params: {
      date,
      time,
      locationId: visit.locationId,
      location: (lang === 'ar' && place?.nameAr) || place?.name || '',
      link: '/profile?tab=appointments',
      minutes: Math.ceil(left / 60_000),
      ...templateFields(lang, notice, visit),
      ...Object.fromEntries(visits.map((one) => [startParam(one.id), one.localStart])),
    },
    appointmentId: visit.id,
    visitIds: visits.map((one) => one.id),
  };
}

/** The text message of a recipient, as it is sent; undefined if none goes to her. */
export function renderTextMessage(
  letterheads: Letterheads,
  { reader, messages }: { reader: PatientMessageRecipient; messages: readonly NewMessage<PersonalKind>[] },
): string | undefined {
  const goes = listContactWays(reader).some(({ channel, delivers }) => channel === 'sms' && delivers);
  const text = goes ? messages.find(({ channel }) => channel === 'sms') : undefined;
  if (!text) return undefined;
  const { locale, template, params = {}, secrets = null } = text;
  return render({ locale, template, params, secrets }, letterheads[locale]).sms;
}

/** Refuses a sentence of staff that makes any of these text messages longer than texts may be. */
export function refuseLongText(notice: Notice, texts: readonly (string | undefined)[]): void {
  const long = texts.find((text) => text !== undefined && !fitsText(text));
  if (long === undefined || (notice.words === undefined && notice.wordsAr === undefined)) return;
  const field = long.includes(notice.words ?? '\0') ? 'words' : 'wordsAr';
  const params = { n: textParts(long), most: maxParts(long) };
  throw new Refusal('malformed', { fields: { [field]: 'validation.noticeTooLong' }, params });
}
