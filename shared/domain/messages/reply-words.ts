import { normalizeForSearch } from '../people/search.ts';

/** Meanings of a reply to a text message. */
export type ReplyMeaning = 'stop' | 'confirm' | 'cancel';

/** Phrases with only one possible meaning, separated by commas. */
const phrases: Record<ReplyMeaning, string> = {
  stop:
    'stop, stop all, unsubscribe, end, quit, stop messages, stop the messages, stop sms, stop texting me, ' +
    'إيقاف, ايقاف الرسائل, وقف, وقف الرسائل, وقفوا الرسائل, توقف, إلغاء الاشتراك, أوقفوا الرسائل, ' +
    'wa2af el rasayel, wa2afo el rasayel',
  confirm:
    'yes, y, yep, yeah, ok, okay, sure, confirm, confirmed, i confirm, yes confirm, yes i confirm, ' +
    'i will come, i will be there, i am coming, coming, yes i will come, yes i am coming, yes coming, ' +
    'ok i will come, ok confirmed, 👍, ✅, ' +
    'aywa, aiwa, aywa, na3am, tamam, tmam, akid, mowafka, 7ader, hagy, hagi, gaya, ana gaya, ha7dar, ' +
    'aywa hagy, aywa gaya, aywa ana gaya, tamam hagy, tamam gaya, ' +
    'نعم, ايوه, ايوا, اه, تمام, اكيد, موافقة, موافق, تأكيد, أكد, أأكد, أؤكد, أؤكد الموعد, تأكيد الموعد, ' +
    'تأكيد الحجز, مؤكد, حاضر, ماشي, اوك, اوكي, جاية, أنا جاية, هاجي, هحضر, سأحضر, سوف أحضر, نعم سأحضر, ' +
    'نعم أؤكد, أيوه جاية, أيوه هاجي, تمام هاجي, تمام جاية, حاضر هاجي',
  cancel:
    'cancel, cancel it, cancel appointment, cancel my appointment, cancel the appointment, ' +
    'cancel booking, cancel my booking, cancel visit, cancel my visit, i want to cancel, ' +
    'i want to cancel my appointment, i would like to cancel, i would like to cancel my appointment, ' +
    'elghaa, elghi, elghy, elghi el ma3ad, elghy el ma3ad, elghi el maw3ed, elghy el maw3ed, ' +
    'elghi el 7agz, elghy el 7agz, cancel el ma3ad, cancel el maw3ed, cancel el 7agz, ' +
    '3ayza alghi, 3ayza alghy, 3ayza alghi el ma3ad, 3ayza alghy el ma3ad, 3ayza alghy el 7agz, ' +
    'إلغاء, إلغاء الموعد, إلغاء الميعاد, إلغاء الحجز, إلغاء الزيارة, إلغي, إلغي الموعد, إلغي الميعاد, ' +
    'إلغي الحجز, الغوا, ألغوا, ألغوا الموعد, ألغوا الحجز, إلغاء موعدي, إلغاء حجزي, عايزة ألغي, ' +
    'عايزة ألغي الموعد, عايزة ألغي الميعاد, عايزة ألغي الحجز, عاوزة ألغي, عاوزة ألغي الحجز, ' +
    'أريد إلغاء الموعد, أريد إلغاء موعدي, أريد إلغاء الحجز, أرجو إلغاء الموعد, كنسل, كانسل, كنسلي الموعد',
};

/** Polite words before or after an instruction; a phrase of several words counts only as a whole. */
const courtesies =
  'please, pls, plz, thanks, thank you, thanks a lot, thank you very much, thx, dear, hi, hello, dr, doctor, ' +
  'good morning, good evening, salam, shokran, men fadlek, law sama7t, law sama7ty, inshallah, insha allah, ' +
  'in sha allah, isa, 👍, ✅, 🙏, ❤, 🌹, 🌸, 😊, 🙂, شكرا, شكرا جزيلا, شكرا لكم, من فضلك, من فضلكم, ' +
  'لو سمحت, لو سمحتم, لو سمحتي, يا دكتورة, دكتورة, حضرتك, مرسي, السلام عليكم, مساء الخير, صباح الخير, ' +
  'ان شاء الله, إن شاء الله, بإذن الله';

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    // Skin tones, and the variation selector of emoji.
    .replace(/[\u{1f3fb}-\u{1f3ff}]|\u{fe0f}/gu, '')
    .split(/[\s.,!،؛;:'"“”()*_-]+/u)
    .map(normalizeForSearch)
    .filter((word) => word !== '');
const splitPhrases = (text: string): string[] => text.split(', ').map((phrase) => wordsOf(phrase).join(' '));

const meanings = new Map(
  (Object.keys(phrases) as ReplyMeaning[]).flatMap((meaning) =>
    splitPhrases(phrases[meaning]).map((phrase) => [phrase, meaning] as const),
  ),
);
const politePhrases = splitPhrases(courtesies).sort((a, b) => b.length - a.length);

const isQuestion = (text: string): boolean => /[?؟]/u.test(text);
/** Dots that may show hesitation. */
const hasDots = (text: string): boolean => /\.\s*\.|…/u.test(text);

/** The instruction without polite words and repeated words. */
function removePoliteWords(text: string): string {
  let rest = ` ${wordsOf(text).join(' ')} `;
  for (const phrase of politePhrases) rest = rest.replaceAll(` ${phrase} `, '  ').replace(/ {2,}/g, ' ');
  const words = rest.trim().split(' ');
  return new Set(words).size === 1 ? (words[0] ?? '') : words.join(' ');
}

/**
 * Meaning of a reply in English, Arabic, or Arabic in Latin letters, if it contains only the instruction and
 * polite words. Null: a person has to read it. A bare "no" or "God willing" is not enough: the meaning is
 * never guessed. Dots after "yes" or "cancel" may show hesitation; a request to stop messages is always obeyed.
 */
export function parseReply(reply: string): ReplyMeaning | null {
  if (isQuestion(reply)) return null;
  const meaning = meanings.get(wordsOf(reply).join(' ')) ?? meanings.get(removePoliteWords(reply)) ?? null;
  return meaning !== 'stop' && hasDots(reply) ? null : meaning;
}
