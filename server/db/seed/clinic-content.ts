/** One shift of the week: Sunday is 0, hours on the clinic's clock. */
interface SeedShift {
  weekday: number;
  opens: string;
  closes: string;
}

interface SeedLocation {
  name: string;
  nameAr: string;
  address: string;
  addressAr: string;
  openHours: string;
  openHoursAr: string;
  phone: string;
  landmark: string;
  landmarkAr: string;
  rooms: number;
}

interface SeedService {
  name: string;
  nameAr: string;
  description: string;
  descriptionAr: string;
  icon: string;
  durationMinutes: number;
  /** Text for patients about the appointment. It names no prices, because the owner sets them. */
  whatHappens: string;
  whatHappensAr: string;
  bring: string;
  bringAr: string;
}

const openHours = 'Sunday - Thursday: 9am - 7pm\nFriday: 9am - 3pm';
const openHoursAr = 'الأحد - الخميس: ٩ ص - ٧ م\nالجمعة: ٩ ص - ٣ م';

/** Consultations of every branch until an admin changes them: Sunday to Thursday, 3 to 7 PM. */
export const seedShifts: readonly SeedShift[] = [0, 1, 2, 3, 4].map((weekday) => ({
  weekday,
  opens: '15:00',
  closes: '19:00',
}));

const places = [
  {
    name: 'Nasr City',
    nameAr: 'مدينة نصر',
    address: '18 Abbas El Akkad Street, Nasr City, Cairo',
    addressAr: '١٨ شارع عباس العقاد، مدينة نصر، القاهرة',
    landmark: 'Next to the second Abbas El Akkad petrol station',
    landmarkAr: 'بجوار ثاني محطة بنزين في عباس العقاد',
    phone: '+20 2 0000 0001',
  },
  {
    name: 'Heliopolis',
    nameAr: 'مصر الجديدة',
    address: '42 El Merghany Street, Heliopolis, Cairo',
    addressAr: '٤٢ شارع الميرغني، مصر الجديدة، القاهرة',
    landmark: 'Opposite the tram garden, second floor, with a lift',
    landmarkAr: 'أمام حديقة الترام، الدور الثاني، ويوجد أسانسير',
    phone: '+20 2 0000 0002',
  },
  {
    name: 'New Cairo',
    nameAr: 'القاهرة الجديدة',
    address: '7 North 90th Street, Fifth Settlement, New Cairo',
    addressAr: '٧ شارع التسعين الشمالي، التجمع الخامس، القاهرة الجديدة',
    landmark: 'Behind the petrol station, ground floor',
    landmarkAr: 'خلف محطة البنزين، الدور الأرضي',
    phone: '+20 2 0000 0003',
  },
  {
    name: 'Hadayek el-Kobba',
    nameAr: 'حدائق القبة',
    address: '65 Misr Wel Sudan Street, Hadayek el-Kobba, Cairo',
    addressAr: '٦٥ شارع مصر والسودان، حدائق القبة، القاهرة',
    landmark: 'Five minutes on foot from the metro, above the pharmacy',
    landmarkAr: 'على بعد خمس دقائق سيرًا من المترو، أعلى الصيدلية',
    phone: '+20 2 0000 0004',
  },
  {
    name: '10th of Ramadan',
    nameAr: 'العاشر من رمضان',
    address: '3 El Ordoneya Square, 10th of Ramadan City, Sharqia',
    addressAr: '٣ ميدان الأردنية، مدينة العاشر من رمضان، الشرقية',
    landmark: 'On the square, beside the bank',
    landmarkAr: 'على الميدان، بجوار البنك',
    phone: '+20 55 000 0005',
  },
  {
    name: 'Alexandria',
    nameAr: 'الإسكندرية',
    address: '29 Fawzy Moaz Street, Smouha, Alexandria',
    addressAr: '٢٩ شارع فوزي معاذ، سموحة، الإسكندرية',
    landmark: 'Two streets from the sporting club, first floor',
    landmarkAr: 'على بعد شارعين من النادي، الدور الأول',
    phone: '+20 3 000 0006',
  },
  {
    name: 'Menofeya',
    nameAr: 'المنوفية',
    address: '11 Gamal Abdel Nasser Street, Shebin El Kom, Menofeya',
    addressAr: '١١ شارع جمال عبد الناصر، شبين الكوم، المنوفية',
    landmark: 'Beside the post office, first floor',
    landmarkAr: 'بجوار مكتب البريد، الدور الأول',
    phone: '+20 48 000 0007',
  },
  {
    name: 'Shobra el-kheima',
    nameAr: 'شبرا الخيمة',
    address: '54 15 May Street, Shobra el-kheima, Qalyubia',
    addressAr: '٥٤ شارع ١٥ مايو، شبرا الخيمة، القليوبية',
    landmark: 'In front of the bus stop, above the bakery',
    landmarkAr: 'أمام موقف الأتوبيس، أعلى المخبز',
    phone: '+20 2 0000 0008',
  },
];

/** The eight branches of a new clinic; the phone numbers and landmarks are placeholders. */
export const seedLocations: readonly SeedLocation[] = places.map((place) => ({
  ...place,
  openHours,
  openHoursAr,
  rooms: 1,
}));

