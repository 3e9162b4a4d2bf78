import { describe, expect, it } from 'vitest';
import { listSounds } from './name-sounds.ts';
import { searchWords, type WordKind, wordsQuery } from './search-words.ts';

/** Simulates the database's full text search over the words of a person. */
function finds(q: string, name: string, kind: WordKind = 'beginning'): boolean {
  const words = searchWords({ name });
  const query = wordsQuery(q, kind);
  if (query === null) return false;
  return query.split(' & ').every((group) =>
    group
      .slice(1, -1)
      .split(' | ')
      .some((alternative) => {
        const [, word = '', start] = /^'(.*)'(:\*)?$/.exec(alternative) ?? [];
        return words.some((one) => (start ? one.startsWith(word) : one === word));
      }),
  );
}

/** Each row: all spellings of one name. */
const oneName = [
  'هدى الصاوي, هدي الصاوى, Hoda Elsawy, Huda El-Sawy, Hoda Al Sawi, Houda Essawy',
  'نورهان السيد, Nourhan Elsayed, Norhan El Sayed, Nurhan Al-Sayyid, Nourhane Elsaied',
  'ياسمين, Yasmeen, Yasmine, Yasmin',
  'محمد, Mohamed, Mohammed, Muhammad, Mohamad, Mohammad',
  'مريم عبدالعزيز, مريم عبد العزيز, Mariam Abdelaziz, Maryam Abdul Aziz, Mariam Abd El-Aziz',
  'فاطمة, فاطمه, Fatma, Fatima, Fatema, Fatmah',
  'عائشة, عايشه, Aisha, Aysha, Aicha',
  'شيماء, شيما, Shaimaa, Shimaa, Shayma, Chaima',
  'دعاء, Doaa, Doa, Duaa',
  'إيمان, ايمان, Eman, Iman',
  'أسماء, اسماء, Asmaa, Asma',
  'إسراء, Esraa, Israa, Esra',
  'آية, اية, ايه, Aya, Ayah',
  'آلاء, الاء, Alaa',
  'مروة, مروه, Marwa, Marwah',
  'سلوى, سلوي, Salwa',
  'سلمى, Salma',
  'ليلى, ليلي, Laila, Layla, Leila, Lila',
  'هبة, هبه, Heba, Hiba',
  'هبة الله, Hebatallah, Hebat Allah, Hebatullah',
  'زينب, Zeinab, Zaynab, Zainab',
  'خديجة, Khadija, Khadiga, Khadeeja',
  'رحاب, Rehab, Rihab',
  'ريهام, Reham, Riham, Reeham',
  'رضوى, Radwa',
  'رانيا, رانية, Rania, Ranya',
  'راندا, Randa',
  'دينا, Dina, Deena',
  'داليا, Dalia, Dalya',
  'نادية, ناديه, Nadia, Nadya',
  'نجلاء, Naglaa, Nagla, Najlaa',
  'نيرة, Nayera, Naira, Nira',
  'نيفين, Nevine, Nevin, Niveen, Nivin',
  'شيرين, Sherine, Shereen, Shirin, Cherine',
  'سوسن, Sawsan, Sausan',
  'سهير, Soheir, Suhair, Sohair',
  'سمية, Somaya, Sumaya, Somayya, Soumaya',
  'صفاء, Safaa, Safa',
  'وفاء, Wafaa, Wafa',
  'ولاء, Walaa',
  'غادة, Ghada, Gada',
  'جيهان, Gehan, Jihan, Gihan, Jehan',
  'جميلة, Gamila, Jamila, Gameela',
  'نجوى, Nagwa, Najwa',
  'ماجدة, Magda, Majda',
  'منى, مني, Mona, Muna, Mouna',
  'مها, Maha',
  'مي, Mai, May',
  'ميادة, Mayada',
  'ندى, Nada',
  'نهى, نهي, Noha, Nuha',
  'نهلة, Nahla',
  'نشوى, Nashwa',
  'هويدا, Howaida, Howayda',
  'هناء, Hanaa, Hana',
  'هالة, Hala',
  'حنان, Hanan',
  'حسناء, Hasnaa',
  'رباب, Rabab',
  'رشا, Rasha',
  'رؤى, Roaa, Rowa',
  'لمياء, Lamiaa, Lamia, Lamya',
  'لبنى, Lobna, Lubna, Loubna',
  'عزة, Azza',
  'عبير, Abeer, Abir',
  'عفاف, Afaf',
  'علياء, Aliaa, Alia, Alya',
  'أميرة, Amira, Ameera',
  'أماني, Amany, Amani',
  'أمنية, Omnia, Omneya, Omniya',
  'إنجي, Engy, Ingy, Engi, Enjy',
  'بسمة, Basma',
  'بثينة, Bothaina, Bosaina, Buthayna',
  'ثناء, Sanaa, Thanaa',
  'كوثر, Kawthar, Kawsar, Kauthar',
  'ثريا, Soraya, Thoraya, Sorayya',
  'يسرا, Yosra, Yousra, Yusra',
  'يوسف, Youssef, Yousef, Yusuf, Youssif, Yosef',
  'أحمد, احمد, Ahmed, Ahmad',
  'محمود, Mahmoud, Mahmood, Mahmud',
  'مصطفى, مصطفي, Mostafa, Mustafa, Moustafa, Mustapha',
  'إبراهيم, ابراهيم, Ibrahim, Ebrahim, Ibraheem',
  'إسماعيل, Ismail, Esmail, Ismael, Esmaeel',
  'عبد الله, عبدالله, Abdullah, Abdallah, Abdalla, Abd Allah',
  'عبد الرحمن, عبدالرحمن, Abdelrahman, Abdulrahman, Abdurrahman, Abd El Rahman, Abdel Rahman',
  'عبد الفتاح, Abdelfattah, Abdel Fattah, Abdul Fatah',
  'عبد الحميد, عبدالحميد, Abdelhamid, Abdel Hameed',
  'نور الدين, نورالدين, Noureldin, Nour El-Din, Noureddine, Nureldeen, Nour Eldeen',
  'صلاح الدين, Salah El-Din, Salaheldin, Salaheddin',
  'أبو العلا, ابوالعلا, Abou El Ela, Aboelela, Abo Elela',
  'الشاذلي, Elshazly, El-Shazly, Al Shazli, Shazly',
  'الغندور, Elghandour, El Ghandour',
  'الجندي, Elgendy, El-Gindy, Algendi',
  'الشافعي, Elshafei, El Shafie, Al-Shafey',
  'المنشاوي, Elmenshawy, El Menshawi',
  'السباعي, Elsebaey, El Sebai, Elsebaie',
  'طه, Taha',
  'عثمان, Osman, Othman',
  'هيثم, Haitham, Haytham, Haisam',
  'ثروت, Tharwat, Sarwat',
  'جورج, George, Gorg',
  'كريستين, Christine, Kristin',
  'مارينا, Marina',
  'فيفيان, Vivian',
  'تريزا, Treza, Tereza',
  'فوزي, Fawzy, Fawzi, Fauzi',
  'فؤاد, Fouad, Foad, Fuad',
  'رؤوف, Raouf, Raoof',
  'شوقي, Shawky, Shawki, Shawqi',
  'زكريا, Zakaria, Zakareya',
  'حمدي, Hamdy, Hamdi',
  'لطفي, Lotfy, Lotfi, Loutfy',
  'عوض, Awad',
  'جلال, Galal, Jalal',
  'صبحي, Sobhy, Sobhi, Subhi',
  'خالد, Khaled, Khalid, 5aled',
  'حسين, Hussein, Hussain, Hosein',
  'ذكي, Zaky',
  'رمضان, Ramadan',
  'مدحت, Medhat',
  'فتحي, Fathy, Fathi',
].map((row) => row.split(', '));

