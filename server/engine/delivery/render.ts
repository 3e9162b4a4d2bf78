import { isRealDate, parseDayTime } from '#shared/domain/clinic-time.ts';
import { formatTime, formatTimeOf, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { dirOf, type Lang } from '#shared/domain/languages.ts';
import { type MessageKind, mailKey, messageKindRow } from '#shared/domain/message-kinds.ts';
import { fitsText } from '#shared/domain/messages/text-parts.ts';
import { isDeceptiveName, type ReservedNames } from '#shared/domain/people/deceptive-name.ts';
import { formatPhoneInSentence } from '#shared/domain/people/phone-text.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { greetingName } from './address.ts';

export interface Letter {
  readonly locale: Lang;
  readonly template: MessageKind;
  readonly params: MessageParams;
  /**
   * Codes and links by placeholder; every message about an appointment may have the links `visit` and `stop`.
   */
  readonly secrets: Readonly<Record<string, string>> | null;
}
export interface RenderedMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** For push and the app: no links. */
  readonly short: string;
  readonly sms: string;
}
export interface Letterhead {
  /** Name of the sender. */
  readonly sender: string;
  readonly publicUrl: string;
  /** Name for the greeting, if known. */
  readonly recipient?: string | undefined;
  /** Names that the patient of a message may not have. */
  readonly reserved: ReservedNames;
  /** False if replies to texts cannot arrive: then the text does not offer STOP. */
  readonly takesReplies?: boolean;
}

const secretMask = '••••••';

/** Formats a value for the reader: dates and times in her language, times after midnight with their day. */
function formatParam(lang: Lang, value: string | number, date: unknown): string | number {
  if (typeof value === 'number') return value;
  if (isRealDate(value)) return formatWeekdayDate(lang, value);
  if (/^\d\d:\d\d(:\d\d)?$/.test(value) && parseDayTime(value) !== null)
    return typeof date === 'string' && isRealDate(date)
      ? formatTimeOf(lang, date, value)
      : formatTime(lang, value);
  return value;
}

/**
 * How a pending appointment will be confirmed, singular or `n`; messages of an older version promised no
 * time.
 */
const chooseConfirmationKey = ({ calls, byDate }: MessageParams) =>
  calls ? 'mail.confirmsByCall' : byDate ? 'mail.confirmsBy' : 'mail.confirmsSoon';

/** The time of an appointment, after the time that the reader expected if it was moved unread. */
const chooseStartKey = ({ oldDate }: MessageParams) =>
  oldDate === undefined ? 'mail.start' : 'mail.startMoved';

/** A path as a full address; other values (codes) unchanged. */
const toFullAddress = (value: string, publicUrl: string): string =>
  /^\/(?!\/)\S*$/.test(value) ? publicUrl + value : value;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const styles = {
  body: 'margin:0;padding:24px;background:#fbf7f2;color:#2a1b2b;font:16px/1.6 Figtree,Tahoma,Arial,sans-serif',
  card: 'max-width:560px;margin:0 auto;padding:28px;background:#fff;border:1px solid #e8dde3;border-radius:16px',
  name: 'margin:0 0 16px;color:#5a2350;font-weight:600',
  link: 'color:#5a2350;word-break:break-all',
};

/** Our own addresses become links named by the words before them; any other address stays text. */
function lineToHtml(line: string, publicUrl: string): string {
  const start = line.indexOf(`${publicUrl}/`);
  if (start < 0) return escape(line);
  const url = line.slice(start).split(/\s/, 1)[0] ?? '';
  const words = line.slice(0, start).replace(/[:\s]+$/, '');
  return `<a href="${escape(url)}" style="${styles.link}">${escape(words || url)}</a>${escape(line.slice(start + url.length))}`;
}

function toHtml(lang: Lang, { sender, publicUrl }: Letterhead, subject: string, text: string): string {
  const toLines = (paragraph: string) => paragraph.split('\n').map((line) => lineToHtml(line, publicUrl));
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => `<p>${toLines(paragraph).join('<br>')}</p>`);
  return (
    `<!doctype html><html lang="${lang}" dir="${dirOf(lang)}"><head><meta charset="utf-8">` +
    `<title>${escape(subject)}</title></head><body style="${styles.body}"><div style="${styles.card}">` +
    `<p style="${styles.name}">${escape(sender)}</p>${paragraphs.join('')}</div></body></html>`
  );
}

