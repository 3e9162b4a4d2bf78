import type { Deps } from '#server/deps.ts';
import { render } from '#server/engine/delivery/render.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { type Letterheads, loadLetterheads } from '#server/features/notifications/letterhead-queries.ts';
import { createPersonalMessages } from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Notice, NoticePreview } from '#shared/contract/desk/notices.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { splitLocal, storedTimeToInstant } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { type MessageChannel, ringingChannels } from '#shared/domain/message-kinds.ts';
import { listContactWays } from '#shared/domain/messages/contact-channels.ts';
import { findRingTime } from '#shared/domain/messages/quiet-hours.ts';
import { textParts } from '#shared/domain/messages/text-parts.ts';
import { withTimelyChannels } from '#shared/domain/messages/timely-channels.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import {
  checkNotice,
  createNoticeContexts,
  findNoticeRecipients,
  listVisitsToCall,
  type NoticeRecipient,
} from './actions.ts';
import { type NoticeContext, noticeMessage, refuseLongText, renderTextMessage } from './messages.ts';

interface PreviewContext {
  deps: Deps;
  settings: ClinicSettings;
  letterheads: Letterheads;
  notice: Notice;
  contextsOf(one: NoticeRecipient): NoticeContext[];
}

/**
 * Channels that reach one recipient in time, her text messages, when her phone may ring, and whether to call
 * her.
 */
function computeRecipientPreview(of: PreviewContext, one: NoticeRecipient) {
  const { visits } = one;
  const now = of.deps.now();
  const { localStart: lastStart } = visits.at(-1) ?? visits[0];
  const reader = withTimelyChannels(one.reader, of.settings, { now, start: lastStart });
  const ways = new Set(listContactWays(reader).flatMap(({ channel, delivers }) => (delivers ? channel : [])));
  const texts = of.contextsOf(one).flatMap((about) => {
    const { messages } = createPersonalMessages(reader, noticeMessage(reader.locale, of.notice, about));
    return renderTextMessage(of.letterheads, { reader, messages }) ?? [];
  });
  const { date, time } = splitLocal(visits[0].localStart);
  const waits = [...ways].some((way) => ringingChannels.has(way));
  const at = waits ? findRingTime(of.settings, now, storedTimeToInstant(date, time), reader.reach) : null;
  const isToCall = listVisitsToCall(one, of.settings, now).length > 0;
  return { reader, ways, texts, at, isToCall };
}

/** The first message of one recipient, in both languages. */
function renderSample(of: PreviewContext, one: NoticeRecipient): NoticePreview['sample'] {
  const asRead = (locale: Lang) => {
    const reader = { ...one.reader, locale };
    const messages = of
      .contextsOf(one)
      .flatMap((about) => createPersonalMessages(reader, noticeMessage(locale, of.notice, about)).messages);
    const [message] = messages;
    if (!message) throw new Error('the message of a recipient is missing');
    const { template, params = {} } = message;
    const secrets = { stop: '/l/' };
    const head = { ...of.letterheads[locale], recipient: reader.name };
    const { subject, text, sms } = render({ locale, template, params, secrets }, head, { masked: true });
    return { subject, text, sms };
  };
  return { name: one.reader.name, en: asRead('en'), ar: asRead('ar') };
}

/** Recipients of a notice, its channels, its number of paid messages and its text. */
export async function buildNoticePreview(deps: Deps, viewer: Viewer, notice: Notice): Promise<NoticePreview> {
  await checkNotice(deps, viewer, notice);
  const settings = await currentSettings(deps);
  const now = deps.now();
  const contextsOf = await createNoticeContexts(deps, 0, now);
  const of: PreviewContext = { deps, settings, letterheads: await loadLetterheads(deps), notice, contextsOf };
  const people = await findNoticeRecipients(deps, viewer, notice, now);
  const all = people.map((one) => computeRecipientPreview(of, one));
  refuseLongText(
    notice,
    all.flatMap(({ texts }) => texts),
  );
  const by = (way: MessageChannel) => all.filter(({ ways }) => ways.has(way)).length;
  const waiting = all.flatMap(({ at }) => at ?? []).sort((a, b) => a.getTime() - b.getTime());
  const [first] = people;
  return {
    people: people.length,
    visits: people.reduce((sum, { visits }) => sum + visits.length, 0),
    ways: { email: by('email'), sms: by('sms'), whatsapp: by('whatsapp'), push: by('push') },
    unreached: all
      .filter(({ isToCall }) => isToCall)
      .map(({ reader: { id, name, phone, reach } }) => ({
        id,
        name,
        phone: phone && formatPhone(phone),
        reach,
      })),
    parts: all.flatMap(({ texts }) => texts).reduce((sum, text) => sum + textParts(text), 0),
    later: waiting[0] ? { people: waiting.length, at: waiting[0].toISOString() } : null,
    sample: first ? renderSample(of, first) : null,
  };
}