describe('a name is found in any spelling', () => {
  it.each(oneName)('%s', (...spellings) => {
    for (const q of spellings)
      for (const name of spellings) expect([q, name, finds(q, name)]).toEqual([q, name, true]);
  });
});

describe('a search', () => {
  it.each([
    ['Nourhan Elsayed', 'Nourhan Mohamed Ahmed Elsayed'],
    ['elsayed nourhan', 'Nourhan Mohamed Ahmed Elsayed'],
    ['نورهان السيد', 'Nourhan Mohamed Ahmed Elsayed'],
    ['Nour Elsa', 'نورهان محمد السيد'],
    ['مريم عبدالعزيز', 'مريم أحمد عبد العزيز'],
    ['7oda', 'هدى فتحي'],
    ['sawy hoda', 'هدى محمود الصاوي'],
  ])('%j finds %j', (q, name) => expect(finds(q, name)).toBe(true));

  it.each([
    ['Nourhan Elsawy', 'Nourhan Mohamed Elsayed'],
    ['Hoda', 'Heidi Aly Hassan'],
    ['Mona', 'أمينة'],
    ['Salma', 'سلوى'],
    ['نورا', 'دينا'],
    ['Marwa', 'مريم'],
    ['Ali', 'هالة'],
  ])('%j does not find %j', (q, name) => expect(finds(q, name, 'sounding')).toBe(false));

  it.each([
    ['Nourahn Elsayed', 'Nourhan Elsayed'],
    ['Mohmaed', 'محمد'],
    ['Yasmen', 'ياسمين'],
    ['Moustfa', 'مصطفى'],
    ['Ibrahm', 'إبراهيم'],
    ['ابراهم', 'Ibrahim'],
    ['Abdelhamed', 'عبد الحميد'],
    ['Khadga', 'خديجة'],
    ['Fatmra', 'فاطمة'],
  ])('mistyped %j nearly finds %j', (q, name) => expect(finds(q, name, 'near')).toBe(true));

  it('has digits of a phone beside a name, and a part of a username', () => {
    const words = searchWords({ name: 'Mona Ali', username: 'mona.ali', phone: '+201001234567' });
    expect(words.filter((word) => word.startsWith('='))).toEqual(['=mona', '=ali', '=01001234567']);
    expect(wordsQuery('منى ٠١٠٠', 'written')).toBe("('=مني':*) & ('=0100':*)");
  });

  it('is null without a word, and cannot inject anything into the query', () => {
    expect(['', '  ', '|', '-', '\\'].map((q) => wordsQuery(q, 'near'))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(wordsQuery("x' | '!a:*", 'written')).toBe("('=x':*) & ('=a':*)");
    expect(wordsQuery("o'brien", 'written')).toBe("('=obrien':*)");
  });
});

it('separates long and short readings of one spelling', () => {
  expect(listSounds('youssef')).toEqual(['ysf', 'ywsf', 'ysyf', 'ywsyf']);
  expect(listSounds('12')).toEqual([]);
});
