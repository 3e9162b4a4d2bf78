/**
 * The public page of a new clinic, English and Arabic side by side, until an admin edits it. Phones and
 * addresses are placeholders.
 */
export const seedHomepage = {
  hero: {
    title: "Wise care for every stage of a woman's life",
    titleAr: 'رعاية حكيمة في كل مراحل حياتك',
    subtitle: 'First of its kind in Egypt',
    subtitleAr: 'الأولى من نوعها في مصر',
    description:
      'Gynecology, gynecology-oncology and advanced laparoscopy, near you and at a time that suits you.',
    descriptionAr: 'أمراض النساء وأورام النساء والمناظير المتقدمة، قريبًا منك وفي الوقت الذي يناسبك.',
    ctaText: 'Book Appointment',
    ctaTextAr: 'احجزي موعدًا',
    ctaLink: '#book',
  },
  features: {
    title: 'Three specialties, one team',
    titleAr: 'ثلاثة تخصصات وفريق واحد',
    subtitle: 'Everything a woman needs, near her and with people who know her story.',
    subtitleAr: 'كل ما تحتاجه المرأة، قريبًا منها ومع فريق يعرف حكايتها.',
    items: [
      {
        id: 'gynecology',
        title: 'Gynecology',
        titleAr: 'أمراض النساء',
        description: 'Consultations, prevention and treatment, with the time to ask every question.',
        descriptionAr: 'استشارات ووقاية وعلاج، مع وقت يكفي لكل أسئلتك.',
        icon: 'gynecology',
      },
      {
        id: 'oncology',
        title: 'Gynecology-oncology',
        titleAr: 'أورام النساء',
        description: 'Specialised assessment and follow-up, explained clearly at each step.',
        descriptionAr: 'تقييم ومتابعة متخصصة، مع شرح واضح في كل خطوة.',
        icon: 'laboratory',
      },
      {
        id: 'laparoscopy',
        title: 'Advanced laparoscopy',
        titleAr: 'المناظير المتقدمة',
        description: 'Surgery through small openings, planned with you from first visit to follow-up.',
        descriptionAr: 'جراحة عبر فتحات صغيرة، نخطط لها معك من أول زيارة حتى المتابعة.',
        icon: 'laparoscopy',
      },
    ],
  },
  about: {
    title: 'Hakima means a wise woman, and a healer',
    titleAr: '«حكيمة» تعني صاحبة الحكمة، وتعني الطبيبة',
    subtitle: 'You will be listened to, examined with care, and told plainly what comes next.',
    subtitleAr: 'سنستمع إليك، ونفحصك بعناية، ونشرح لك بوضوح ما الخطوة التالية.',
    description:
      'We brought gynecology, gynecology-oncology and advanced laparoscopy under one name, so that a woman in Egypt need not start her story again at every door.',
    descriptionAr:
      'جمعنا أمراض النساء وأورام النساء والمناظير المتقدمة تحت اسم واحد، حتى لا تبدأ المرأة في مصر حكايتها من جديد عند كل باب.',
    doctors: '5',
    patients: '1000',
    satisfied: '5000',
    satisfaction: '95',
    image: null,
  },
  contact: {
    title: 'Contact us',
    titleAr: 'تواصلي معنا',
    subtitle: 'A question before you book? Write to us and a member of the team will answer.',
    subtitleAr: 'لديك سؤال قبل الحجز؟ اكتبي لنا وسيرد عليك أحد أفراد الفريق.',
    phone1: '+20 2 0000 0000',
    phone2: '+20 100 000 0000',
    whatsapp: '+20 100 000 0000',
    email1: 'hello@clinic.example',
    email2: 'appointments@clinic.example',
    workingHours: 'Sunday - Thursday: 9am - 7pm, Friday: 9am - 3pm',
    workingHoursAr: 'الأحد - الخميس: ٩ ص - ٧ م، الجمعة: ٩ ص - ٣ م',
  },
  brand: {
    name: "Hakima Women's Health",
    nameAr: 'حكيمة لصحة المرأة',
    tagline: 'First of its kind in Egypt',
    taglineAr: 'الأولى من نوعها في مصر',
    logo: null,
  },
};
