import type { Sentence } from '../catalogue.ts';
import type { enPrivacy } from '../en/privacy.ts';

export const arPrivacy: Record<keyof typeof enPrivacy, Sentence> = {
  'privacy.openings.title': 'من فتح ملفي',
  'privacy.openings.text': 'كل من اطّلع عليه، مرة عن كل يوم. قوائم اليوم التي لا يظهر فيها إلا الاسم لا تُحسب.',
  'privacy.openings.failed': 'تعذّر تحميل القائمة',
  'privacy.openings.none': 'لم يفتحه أحد حتى الآن.',
  'privacy.openings.own': 'أنتِ',
  'privacy.openings.guardian': '{name}، من الأهل وتتابع المواعيد',
  'privacy.openings.clinic': 'إدارة العيادة',
  'privacy.openings.person': '{name}، {role}',
  'privacy.openings.role.doctor': 'من الأطباء',
  'privacy.openings.role.receptionist': 'الاستقبال',
  'privacy.openings.role.admin': 'إدارة العيادة',
  'privacy.openings.notes': 'قراءة الملف مع ملاحظات الأطباء',
  'privacy.openings.file': 'الاسم والموبايل والمواعيد، دون ملاحظات الأطباء',
  'privacy.openings.guardianSaw': 'مواعيد الزيارات وأماكنها',
  'privacy.openings.guardianRead': 'المواعيد وما شاركه الأطباء',
  'privacy.openings.total': {
    zero: 'لا شيء',
    one: 'مرة واحدة',
    two: 'مرتان',
    few: '{n} مرات',
    many: '{n} مرة',
    other: '{n} مرة',
  },
  'privacy.openings.wrong': 'شيء غير صحيح؟',
};
