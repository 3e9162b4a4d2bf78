import type { Lang } from '#shared/domain/languages.ts';

/**
 * An invented woman of the demonstration: her name in both scripts, the registered one, and an unassigned
 * number.
 */
interface DemoPerson {
  name: string;
  nameAr: string;
  shownIn: Lang;
  username: string;
  phone: string;
}

const names: readonly (readonly [english: string, arabic: string])[] = [
  ['Mariam Adel', 'مريم عادل'],
  ['Yasmine Tarek', 'ياسمين طارق'],
  ['Nadia Osman', 'نادية عثمان'],
  ['Nour Hassan', 'نور حسن'],
  ['Salma Farouk', 'سلمى فاروق'],
  ['Heba Mostafa', 'هبة مصطفى'],
  ['Dina Samir', 'دينا سمير'],
  ['Amal Youssef', 'أمل يوسف'],
  ['Rania Khaled', 'رانيا خالد'],
  ['Fatma Ibrahim', 'فاطمة إبراهيم'],
  ['Aya Mahmoud', 'آية محمود'],
  ['Esraa Abdelrahman', 'إسراء عبد الرحمن'],
  ['Mona Shawky', 'منى شوقي'],
  ['Hanan Fathy', 'حنان فتحي'],
  ['Sahar Gamal', 'سحر جمال'],
  ['Marina Nabil', 'مارينا نبيل'],
  ['Mirna Girgis', 'ميرنا جرجس'],
  ['Shaimaa Ramadan', 'شيماء رمضان'],
  ['Eman Abdelaziz', 'إيمان عبد العزيز'],
  ['Asmaa Hamdy', 'أسماء حمدي'],
  ['Doaa Sayed', 'دعاء سيد'],
  ['Reham Ashraf', 'ريهام أشرف'],
  ['Marwa Hussein', 'مروة حسين'],
  ['Noha Magdy', 'نهى مجدي'],
  ['Ghada Lotfy', 'غادة لطفي'],
  ['Abeer Salah', 'عبير صلاح'],
  ['Samah Ragab', 'سماح رجب'],
  ['Nesma Wael', 'نسمة وائل'],
  ['Habiba Sherif', 'حبيبة شريف'],
  ['Farida Hazem', 'فريدة حازم'],
  ['Malak Ayman', 'ملك أيمن'],
  ['Jana Hesham', 'جنى هشام'],
  ['Rahma Saeed', 'رحمة سعيد'],
  ['Zeinab Abdelhamid', 'زينب عبد الحميد'],
  ['Khadiga Moussa', 'خديجة موسى'],
  ['Aisha Bakry', 'عائشة بكري'],
  ['Nagwa Kamel', 'نجوى كامل'],
  ['Soheir Anwar', 'سهير أنور'],
  ['Magda Zaki', 'ماجدة زكي'],
  ['Safaa Mansour', 'صفاء منصور'],
  ['Wafaa Ezzat', 'وفاء عزت'],
  ['Sanaa Refaat', 'سناء رفعت'],
  ['Inas Galal', 'إيناس جلال'],
  ['Lobna Fouad', 'لبنى فؤاد'],
  ['Radwa Emad', 'رضوى عماد'],
  ['Omnia Atef', 'أمنية عاطف'],
  ['Basma Reda', 'بسمة رضا'],
  ['Nada Elsherbiny', 'ندى الشربيني'],
  ['Mai Elgohary', 'مي الجوهري'],
  ['Sara Elmasry', 'سارة المصري'],
  ['Hoda Elsawy', 'هدى الصاوي'],
  ['Amira Badawy', 'أميرة بدوي'],
  ['Nermine Sobhy', 'نرمين صبحي'],
  ['Christine Wagih', 'كريستين وجيه'],
  ['Mervat Tawfik', 'ميرفت توفيق'],
  ['Suzan Halim', 'سوزان حليم'],
  ['Azza Metwally', 'عزة متولي'],
  ['Rasha Nasr', 'رشا نصر'],
  ['Sherine Ehab', 'شيرين إيهاب'],
  ['Tasneem Alaa', 'تسنيم علاء'],
];

const splitName = (name: string): [first: string, last: string] => {
  const [first = '', ...rest] = name.split(' ');
  return [first, rest.join(' ')];
};
/** Frequency of each first name, always with another last name. */
const namesPerFirstName = 4;

