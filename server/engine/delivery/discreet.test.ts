import { expect, test } from 'vitest';
import { testLetterhead } from '#server/testing/letterhead.ts';
import { defaultClinicSettings, senderNameIn } from '#shared/domain/clinic-settings.ts';
import { langs } from '#shared/domain/languages.ts';
import { allMessageKinds, messageKinds } from '#shared/domain/message-kinds.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { render } from './render.ts';

/** Words that nobody who reads over a shoulder may see: they reveal why a woman visits this clinic. */
const telling = [
  /gyn[ae]/i,
  /fertil|pregnan|hormon|menopaus|obstetr|maternity|contracept|laparosc|oncolog/i,
  /wom[ae]n|لصحة|المرأة/i,
  /surg|scan|smear|consultation|clinical|doctor'?s note|diagnos|patient/i,
  /نسا[ءئ]|توليد|ولادة|خصوبة|إنجاب|حمل|هرمون|منظار|جراح|أورام|أشعة|استشار|تشخيص|مريض/,
];

/** Every parameter that a kind of message may have. */
const params = {
  date: '2027-06-08',
  time: '15:20:00',
  locationId: 1,
  location: 'Maadi',
  address: '9 Road',
  reference: 'HKM-000042',
  link: '/book',
  doctor: 'Dr. Laila Kamal',
  who: 'Fatma',
  name: 'Mariam',
  byDate: '2027-06-08',
  byTime: '12:00:00',
  n: 2,
  list: '3:20 PM, Maadi',
  minutes: 30,
  come: '15:40:00',
  until: '14:00:00',
  untilDate: '2027-06-08',
};
const secrets = { code: '123456', visit: '/l/a', stop: '/l/b', offer: '/l/c', enter: '/l/d', link: '/l/e' };
const toPatients = allMessageKinds.filter((kind) =>
  (['patient', 'account'] as readonly string[]).includes(messageKinds[kind].audience),
);

test.each(langs)('a text offers STOP only if replies can arrive (%s)', (locale) => {
  const textWith = (takesReplies: boolean) =>
    render({ locale, template: 'confirmed', params, secrets }, { ...testLetterhead, takesReplies }).sms;
  expect(textWith(true)).toContain('STOP');
  expect(textWith(false)).not.toContain('STOP');
});

test.each([
  'Hakima',
  'Reception',
  'www.evil.example',
  '٠١٠٠١٢٣٤٥٦٧',
  'Маadi',
  'Cancelled',
  'ملغي',
  'Your-account-is-blocked',
])('a message about a person called “%s” does not repeat the name', (who) => {
  const { subject, text, sms } = render(
    { locale: 'en', template: 'confirmed', params: { ...params, who }, secrets },
    testLetterhead,
  );
  for (const words of [subject, text, sms]) {
    expect(words).toContain(say('en', 'mail.someone'));
    expect(words).not.toContain(`${who}:`);
  }
});

test.each(langs)('no message to a patient reveals the reason of her appointment (%s)', (locale) => {
  const told = toPatients.flatMap((template) => {
    const words = render(
      { locale, template, params, secrets },
      {
        ...testLetterhead,
        sender: senderNameIn(locale, defaultClinicSettings),
        recipient: 'Nour Ahmed',
      },
    );
    return Object.entries(words).flatMap(([part, text]) =>
      // The sender's name may be the clinic's; the visible text on a locked phone may not reveal more.
      [...telling, ...(part === 'subject' ? [/Hakima|حكيمة/] : [])]
        .filter((word) => word.test(text))
        .map((word) => `${template} ${part}: ${word.exec(text)?.[0]}`),
    );
  });
  expect(told).toEqual([]);
  expect(toPatients.length).toBeGreaterThan(20);
});
