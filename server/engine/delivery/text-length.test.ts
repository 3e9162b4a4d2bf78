import { expect, test } from 'vitest';
import { testLetterhead } from '#server/testing/letterhead.ts';
import { defaultClinicSettings, senderNameIn } from '#shared/domain/clinic-settings.ts';
import { type Lang, langs } from '#shared/domain/languages.ts';
import { allMessageKinds, type MessageKind, messageKindRow } from '#shared/domain/message-kinds.ts';
import { noticeWordsLength } from '#shared/domain/messages/notices.ts';
import { fitsText, textParts } from '#shared/domain/messages/text-parts.ts';
import { formatPhoneInSentence } from '#shared/domain/people/phone-text.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import { render } from './render.ts';

const texts = allMessageKinds.filter((kind) => messageKindRow(kind).channels.includes('sms'));
const most: Record<Lang, number> = { en: 2, ar: 3 };

/** The longest branch of the clinic, long first and full names, a Wednesday in September. */
const named: Record<Lang, MessageParams> = {
  en: {
    location: 'Hadayek el-Kobba',
    name: 'Abdelrahman Mohamed Abdelfattah Elsayed',
    who: 'Abd El Rahman',
    visits: 'Wednesday 29 September, 12:40 PM; Wednesday 29 September, 1:20 PM',
    line_1: 'Abd El Rahman: 12:40 PM, Hadayek el-Kobba',
    line_2: 'Fatmaelzahraa: 1:20 PM, Hadayek el-Kobba',
    line_3: 'Abd El Rahman: 12:40 PM, Hadayek el-Kobba',
  },
  ar: {
    location: 'حدائق القبة الجديدة',
    name: 'فاطمة الزهراء عبد الرحمن عبد الفتاح السيد',
    who: 'عبد الرحمن',
    visits: 'الأربعاء ٢٩ سبتمبر، ١٢:٤٠ م؛ الأربعاء ٢٩ سبتمبر، ١:٢٠ م',
    line_1: 'عبد الرحمن: الساعة ١٢:٤٠ م، حدائق القبة الجديدة',
    line_2: 'الزهراء: الساعة ١:٢٠ م، حدائق القبة الجديدة',
    line_3: 'عبد الرحمن: الساعة ١٢:٤٠ م، حدائق القبة الجديدة',
  },
};

const paramsOf = (lang: Lang, kind: MessageKind): MessageParams => {
  const { who = '', line_1 = '', line_2 = '', line_3 = '', ...names } = named[lang];
  const several: MessageParams = kind === 'reminderSeveral' ? { list: '', line_1, line_2, line_3 } : {};
  const branches: MessageParams = messageKindRow(kind).refresh === 'series' ? { differentBranches: 1 } : {};
  const byOther: MessageParams =
    messageKindRow(kind).audience === 'patient' && kind !== 'reminderSeveral' ? { who } : {};
  const at = {
    date: '2027-09-29',
    time: '12:40:00',
    byDate: '2027-09-29',
    byTime: '11:40:00',
    oldDate: '2027-09-29',
    oldTime: '11:20:00',
    come: '13:20:00',
    day: '2027-09-29',
    hour: '12:40',
    when: '2027-09-29',
    n: kind === 'delay' || kind === 'noticeDelay' ? 40 : 1,
    minutes: 30,
    words: (lang === 'ar' ? 'كلمات ' : 'words ').repeat(30).slice(0, noticeWordsLength[lang]),
    answer: (lang === 'ar' ? 'كلمات ' : 'words ').repeat(30),
    phone: formatPhoneInSentence(lang, '+20 2 2735 4410'),
    link: '/profile',
  };
  return { ...names, ...at, ...several, ...branches, ...byOther };
};
const secretsOf = (kind: MessageKind): Record<string, string> => {
  const link = `/ar/l/${'x'.repeat(22)}`;
  const { links } = messageKindRow(kind);
  return {
    code: '123456',
    ...(links === 'visit and stop' && kind !== 'reminderSeveral' ? { visit: link } : {}),
    ...(links === 'offer and stop' ? { offer: link } : {}),
  };
};

/**
 * As long as the product accepts: names of branches, the clinic and people, and phone numbers of branches.
 */
