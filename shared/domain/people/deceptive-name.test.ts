import { expect, test } from 'vitest';
import { isDeceptiveName } from './deceptive-name.ts';

const reserved = {
  clinic: ['Hakima Women’s Health', 'حكيمة لصحة المرأة'],
  branches: ['Nasr City', 'مدينة نصر', '10th of Ramadan', 'العاشر من رمضان', 'Maadi'],
};

test.each([
  [
    'the clinic',
    ['Hakima', 'HAKIMA clinic', 'حكيمة', 'حكيمه لصحة المراة', 'Women’s Health', 'H a k i m a', 'HakimaTeam'],
  ],
  [
    'look-alikes',
    [
      'Ηakima',
      'Hаkima',
      'Ｈａｋｉｍａ',
      'Håkimà',
      'Hak1ma',
      'H4k1m4',
      'Hɑkima',
      '𝐇𝐚𝐤𝐢𝐦𝐚',
      'Ha\u200bkima',
      'حکيمة',
      'حـكـيـمـة',
      'ﺣﻜﻴﻤﺔ',
    ],
  ],
  ['a branch', ['Nasr City', 'Maadi Branch', 'مدينة نصر', 'فرع العاشر من رمضان']],
  [
    'a title or an office',
    [
      'Dr. Mona',
      'Dr Mona',
      'D r',
      'Doctor',
      'دكتورة منى',
      'د. منى',
      'الاستقبال',
      'Reception',
      'Support Team',
      'خدمة العملاء',
      'العيادة',
      'Ⅾr Mona',
    ],
  ],
  [
    'an address',
    [
      'evil.com',
      'www.evil.com',
      'Mona evil.com/x',
      'mona@evil.example',
      'http://x',
      'evil。com',
      'ｅｖｉｌ．ｃｏｍ',
    ],
  ],
  ['a number', ['01001234567', 'Mona 0100 123 4567', '٠١٠٠١٢٣٤٥٦٧', '12345']],
  ['nothing', ['', '…', '🌸', '\u3164', '\u2800']],
])('is deceptive as %s', (_what, names) => {
  expect(names.filter((name) => !isDeceptiveName(name, reserved))).toEqual([]);
});

test('ordinary names are accepted', () => {
  const names = [
    'Mona Samir',
    'Mona A. Samir',
    'Zoë Müller',
    'Nour El-Din',
    'Fatma El Zahraa',
    "Sara O'Neil",
    'J.R. Smith',

    'منى سمير',
    'فاطمة الزهراء',
    'هدى',
    'آية',
    'عبد الرحمن',
    'مؤمنة',
    'رضوى',
    'إيمان',
    'دينا',
    'Admira',
    'Teresa',

    'Carey Adams',
    'Ramadan Ali',
    'Mona 2',
    'Łucja',
    'مروة',
    'پري',
    'Drew',
    'Comfort',
    'رمضان علي',
    'نصر محمود',
    'Mona A.Samir',
    'Labiba',
  ];
  expect(names.filter((name) => isDeceptiveName(name, reserved))).toEqual([]);
});
