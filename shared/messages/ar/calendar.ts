import type { Dictionary } from '../catalogue.ts';
import type { enCalendar } from '../en/calendar.ts';

export const arCalendar: Record<keyof typeof enCalendar, Dictionary[string]> = {
  'calendar.name': 'مواعيد',
  'calendar.appointment': 'موعد',
  'calendar.visit': 'زيارة {reference}',

  'calendar.how':
    'تقويمك يسأل هذا العنوان عن زياراتك كل ساعة تقريبًا: الجديدة تظهر، والمنقولة تنتقل، والملغاة تُعلَّم.',
  'calendar.whose.own': 'فيه زياراتك أنت.',
  'calendar.whose.doctor': 'فيه الزيارات التي باسمك.',
  'calendar.whose.desk': 'فيه زيارات الفروع التي تعملين فيها.',
  'calendar.titles': 'اسم الزيارة هناك',
  'calendar.titles.discreet.own': 'اسم عام: «موعد»',
  'calendar.titles.discreet.staff': 'اسم عام: «زيارة» ورقمها',
  'calendar.titles.full.own': 'اسم العيادة',
  'calendar.titles.full.staff': 'اسم المريضة',
  'calendar.titles.hint': 'يقرؤه أيضًا من يرى شاشتك أو يشاركك التقويم.',
  'calendar.make': 'أنشئي العنوان',
  'calendar.renew': 'أنشئي عنوانًا جديدًا',
  'calendar.end': 'إنهاء',
  'calendar.once': 'انسخي العنوان الآن، فلن يظهر مرة أخرى',
  'calendar.secret': 'من يعرفه يرى زياراتك. لو وصل إلى غيرك فأنشئي عنوانًا جديدًا.',
  'calendar.address': 'عنوان تقويمك',
  'calendar.copy': 'نسخ',
  'calendar.copied': 'تم النسخ',
  'calendar.open': 'فتح في تقويمي',
  'calendar.made': 'أُنشئ {when}',
  'calendar.read': 'آخر قراءة {when}',
  'calendar.neverRead': 'لم يُقرأ بعد',
  'calendar.renewed': 'انتهى العنوان القديم',
  'calendar.ended': 'انتهى العنوان',
  'calendar.endTitle': 'إنهاء التقويم؟',
  'calendar.endText': 'يتوقف العنوان فورًا على كل جهاز أُضيف إليه.',
  'calendar.failed': 'لم يتم ذلك',
  'calendar.loadFailed': 'تعذر تحميل التقويم',
};