/** The services of a new clinic, in the order the public page shows them. */
export const seedServices: readonly SeedService[] = [
  {
    name: 'Gynecological Consultations',
    nameAr: 'استشارات أمراض النساء',
    description: 'Periods, pain, pregnancy: examination and plan.',
    descriptionAr: 'الدورة والآلام والحمل: كشف وخطة علاج.',
    icon: 'gynecology',
    durationMinutes: 20,
    whatHappens: 'You talk with the doctor, are examined if you agree, and leave with a plan.',
    whatHappensAr: 'تتحدثين مع الطبيبة أو الطبيب، ثم الكشف إن وافقتِ، وتخرجين بخطة واضحة.',
    bring: 'Your ID card\nEarlier results and prescriptions\nThe date of your last period',
    bringAr: 'بطاقتك الشخصية\nالتحاليل والروشتات السابقة\nتاريخ آخر دورة',
  },
  {
    name: 'Advanced Laparoscopy',
    nameAr: 'المناظير المتقدمة',
    description: 'Keyhole surgery: is it right for you?',
    descriptionAr: 'جراحة من فتحات صغيرة: هل تناسبك؟',
    icon: 'laparoscopy',
    durationMinutes: 20,
    whatHappens:
      'The doctor looks at your scans, explains the operation and answers your questions. Nothing is operated on this day.',
    whatHappensAr: 'يراجع معك الطبيب الأشعة ويشرح العملية ويجيب عن أسئلتك. لا تُجرى أي عملية في هذا اليوم.',
    bring: 'Your ID card\nUltrasound or MRI, with the report\nA list of the medicines you take',
    bringAr: 'بطاقتك الشخصية\nالسونار أو الرنين مع التقرير\nقائمة بالأدوية التي تأخذينها',
  },
  {
    name: 'Fertility Services',
    nameAr: 'خدمات الخصوبة',
    description: 'For couples who are trying to conceive.',
    descriptionAr: 'لمن تنتظر الحمل، مع زوجها.',
    icon: 'fertility',
    durationMinutes: 20,
    whatHappens: 'A first talk about both of you, then which tests come next. Your husband is welcome.',
    whatHappensAr: 'حديث أول عن حالتكما معًا، ثم الفحوصات المطلوبة. حضور زوجك مرحّب به.',
    bring: 'Your ID card\nEarlier fertility tests of you both\nThe dates of your last three periods',
    bringAr: 'بطاقتك الشخصية\nتحاليل الخصوبة السابقة لكما\nتواريخ آخر ثلاث دورات',
  },
  {
    name: 'Gynecological Surgery',
    nameAr: 'جراحات أمراض النساء',
    description: 'Talk through a planned operation.',
    descriptionAr: 'حديث عن عملية نخطط لها معك.',
    icon: 'surgery',
    durationMinutes: 20,
    whatHappens:
      'The doctor explains what is planned, before, during and after, and what it takes to prepare. Nothing is operated on this day.',
    whatHappensAr:
      'يشرح لك الطبيب ما نخطط له قبل العملية وأثناءها وبعدها وكيف تستعدين. لا تُجرى أي عملية في هذا اليوم.',
    bring: 'Your ID card\nScans and reports of this condition\nA list of the medicines you take',
    bringAr: 'بطاقتك الشخصية\nالأشعة والتقارير الخاصة بالحالة\nقائمة بالأدوية التي تأخذينها',
  },
  {
    name: 'Preventive Care',
    nameAr: 'الرعاية الوقائية',
    description: 'Check-up and screening at every age.',
    descriptionAr: 'فحص دوري واكتشاف مبكر بلا شكوى.',
    icon: 'prevention',
    durationMinutes: 20,
    whatHappens: 'A check-up and the screening that fits your age, explained before it is done.',
    whatHappensAr: 'كشف دوري والفحوصات المناسبة لعمرك، نشرحها لك قبل أن نبدأ.',
    bring: 'Your ID card\nThe result of your last screening',
    bringAr: 'بطاقتك الشخصية\nنتيجة آخر فحص',
  },
  {
    name: 'Hormonal Therapy',
    nameAr: 'العلاج الهرموني',
    description: 'Menopause, irregular periods, hormones.',
    descriptionAr: 'انقطاع الدورة أو اضطرابها.',
    icon: 'hormonal',
    durationMinutes: 20,
    whatHappens: 'You talk through what has changed, look at your results and agree on what to try.',
    whatHappensAr: 'تتحدثين عما تغيّر، وتراجعين نتائجك مع الطبيب، وتتفقان على العلاج.',
    bring: 'Your ID card\nHormone tests of the last six months\nA list of the medicines you take',
    bringAr: 'بطاقتك الشخصية\nتحاليل الهرمونات لآخر ستة أشهر\nقائمة بالأدوية التي تأخذينها',
  },
  {
    name: 'Consultation in the Clinic',
    nameAr: 'استشارة في العيادة',
    description: 'Not sure what you need? Start here.',
    descriptionAr: 'لا تعرفين ما تحتاجين إليه؟ ابدئي من هنا.',
    icon: 'clinic',
    durationMinutes: 20,
    whatHappens: 'A visit for any question about your health: a talk, and an examination if it is needed.',
    whatHappensAr: 'زيارة لأي سؤال عن صحتك: حديث، وكشف إذا لزم الأمر.',
    bring: 'Your ID card\nEarlier results and prescriptions',
    bringAr: 'بطاقتك الشخصية\nالتحاليل والروشتات السابقة',
  },
];