const longest: Record<Lang, { branch: string; clinic: string; person: string; phone: string }> = {
  en: {
    branch: "Specialized Women's and Children's Health Center of ".repeat(3).slice(0, 120),
    clinic: "United Clinics for Women's Health of Greater Cairo ".repeat(3).slice(0, 120),
    person: 'Abdelrahmanelsharkawymostafa'.repeat(9).slice(0, 200),
    phone: '+20 2 2735 4410 / 0100 123 4567 ext. 123',
  },
  ar: {
    branch: 'المركز التخصصي لصحة المرأة والطفل بمدينة الشيخ زايد '.repeat(3).slice(0, 120),
    clinic: 'مجموعة العيادات المتحدة لصحة المرأة بالقاهرة الكبرى '.repeat(3).slice(0, 120),
    person: 'عبدالرحمنالشرقاويمصطفى'.repeat(10).slice(0, 200),
    phone: '+20 2 2735 4410 / 0100 123 4567 ext. 123',
  },
};

const text = (locale: Lang, template: MessageKind, params: MessageParams, secrets = secretsOf(template)) =>
  render(
    { locale, template, params, secrets },
    {
      ...testLetterhead,
      sender: senderNameIn(locale, defaultClinicSettings),
      publicUrl: 'https://clinic.hakima.example',
    },
  ).sms;

test.each(langs.flatMap((lang) => texts.map((kind) => [lang, kind] as const)))(
  'a text fits, with one link at most: %s %s',
  (lang, kind) => {
    const params = paramsOf(lang, kind);
    // Every plural form of both languages.
    const written = [1, 2, 5, 11, 100].flatMap((n) => [
      text(lang, kind, { ...params, n }),
      text(lang, kind, { ...params, n, byDate: '', calls: 1 }),
    ]);
    if (messageKindRow(kind).links === 'visit and stop') {
      const { visit: _visit, ...insideCutoff } = secretsOf(kind);
      const callBranch = formatPhoneInSentence(lang, '+20 2 2735 4410');
      written.push(text(lang, kind, { ...params, callBranch }, insideCutoff));
    }
    for (const one of written) {
      expect(one).not.toMatch(/undefined|[{}]/);
      expect(one.match(/https:/g)?.length ?? 0).toBeLessThanOrEqual(1);
      expect(textParts(one), one).toBeLessThanOrEqual(most[lang]);
      expect(one.includes('STOP')).toBe(messageKindRow(kind).links !== 'none');
    }
  },
);

test.each(langs.flatMap((lang) => texts.map((kind) => [lang, kind] as const)))(
  'a text with the longest names that the clinic accepts fits: %s %s',
  (lang, kind) => {
    const { branch, clinic, person, phone } = longest[lang];
    const { who, line_1, ...params } = paramsOf(lang, kind);
    const named = {
      ...params,
      // Words that staff typed are refused if they make a text too long.
      words: 'a',
      answer: 'a',
      location: branch,
      name: person,
      ...(who === undefined ? {} : { who: person }),
      ...(line_1 === undefined ? {} : { line_1: `${person}: ${branch}` }),
    };
    const rendered = (more: MessageParams, secrets: Record<string, string>) =>
      render(
        { locale: lang, template: kind, params: { ...named, ...more }, secrets },
        { ...testLetterhead, sender: clinic, publicUrl: 'https://appointments.womens-health.example' },
      ).sms;
    const { visit: _visit, ...insideCutoff } = secretsOf(kind);
    const written = [1, 2, 5, 11, 100].flatMap((n) => [
      rendered({ n }, secretsOf(kind)),
      rendered({ n, byDate: '', calls: 1 }, secretsOf(kind)),
    ]);
    if (messageKindRow(kind).links === 'visit and stop')
      written.push(rendered({ callBranch: phone }, insideCutoff));
    for (const one of written) expect(textParts(one), one).toBeLessThanOrEqual(most[lang]);
  },
);

test('an English text with an Arabic name takes no more parts than an Arabic one', () => {
  const long = texts.filter((kind) => {
    const params = {
      ...paramsOf('en', kind),
      words: 'The lift is out of order',
      who: 'منى',
      name: 'منى عادل',
    };
    return !fitsText(text('en', kind, params));
  });
  expect(long).toEqual([]);
});

test('a text lists several appointments if they fit', () => {
  const params = paramsOf('ar', 'reminderSeveral');
  const { line_3: _third, ...two } = params;
  expect(text('ar', 'reminderSeveral', params)).not.toContain('حدائق');
  expect(text('ar', 'reminderSeveral', two).split('\n')).toHaveLength(4);
  expect(text('en', 'reminderSeveral', paramsOf('en', 'reminderSeveral')).split('\n')).toHaveLength(5);
});