const demoNames = Array.from({ length: namesPerFirstName }, (_, round) =>
  names.map((own, i) => {
    const other = names[(i * 7 + round * 13) % names.length] ?? own;
    const last = round === 0 ? own : other;
    return {
      name: `${splitName(own[0])[0]} ${splitName(last[0])[1]}`,
      nameAr: `${splitName(own[1])[0]} ${splitName(last[1])[1]}`,
    };
  }),
).flat();

/** After the number of the patient for signing in, which must lead to her account alone. */
const firstPhoneNumber = 11;

/** The patients of the demonstration; two of three wrote their names in Arabic. */
export const demoPeople: readonly DemoPerson[] = demoNames.map(({ name, nameAr }, i) => ({
  name,
  nameAr,
  shownIn: i % 3 === 0 ? 'en' : 'ar',
  username: name.toLowerCase().replace(' ', '.'),
  phone: `+20100000${String(i + firstPhoneNumber).padStart(4, '0')}`,
}));

/** The people whose guardian the patient for signing in is. */
export const demoFamily = [
  { name: 'سميرة فهمي', relation: 'mother', birthYear: 1958 },
  { name: 'لارا كريم', relation: 'daughter', birthYear: 2014 },
] as const;

/**
 * Notes of staff about appointments, by status, in the patient's language, in which the clinic writes to her.
 */
export const demoNotes: Readonly<
  Record<'confirmed' | 'attended' | 'no_show' | 'cancelled', readonly (readonly [en: string, ar: string])[]>
> = {
  confirmed: [
    ['Bring last lab results.', 'تحضر آخر التحاليل.'],
    ['Prefers the last time of the day.', 'تفضل آخر موعد في اليوم.'],
    ['Comes with her sister.', 'تحضر مع أختها.'],
    ['Please call before the visit.', 'يُرجى الاتصال قبل الموعد.'],
    ['Needs the ground floor.', 'تحتاج إلى الدور الأرضي.'],
    ['Moved from Sunday.', 'تغيّر الموعد من يوم الأحد.'],
    ['Annual check-up.', 'الكشف السنوي.'],
  ],
  attended: [
    ['First visit. Referred for ultrasound.', 'أول زيارة. مطلوب سونار.'],
    ['Results discussed. Next visit in a month.', 'تمت مراجعة النتائج. الزيارة التالية بعد شهر.'],
    ['Follow-up visit.', 'زيارة متابعة.'],
    ['Arrived ten minutes late, was seen.', 'تأخرت عشر دقائق وتم الكشف.'],
    ['Paperwork complete.', 'الأوراق كاملة.'],
    ['Comes with her sister.', 'تحضر مع أختها.'],
  ],
  no_show: [
    ['No answer on two calls.', 'لم ترد على مكالمتين.'],
    ['Did not come, will call herself.', 'لم تحضر، ستتصل بنفسها.'],
  ],
  cancelled: [
    ['Asked to move to next month.', 'طلبت التأجيل إلى الشهر القادم.'],
    ['Cancelled by phone.', 'ألغت الموعد بالهاتف.'],
    ['Is travelling that week.', 'مسافرة في هذا الأسبوع.'],
  ],
};

/** Messages of the contact form. */
export const demoContactMessages: readonly {
  name: string;
  email: string;
  message: string;
  locale: Lang;
}[] = [
  {
    name: 'Hala Sabry',
    email: 'hala@mail.example',
    message: 'Good morning, do I need to bring earlier reports to a first visit?',
    locale: 'en',
  },
  {
    name: 'نهلة عبد الله',
    email: 'nahla@mail.example',
    message: 'هل يوجد مكان لانتظار السيارات بجوار فرع مصر الجديدة؟',
    locale: 'ar',
  },
  {
    name: 'أم يوسف',
    email: 'om.youssef@mail.example',
    message: 'أريد تغيير رقم هاتفي المسجّل لديكم، فماذا أفعل؟',
    locale: 'ar',
  },
  {
    name: 'Jailan Ezz',
    email: 'jailan@mail.example',
    message: 'Is the New Cairo branch open on the Friday after the holiday?',
    locale: 'en',
  },
];
