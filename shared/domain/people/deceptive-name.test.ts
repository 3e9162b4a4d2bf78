import { expect, test } from 'vitest';
import { isDeceptiveName } from './deceptive-name.ts';

const reserved = {
  clinic: ['Hakima Women’s Health', 'حكيمة لصحة المرأة'],
  branches: ['Nasr City', 'مدينة نصر', '10th of Ramadan', 'العاشر من رمضان', 'Maadi', 'المعادي'],
};

test.each([
  [
    'the clinic',
    ['Hakima', 'HAKIMA clinic', 'حكيمة', 'حكيمه لصحة المراة', 'Women’s Health', 'H a k i m a', 'HakimaTeam'],
  ],
  [
    'the clinic in another spelling',
    ['Hakeema', 'Hakema', 'Hakimah', 'Haqima', 'Hackima', 'Hakeema Ali', 'حكيما', 'حكييمة', 'حكيما علي'],
  ],
  [
    'look-alikes',
    [
      'Ηakima',
      'Hаkima',
      'Ｈａｋｉｍａ',
      'Håkimà',
      'Hak1ma',
      'Haklma',
      'Clinlc Admln',
      'H4k1m4',
      'Hɑkima',
      '𝐇𝐚𝐤𝐢𝐦𝐚',
      'Ha\u200bkima',
      'حکيمة',
      'حـكـيـمـة',
      'ﺣﻜﻴﻤﺔ',
    ],
  ],
  [
    'an office in a word without spaces',
    [
      'ReceptionDesk',
      'receptiondesk',
      'SupportTeam',
      'CustomerService',
      'ClinicManager',
      'TheClinic',
      'HelpDesk',
      'DrMona',
      'DrMONA',
      'Dr_Mona',
      'Ad-min',
      'Recep-tion',
      'Sup port',
      'TheRecep-tion',
      'AdrninTeam',
      'Ha-kima',
      'Hakirna',
      'العيادةالرئيسية',
      'العيادەالرئيسية',
      'موظفةالاستقبال',
      'الدعمالفني',
      'دكتورةمنى',
      'دكتورهمنى',
      'الاستق-بال',
      'drmona',
      'DRMONA',
      'drsara',
      'دكتورمنى',
      'BookingSystem',
      'clinicbooking',
    ],
  ],
  [
    'a branch',
    ['Nasr City', 'Maadi Branch', 'مدينة نصر', 'فرع العاشر من رمضان', 'معادي', 'Tenth of Ramadan'],
  ],
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
      'عيادتك',
      'Call 123',
      'Ⅾr Mona',
      'Dr.Mona',
      'Booking',
      'System',
      'Appointments',
      'الحجز',
      'مواعيد',
      'Doktora Mona',
      'Doktor Mona',
      'Duktura Mona',
      'دوكتورة منى',
      'دوكتور',
      'دكتره',
      'دكترة منى',
      'بروف منى',
      'بروفسور',
      'استشارية',
      'سكرتارية',
      'سكرتيرة',
      'أخصائية',
      'Secretary',
      'Specialist',
      'Consultant',
      'Hotline',
      'Helpline',
      'Call Center',
      'Vodafone',
      'فودافون',
      'اتصلوا بنا',
      'تواصلوا معنا',
      'راسلونا',
      'الخط الساخن',
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
  [
    'words joined by a sign other than a space',
    [
      'Your-account-is-blocked',
      'Mona-Lina-Sara',
      'موعدك_ملغي_كلمينا',
      'منى_سمير',
      'Mona_Samir',
      'Account⠀blocked⠀log⠀in',
      'Mona⠀Samir',
      'Mona\u3164Samir',
      'Mona\u200cSamir',
      'Mona\u00adSamir',
      'منى٭سمير',
      'منى۔سمير',
      'منى1سمير',
      'منى؛سمير',
      'Mona–Samir',
      'Mona--Samir',
      'Mona,Samir',
      'Mona.Samir',
      'Mona·Samir',
      'Mona~Samir',
      'Mona+Samir',
      'Mona|Samir',
      'Mona•Samir Adel',
      'Mona’',
      '❗Mona',
      'Mona!',
      'PayNowOrLose',
      'ReadThisNow',
      'MonaLinaSara',
      'Mona-LinaSara',
    ],
  ],
  [
    'a warning or an order',
    [
      'Cancelled Lina',
      'Canceled',
      'CANCELLED',
      'Cance11ed',
      'Can-celled Lina',
      'Urgent! Lina',
      'Urgent Lina',
      'Blocked-account',
      'Your account is blocked',
      'Your Lina',
      'PayNow',
      'Log in',
      'Lina Confirm',
      'Confirmed',
      'Warning',
      'Waming',
      'ALERT',
      'Positive Lina',
      'ملغي لينا',
      'ملغى لينا',
      'الملغي',
      'مُلغاة لينا',
      'عاجل لينا',
      'عـاجـل لينا',
      'عاجلًا',
      'حسابك محظور كلمينا',
      'حسابك-محظور',
      'حسابكمحظور',
      'موعدك ملغي',
      'تنبيه لينا',
      'تحذير',
      'لينا تأكيد',
      'تم الإلغاء',
      'إلغاء',
    ],
  ],
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
    'Driss',
    'نظام الدين',
    'حجازي',
    'Comfort',
    'رمضان علي',
    'نصر محمود',
    'Mona A.Samir',
    'Labiba',
    'MacDonald',
    'ElSayed',
    'Jean-Luc',
    'mary-anne samir',
    'Abd-El-Rahman',
    'Hoda 12',
    'هدى ١٢',
    '7anan Sha3ban',
    'Mona (Samir)',
    'Mohd. Ali',
    'Adel, Mona',
    'مُنى',
    'منـى',
  ];
  expect(names.filter((name) => isDeceptiveName(name, reserved))).toEqual([]);
});

