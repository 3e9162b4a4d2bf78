import type { Sentence } from '../catalogue.ts';
import type { enAdminKept } from '../en/admin-kept.ts';

export const arAdminKept: Record<keyof typeof enAdminKept, Sentence> = {
  'admin.settings.group.privacy': 'مدة الاحتفاظ بالبيانات',
  'admin.settings.recordYears': 'زيارات المريضات المحذوفات (سنوات)',
  'admin.settings.recordYearsHint': 'بعد آخر زيارة لها. القانون يحدد مدة حفظ السجلات الطبية؛ اسألي محاميك.',
  'admin.retention.title': 'بيانات حُذفت بعد انتهاء مدة حفظها',
  'admin.retention.text': 'تُحذف البيانات المنتهية كل ليلة بعد الثالثة صباحًا.',
  'admin.retention.none': 'لم يُحذف شيء بعد.',
  'admin.retention.failed': 'لم نتمكن من تحميل التقرير.',
  'admin.retention.nothing': 'لا شيء',
  'admin.retention.unfinished': 'لم تكتمل',
  'admin.retention.visits': { one: 'زيارة واحدة', two: 'زيارتان', few: '{n} زيارات', other: '{n} زيارة' },
  'admin.retention.notes': {
    one: 'ملاحظة طبية واحدة',
    two: 'ملاحظتان طبيتان',
    few: '{n} ملاحظات طبية',
    other: '{n} ملاحظة طبية',
  },
  'admin.retention.people': {
    one: 'رقم مريضة محذوفة',
    two: 'رقما مريضتين محذوفتين',
    few: '{n} أرقام لمريضات محذوفات',
    many: '{n} رقمًا لمريضات محذوفات',
    other: '{n} رقم لمريضات محذوفات',
  },
  'admin.retention.messages': { one: 'رسالة واحدة', two: 'رسالتان', few: '{n} رسائل', other: '{n} رسالة' },
  'admin.retention.browserLogs': {
    one: 'بلاغ متصفح واحد',
    two: 'بلاغا متصفح',
    few: '{n} بلاغات متصفحات',
    many: '{n} بلاغًا من متصفحات',
    other: '{n} بلاغ متصفح',
  },
};
