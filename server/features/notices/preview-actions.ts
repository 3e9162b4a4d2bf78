import type { Deps } from '#server/deps.ts';
import { render } from '#server/engine/delivery/render.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { personalMessages } from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Notice, NoticePreview } from '#shared/contract/desk/notices.ts';
import { type ClinicSettings, senderIn } from '#shared/domain/clinic-settings.ts';
import { splitLocal, writtenInstant } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { type MessageChannel, ringing } from '#shared/domain/message-kinds.ts';
import { contactWays } from '#shared/domain/messages/contact-channels.ts';
import { ringsFrom } from '#shared/domain/messages/quiet-hours.ts';
import { textParts } from '#shared/domain/messages/text-parts.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { aboutFor, checkNotice, type Noticed, noticedBy } from './actions.ts';
import { type NoticeAbout, noticeMessage, refuseLongText, textOf } from './messages.ts';

interface Reckoning {
  deps: Deps;
  settings: ClinicSettings;
  notice: Notice;
  about(one: Noticed): NoticeAbout;
}

const letterhead = ({ deps, settings }: Reckoning, lang: Lang) => ({
  sender: senderIn(lang, settings),
  publicUrl: deps.config.PUBLIC_URL,
  takesReplies: deps.config.GATEWAY_SECRET !== undefined,
});

/** Channels for one recipient, her text message, and when her phone may ring. */
function reckon(of: Reckoning, one: Noticed) {
  const { reader, visits } = one;
  const { messages } = personalMessages(reader, noticeMessage(reader.locale, of.notice, of.about(one)));
  const ways = new Set(contactWays(reader).flatMap(({ channel, delivers }) => (delivers ? channel : [])));
  const text = textOf(of.deps, of.settings, { reader, messages });
  const { date, time } = splitLocal(visits[0].localStart);
  const waits = [...ways].some((way) => ringing.has(way));
  const at = waits ? ringsFrom(of.settings, of.deps.now(), writtenInstant(date, time), reader.reach) : null;
  return { reader, ways, text, at };
}

/** The message of one recipient, in both languages. */
function sampleOf(of: Reckoning, one: Noticed): NoticePreview['sample'] {
  const asRead = (locale: Lang) => {
    const reader = { ...one.reader, locale };
    const { messages } = personalMessages(reader, noticeMessage(locale, of.notice, of.about(one)));
    const [message] = messages;
    if (!message) throw new Error('the message of a recipient is missing');
    const { template, params = {} } = message;
    const secrets = { stop: '/l/' };
    const head = { ...letterhead(of, locale), recipient: reader.name };
    const { subject, text, sms } = render({ locale, template, params, secrets }, head, { masked: true });
    return { subject, text, sms };
  };
  return { name: one.reader.name, en: asRead('en'), ar: asRead('ar') };
}

/** Recipients of a notice, its channels, its number of paid messages and its text. */
export async function preview(deps: Deps, viewer: Viewer, notice: Notice): Promise<NoticePreview> {
  await checkNotice(deps, viewer, notice);
  const settings = await currentSettings(deps);
  const now = deps.now();
  const of: Reckoning = { deps, settings, notice, about: await aboutFor(deps, 0, now) };
  const people = await noticedBy(deps, viewer, notice, now);
  const all = people.map((one) => reckon(of, one));
  refuseLongText(
    notice,
    all.map(({ text }) => text),
  );
  const by = (way: MessageChannel) => all.filter(({ ways }) => ways.has(way)).length;
  const waiting = all.flatMap(({ at }) => at ?? []).sort((a, b) => a.getTime() - b.getTime());
  const [first] = people;
  return {
    people: people.length,
    visits: people.reduce((sum, { visits }) => sum + visits.length, 0),
    ways: { email: by('email'), sms: by('sms'), whatsapp: by('whatsapp'), push: by('push') },
    unreached: all
      .filter(({ ways }) => ways.size === 0)
      .map(({ reader: { id, name, phone, reach } }) => ({
        id,
        name,
        phone: phone && formatPhone(phone),
        reach,
      })),
    parts: all.reduce((sum, { text }) => sum + (text === undefined ? 0 : textParts(text)), 0),
    later: waiting[0] ? { people: waiting.length, at: waiting[0].toISOString() } : null,
    sample: first ? sampleOf(of, first) : null,
  };
}
