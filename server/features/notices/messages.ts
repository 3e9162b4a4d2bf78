import type { Deps } from '#server/deps.ts';
import { codeWays } from '#server/engine/delivery/code-ways.ts';
import type { PersonalMessage } from '#server/features/notifications/notify-actions.ts';
import type { Notice } from '#shared/contract/desk/notices.ts';
import type { Location } from '#shared/contract/locations.ts';
import { addMinutes, splitLocal, writtenInstant } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { MessageChannel } from '#shared/domain/message-kinds.ts';
import { noticeTemplates } from '#shared/domain/messages/notices.ts';
import { phoneWithin } from '#shared/domain/people/phone-text.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import type { ComingVisit } from './queries.ts';

export interface NoticeAbout {
  /** Id of the notice; 0 in a preview. */
  readonly id: number;
  readonly readerId: number;
  /** The recipient's first appointment that it is about. */
  readonly visit: ComingVisit;
  readonly place: Pick<Location, 'id' | 'name' | 'nameAr'> | undefined;
  readonly now: Date;
}

/** The text of a template in one language, for one appointment. */
function fieldsOf(lang: Lang, { template, ...filled }: Notice, { localStart }: ComingVisit): MessageParams {
  if (template === 'delay') {
    const n = filled.minutes ?? 0;
    return { n, come: splitLocal(addMinutes(localStart, n)).time };
  }
  if (template === 'phone') return { phone: phoneWithin(lang, filled.phone ?? '') };
  return { words: (lang === 'ar' ? filled.wordsAr : filled.words) ?? '' };
}

/** To one recipient, once per notice; obsolete once her appointment has begun. Never names the service. */
export function noticeMessage(lang: Lang, notice: Notice, about: NoticeAbout): PersonalMessage {
  const { id, readerId, visit, place, now } = about;
  const { date, time } = splitLocal(visit.localStart);
  const left = writtenInstant(date, time).getTime() - now.getTime();
  return {
    userId: visit.patientId,
    dedupeKey: `notice:${id}:${readerId}`,
    template: noticeTemplates[notice.template].kind,
    params: {
      date,
      time,
      locationId: visit.locationId,
      location: (lang === 'ar' && place?.nameAr) || place?.name || '',
      link: '/profile?tab=appointments',
      minutes: Math.ceil(left / 60_000),
      ...fieldsOf(lang, notice, visit),
    },
    appointmentId: visit.id,
  };
}

/** The configured channels; in the demonstration all of them. */
export function waysOut({ config }: Pick<Deps, 'config'>): ReadonlySet<MessageChannel> {
  const { codes, kept } = codeWays(config);
  return new Set(kept ? ['push', 'email', 'sms', 'whatsapp'] : ['push', ...codes]);
}

/** Channels by which this message is sent; if there is none, somebody has to call her. */
export const leaving = <M extends { readonly channel: MessageChannel }>(
  messages: readonly M[],
  out: ReadonlySet<MessageChannel>,
): M[] => messages.filter(({ channel }) => out.has(channel));