/**
 * The patient of a message that her guardian reads. A name that looks like the clinic, an office, an address
 * or a number is left out.
 */
export function formatNamedPatient(lang: Lang, name: string, reserved: ReservedNames): string {
  const called = greetingName(name).slice(0, maxNameLetters);
  return called === '' || isDeceptiveName(called, reserved) ? say(lang, 'mail.someone') : called;
}

/** A person named in a message; names that look like the clinic's were replaced when the message was made. */
function formatPersonName(lang: Lang, name: string): string {
  const called = greetingName(name).slice(0, maxNameLetters);
  const isNumber = /^\+?[\d ]+$/.test(called);
  return (isNumber ? formatPhoneInSentence(lang, called) : called) || say(lang, 'mail.someone');
}

/** People whom a message names besides its reader. */
const formatNames = (lang: Lang, { name, who }: MessageParams, reserved: ReservedNames): MessageParams => ({
  ...(name !== undefined && { name: formatPersonName(lang, String(name)) }),
  ...(who !== undefined && { who: formatNamedPatient(lang, String(who), reserved) }),
});
const maxNameLetters = 40;

/** Appointments of a message about several: one line each, with its link (`line_7`, `visit_7`). */
const severalVisits = (params: MessageParams): { line: string | number; link: string | number }[] =>
  Object.entries(params).flatMap(([name, link]) =>
    name.startsWith('visit_') ? [{ line: params[name.replace('visit_', 'line_')] ?? '', link }] : [],
  );

/** The phone number to call about changes that links no longer allow. */
const callBranchLine = (lang: Lang, { callBranch, list }: MessageParams): string[] =>
  callBranch === undefined
    ? []
    : [say(lang, list === undefined ? 'mail.callBranch' : 'mail.callBranchOf', { phone: callBranch })];

const doctorLine = (lang: Lang, { doctor }: MessageParams): string[] =>
  doctor === undefined ? [] : [say(lang, 'mail.doctor', { doctor })];

/** Short messages name the doctor only if she has changed. */
const newDoctorLine = (lang: Lang, params: MessageParams): string[] =>
  params.newDoctor === undefined ? [] : doctorLine(lang, params);

/** A short message about several appointments names the branch of the first only. */
const branchesLine = (lang: Lang, { differentBranches }: MessageParams): string[] =>
  differentBranches === undefined ? [] : [say(lang, 'mail.differentBranches')];

/** Names in a message, shortened with dots of the alphabet of texts. */
function withShortNames(params: MessageParams): MessageParams {
  const named = ['location', 'clinic', 'who', 'name'].flatMap((key) => {
    const name = String(params[key] ?? '');
    return name.length <= maxShortNameLetters
      ? []
      : [[key, `${name.slice(0, maxShortNameLetters - 3).trim()}...`]];
  });
  return { ...params, ...Object.fromEntries(named) };
}
const maxShortNameLetters = 20;

/**
 * A text message: the short form, at most one link, and how to stop. For several appointments it lists the
 * times if they fit, without a link. Long names are shortened if nothing else fits.
 */
function textMessage(
  { locale, template }: Letter,
  params: MessageParams,
  wordsWith: (params: MessageParams) => Pick<RenderedMessage, 'short' | 'subject'>,
  { takesReplies }: Pick<Letterhead, 'takesReplies'>,
): string {
  const { short, subject } = wordsWith(params);
  const { visit, offer } = params;
  const visits = Object.entries(params).flatMap(([name, line]) =>
    name.startsWith('line_') ? [String(line)] : [],
  );
  const link = visit ?? offer;
  const rest = [
    ...callBranchLine(locale, params),
    ...(link === undefined ? [] : [String(link)]),
    ...(messageKindRow(template).links === 'none' || takesReplies === false
      ? []
      : [say(locale, 'mail.stopSms')]),
  ];
  const withoutPromise = (words: string) => words.replace(` ${params.confirms}`, '');
  const versions = [
    [short, ...newDoctorLine(locale, params), ...visits, ...rest],
    [short, ...rest],
    // Text in two alphabets, or many appointments, leave less room: the link's page shows the rest.
    [withoutPromise(short), ...rest],
    ...(link === undefined ? [] : [[subject, ...rest]]),
    [withoutPromise(wordsWith(withShortNames(params)).short), ...rest],
  ].map((lines) => lines.join('\n'));
  return versions.find(fitsText) ?? (versions.at(-1) as string);
}