/** First names and family names of real people in Egypt; several contain a short word for an office. */
const people = {
  first:
    'Mariam Yasmine Nadia Nour Salma Heba Dina Amal Rania Fatma Aya Esraa Mona Hanan Sahar Marina Mirna Shaimaa Eman ' +
    'Asmaa Doaa Reham Marwa Noha Ghada Abeer Samah Nesma Habiba Farida Malak Jana Rahma Zeinab Khadiga Aisha Nagwa ' +
    'Soheir Magda Safaa Wafaa Sanaa Inas Lobna Radwa Omnia Basma Nada Mai Sara Hoda Amira Nermine Christine Mervat ' +
    'Suzan Azza Rasha Sherine Tasneem Labiba Drew Carey Comfort Bernadette Vincent Iman Theresa Corinne Adra ' +
    'FatmaElZahraa Om-Kalthoum HebatAllah NourElHoda Zuleika-Marie',
  last:
    'Adel Tarek Osman Hassan Farouk Mostafa Samir Youssef Khaled Ibrahim Mahmoud Abdelrahman Shawky Fathy Gamal Nabil ' +
    'Girgis Ramadan Abdelaziz Hamdy Sayed Hussein Magdy Lotfy Salah Ragab Wael Sherif Hazem Ayman Saeed Bakry Kamel ' +
    'Anwar Zaki Mansour Ezzat Refaat Emad Atef Reda Elsherbiny Elgohary Elmasry Badawy Wagih Tawfik Halim Metwally ' +
    'Ehab Alaa Ayad Labib Bernard Bankole Adams Comsan Netzer Staffan Ernest AbdElRahman AbdelKhalek El-Din McCoy ' +
    'Ramzy Nasr Maadawy',
  firstArabic:
    'مريم ياسمين نادية نور سلمى هبة دينا أمل رانيا فاطمة آية إسراء منى حنان سحر مارينا ميرنا شيماء إيمان أسماء دعاء ' +
    'ريهام مروة نهى غادة عبير سماح نسمة حبيبة فريدة ملك جنى رحمة زينب خديجة عائشة نجوى سهير ماجدة صفاء وفاء سناء ' +
    'إيناس لبنى رضوى أمنية بسمة ندى مي سارة هدى أميرة نرمين كريستين ميرفت سوزان عزة رشا شيرين تسنيم داليا خالدة ' +
    'رمزية صحر دنيا عياد فاطمةالزهراء آيةالله هبةالله نورالهدى أم-كلثوم',
  lastArabic:
    'عادل طارق عثمان حسن فاروق مصطفى سمير يوسف خالد إبراهيم محمود شوقي فتحي جمال نبيل جرجس رمضان حمدي سيد أشرف حسين ' +
    'مجدي لطفي صلاح رجب وائل شريف حازم أيمن هشام سعيد موسى بكري كامل أنور زكي منصور عزت رفعت جلال فؤاد عماد عاطف رضا ' +
    'الشربيني الجوهري المصري الصاوي بدوي وجيه صبحي توفيق حليم متولي نصر إيهاب علاء عياد هاني رمزي فرعون مركزي دعيبس ' +
    'عبدالرحمن عبدالعزيز جمالالدين عبدالعال الدالي الخدمي القاضي',
};
test('names of real people are accepted, also those that contain a short word for an office', () => {
  const listed = (names: string) => names.split(' ');
  const combine = (first: string, last: string) =>
    listed(first).flatMap((given) => [given, ...listed(last).map((family) => `${given} ${family}`)]);
  const names = [
    ...combine(people.first, people.last),
    ...combine(people.firstArabic, people.lastArabic),
    'MONA SAMIR',
    'Hakim Samir',
    'Hakim Ali',
    'Abdel Hakim Ahmed',
    'حكيم هاني',
    'Hakeem',
    'حكيم',
    'حكمت',
    'Ramadan Adel',
    'Mona Samir Abd El Rahman El Sayed',
    'هبة عياد هاني',
    'Aya Vincent Reda',
  ];
  expect(names.filter((name) => isDeceptiveName(name, reserved))).toEqual([]);
});

