import type { Sentence } from '../catalogue.ts';
import type { enOfferOwn } from '../en/offer-own.ts';

export const arOfferOwn: Record<keyof typeof enOfferOwn, Sentence> = {
  'offer.of': 'لـ{name}',
  'offer.list': 'محفوظ لك',
  'offer.choose': 'أريد هذا الموعد بدلًا منه',
  'offer.working': 'لحظة من فضلك…',
  'offer.wish.title': 'في انتظار موعد أقرب',
  'offer.wish.ask': 'هل تريدين موعدًا أقرب؟',
  'offer.wish.on': 'مفعّل',
  'offer.wish.text': 'لو توفّر موعد أقرب نحفظه لك ونخبرك: رسالة واحدة في اليوم، وثلاث على الأكثر.',
  'offer.wish.here': 'أخبروني لو توفّر موعد أقرب',
  'offer.wish.anywhere': 'في أي فرع',
  'offer.wish.everywhere': 'في أي فرع.',
  'offer.wish.where': 'في {branches}.',
  'offer.wish.place': 'ترتيبك في القائمة: {n}.',
  'offer.wish.leave': 'إيقاف',
  'offer.wish.none': 'لم نعرض عليك شيئًا بعد. نعرض {most} مرات على الأكثر، مرة في اليوم.',
  'offer.wish.offered': {
    one: 'عرضنا عليك موعدًا واحدًا من {most}، ورسالة واحدة في اليوم على الأكثر.',
    two: 'عرضنا عليك موعدين من {most}، ورسالة واحدة في اليوم على الأكثر.',
    few: 'عرضنا عليك {n} مواعيد من {most}، ورسالة واحدة في اليوم على الأكثر.',
    many: 'عرضنا عليك {n} موعدًا من {most}، ورسالة واحدة في اليوم على الأكثر.',
    other: 'عرضنا عليك {n} موعدًا من {most}، ورسالة واحدة في اليوم على الأكثر.',
  },
  'offer.part.morning': 'صباحًا، حتى ١٢',
  'offer.part.afternoon': 'بعد الظهر، من ١٢ إلى ٥',
  'offer.part.evening': 'مساءً، من ٥',
  'offer.join.anyBranch': 'أي فرع',
  'offer.wait.title': 'في انتظار موعد',
  'offer.wait.days': 'من {from} إلى {to}',
};