/** The links at the end of an e-mail: sign in, confirm, cancel, move, stop messages. */
function mailLinkLines(lang: Lang, params: MessageParams): string[] {
  const { visit, stop, enter } = params;
  const lines = [];
  if (enter !== undefined) lines.push(say(lang, 'mail.enterLink', { link: enter }));
  const touches = (link: string | number) => {
    const to = (action: string) => ({ link: link === secretMask ? secretMask : `${link}?do=${action}` });
    return [
      say(lang, 'mail.confirmLink', to('confirm')),
      say(lang, 'mail.cancelLink', to('cancel')),
      say(lang, 'mail.moveLink', to('move')),
    ];
  };
  lines.push(...callBranchLine(lang, params));
  if (visit !== undefined) lines.push(touches(visit).join('\n'));
  for (const { line, link } of severalVisits(params)) lines.push([line, ...touches(link)].join('\n'));
  if (stop !== undefined) lines.push(say(lang, 'mail.stop', { link: stop }));
  return lines;
}

/**
 * Renders a message in its reader's language, as plain text and as simple HTML. `masked` hides codes and
 * links.
 */
export function render(letter: Letter, letterhead: Letterhead, { masked = false } = {}): RenderedMessage {
  const { locale, template } = letter;
  const { sender, publicUrl, recipient, reserved, takesReplies } = letterhead;
  const said = Object.fromEntries(
    Object.entries(letter.params).map(([name, value]) => [
      name,
      formatParam(locale, value, name === 'oldTime' ? letter.params.oldDate : letter.params.date),
    ]),
  );
  const params: MessageParams = {
    clinic: sender,
    ...said,
    confirms: say(locale, chooseConfirmationKey(said), { n: 1, ...said }),
    start: say(locale, chooseStartKey(said), said),
    ...formatNames(locale, letter.params, reserved),
    ...(typeof letter.params.link === 'string' ? { link: toFullAddress(letter.params.link, publicUrl) } : {}),
    ...Object.fromEntries(
      Object.entries(letter.secrets ?? {}).map(([name, value]) => [
        name,
        masked ? secretMask : toFullAddress(value, publicUrl),
      ]),
    ),
  };
  const subjectKey = mailKey(template, 'subject');
  const shortKey = mailKey(template, 'short');
  const bodyKey = mailKey(template, 'body') ?? shortKey;
  if (!subjectKey || !bodyKey) throw new Error(`no words for the message ${template}`);
  const wordsWith = (named: MessageParams) => {
    // A message about another person than its reader names that person first.
    const { who } = named;
    const of = (words: string) => (who === undefined ? words : say(locale, 'mail.about', { who, words }));
    const words = [say(locale, shortKey ?? bodyKey, named).trim(), ...branchesLine(locale, named)];
    const short = of(words.join(' '));
    return { subject: of(say(locale, subjectKey, named)), short };
  };
  const { subject, short } = wordsWith(params);
  const { who } = params;
  const body = say(locale, bodyKey, params).trim();
  const name = recipient && greetingName(recipient);
  const hello = name ? say(locale, 'mail.hello', { name }) : say(locale, 'mail.helloPlain');
  const text = [
    hello,
    ...(who === undefined ? [] : [say(locale, 'mail.aboutLine', { who })]),
    body,
    ...doctorLine(locale, params),
    ...mailLinkLines(locale, params),
    say(locale, 'mail.closing', { clinic: sender }),
  ].join('\n\n');
  const html = toHtml(locale, letterhead, subject, text);
  return {
    subject,
    text,
    html,
    short: [short, ...newDoctorLine(locale, params)].join(' '),
    sms: textMessage(letter, params, wordsWith, { takesReplies }),
  };
}
