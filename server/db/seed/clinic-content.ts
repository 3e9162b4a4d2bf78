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
  rooms: number;
}

interface SeedService {
  name: string;
  nameAr: string;
  description: string;
  descriptionAr: string;
  icon: string;
  durationMinutes: number;
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
    phone: '+20 2 0000 0001',
  },
  {
    name: 'Heliopolis',
    nameAr: 'مصر الجديدة',
    address: '42 El Merghany Street, Heliopolis, Cairo',
    addressAr: '٤٢ شارع الميرغني، مصر الجديدة، القاهرة',
    phone: '+20 2 0000 0002',
  },
  {
    name: 'New Cairo',
    nameAr: 'القاهرة الجديدة',
    address: '7 North 90th Street, Fifth Settlement, New Cairo',
    addressAr: '٧ شارع التسعين الشمالي، التجمع الخامس، القاهرة الجديدة',
    phone: '+20 2 0000 0003',
  },
  {
    name: 'Hadayek el-Kobba',
    nameAr: 'حدائق القبة',
    address: '65 Misr Wel Sudan Street, Hadayek el-Kobba, Cairo',
    addressAr: '٦٥ شارع مصر والسودان، حدائق القبة، القاهرة',
    phone: '+20 2 0000 0004',
  },
  {
    name: '10th of Ramadan',
    nameAr: 'العاشر من رمضان',
    address: '3 El Ordoneya Square, 10th of Ramadan City, Sharqia',
    addressAr: '٣ ميدان الأردنية، مدينة العاشر من رمضان، الشرقية',
    phone: '+20 55 000 0005',
  },
  {
    name: 'Alexandria',
    nameAr: 'الإسكندرية',
    address: '29 Fawzy Moaz Street, Smouha, Alexandria',
    addressAr: '٢٩ شارع فوزي معاذ، سموحة، الإسكندرية',
    phone: '+20 3 000 0006',
  },
  {
    name: 'Menofeya',
    nameAr: 'المنوفية',
    address: '11 Gamal Abdel Nasser Street, Shebin El Kom, Menofeya',
    addressAr: '١١ شارع جمال عبد الناصر، شبين الكوم، المنوفية',
    phone: '+20 48 000 0007',
  },
  {
    name: 'Shobra el-kheima',
    nameAr: 'شبرا الخيمة',
    address: '54 15 May Street, Shobra el-kheima, Qalyubia',
    addressAr: '٥٤ شارع ١٥ مايو، شبرا الخيمة، القليوبية',
    phone: '+20 2 0000 0008',
  },
];

/** The eight branches of a new clinic; the phone numbers are placeholders. */
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
    description: 'Time to talk, an examination and a clear plan.',
    descriptionAr: 'وقت كافٍ للحديث، وفحص، وخطة واضحة.',
    icon: 'gynecology',
    durationMinutes: 20,
  },
  {
    name: 'Advanced Laparoscopy',
    nameAr: 'المناظير المتقدمة',
    description: 'Small openings, a camera and precise instruments.',
    descriptionAr: 'فتحات صغيرة وكاميرا وأدوات دقيقة.',
    icon: 'laparoscopy',
    durationMinutes: 20,
  },
  {
    name: 'Fertility Services',
    nameAr: 'خدمات الخصوبة',
    description: 'Assessment and treatment, one step at a time.',
    descriptionAr: 'تقييم وعلاج، خطوة بخطوة.',
    icon: 'fertility',
    durationMinutes: 20,
  },
  {
    name: 'Gynecological Surgery',
    nameAr: 'جراحات أمراض النساء',
    description: 'Planned surgery, explained before and after.',
    descriptionAr: 'جراحة نخطط لها معك، ونشرحها لك قبلها وبعدها.',
    icon: 'surgery',
    durationMinutes: 20,
  },
  {
    name: 'Preventive Care',
    nameAr: 'الرعاية الوقائية',
    description: 'Regular check-ups and screening at every age.',
    descriptionAr: 'فحوصات دورية واكتشاف مبكر في كل عمر.',
    icon: 'prevention',
    durationMinutes: 20,
  },
  {
    name: 'Hormonal Therapy',
    nameAr: 'العلاج الهرموني',
    description: 'Support for hormonal changes, at your pace.',
    descriptionAr: 'متابعة للتغيرات الهرمونية بالإيقاع الذي يناسبك.',
    icon: 'hormonal',
    durationMinutes: 20,
  },
  {
    name: 'Consultation in the Clinic',
    nameAr: 'استشارة في العيادة',
    description: 'See a doctor at the branch nearest to you.',
    descriptionAr: 'قابلي الطبيبة أو الطبيب في أقرب فرع إليك.',
    icon: 'clinic',
    durationMinutes: 20,
  },
];
