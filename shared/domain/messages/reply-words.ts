import { fold } from '../people/search.ts';

/** What a reply to a text asks for. */
export type ReplyMeaning = 'stop' | 'confirm' | 'cancel';

/** Each between commas. */
const phrases: Record<ReplyMeaning, string> = {
  stop:
    'stop, stop all, unsubscribe, end, quit, stop messages, stop sms, إيقاف, ايقاف الرسائل, وقف, ' +
    'وقف الرسائل, توقف, إلغاء الاشتراك, أوقفوا الرسائل',
  confirm:
    'yes, y, yep, yeah, ok, okay, sure, confirm, confirmed, i confirm, i will come, i am coming, ' +
    'coming, 1, 👍, aywa, aiwa, na3am, tamam, tmam, akid, mowafka, نعم, ايوه, ايوا, اه, تمام, ' +
    'اكيد, موافقة, موافق, تأكيد, أكد, أأكد, أؤكد, أؤكد الموعد, تأكيد الموعد, تأكيد الحجز, مؤكد, ' +
    'حاضر, اوك, اوكي, جاية, هاجي, هحضر, سأحضر, إن شاء الله, بإذن الله, ✅',
  cancel:
    'cancel, cancel it, cancel appointment, cancel my appointment, cancel the appointment, ' +
    'cancel booking, cancel my booking, cancel visit, cancel my visit, elghaa, elghi, إلغاء, ' +
    'إلغاء الموعد, إلغاء الحجز, إلغاء الزيارة, إلغي, إلغي الموعد, إلغي الحجز, الغوا, ألغوا, ' +
    'ألغوا الموعد, ألغوا الحجز, إلغاء موعدي, إلغاء حجزي, عايزة ألغي, عايزة ألغي الموعد, ' +
    'عايزة ألغي الحجز, أريد إلغاء الموعد, كنسل, كانسل',
};

/** Said out of politeness, before or after. */
const courtesies =
  'please, pls, thanks, thank, you, thx, dear, 👍, ✅, hi, hello, 🙏, ❤, 🌹, شكرا, من, فضلك, ' +
  'فضلكم, لو, سمحت, سمحتم, سمحتي, يا, دكتورة, حضرتك, مرسي, السلام, عليكم, مساء, صباح, الخير, ' +
  'جزيلا, لكم, ان, شاء, الله, بإذن';

const listed = (text: string): string[] => text.split(', ').map(fold);
const polite = new Set(listed(courtesies));

const meanings = new Map(
  (Object.keys(phrases) as ReplyMeaning[]).flatMap((meaning) =>
    listed(phrases[meaning]).map((phrase) => [phrase, meaning] as const),
  ),
);

const words = (text: string): string[] =>
  text
    .normalize('NFKC')
    // Shades of a hand, and that a sign is drawn as a picture.
    .replace(/[\u{1f3fb}-\u{1f3ff}]|\u{fe0f}/gu, '')
    .split(/[\s.,!?؟،؛;:"'“”()*_-]+/u)
    .map(fold)
    .filter((word) => word !== '');

/**
 * What a reply says, in either language and script, with nothing else in it but politeness; null: something
 * that a person has to read. A bare no is none of them: whether she comes is not guessed.
 */
export function meaningOf(reply: string): ReplyMeaning | null {
  const said = words(reply);
  const asked = said.filter((word) => !polite.has(word));
  return meanings.get(said.join('')) ?? meanings.get(asked.join('')) ?? null;
}