/** Common first names in Egypt; some sound or look like a word of a warning. */
const firstNames = {
  arabic: [
    'آية، أمل، أمنية، رجاء، منى، رغدة، هدية، ميعاد، منتهى، محظوظة، محفوظة، محجوب، مبروكة، مقبولة، رسالة، نبيهة، تحية',
    'عادل، ناجل، ساجد، ماجد، راجية، نجلاء، جلال، نوال، عايدة، عبلة، علا، عفاف، عواطف، ملاك، ملك، مليكة، ملكة، موعظة',
    'لوجين، جودي، سما، فرح، كنزي، ريتاج، جميلة، كوثر، فوزية، إنصاف، فايزة، نجاة، سلامة، سعاد، إحسان، شهد، بسنت، حنين',
    'فاطمة الزهراء، عبد الرحمن، نور الهدى، أم كلثوم، أم هاشم، هبة الله، آية الله، ست الدار، ست أبوها، دفع الله، حسب الله',
    'نور-الهدى، عبد-الله، محمد، أحمد، مصطفى، كيرلس، مينا، بيشوي، حسيب، حسابو، حذيفة، آلان، ست الحسن',
  ],
  latin: [
    'Aya, Amal, Omneya, Ragaa, Hope, Joy, Grace, Faith, Mercy, Montaha, Meaad, Mahzouza, Mahgoub, Mabrouka, Hadeya, Resala',
    'Adel, Nagla, Galal, Nawal, Aida, Abla, Ola, Afaf, Malak, Malika, Youssra, Yousr, Nour, Noura, Login, Logy, Loujain, Judy',
    'Albert, Alan, Bill, Basant, Shahd, Farah, Kenzy, Retaj, Gamila, Kawthar, Fawzia, Ensaf, Fayza, Nagat, Salama, Ehsan',
    'Fatma El-Zahraa, Abdel Rahman, Abdel-Rahman, Noor El-Huda, Nour El-huda, Om Kalthoum, Om-Hashem, Hebat Allah, Mary-Anne',
    'Mary Anne, Ayat-Allah, AbdelRahman, NourElHuda, Set El-Dar, Mohamed, Kyrillos, Mina, Bishoy, Hassib, Seif-El-Din, Dafallah',
  ],
};
test('common first names in Egypt are accepted, in Arabic and in Latin letters', () => {
  const names = [
    ...firstNames.arabic.flatMap((line) => line.split('، ')),
    ...firstNames.latin.flatMap((line) => line.split(', ')),
  ];
  expect(names.length).toBeGreaterThan(140);
  const called = names.flatMap((name) => [name, name.toUpperCase(), name.toLowerCase()]);
  expect(called.filter((name) => isDeceptiveName(name, reserved))).toEqual([]);
});
