import type { Sentence } from '../catalogue.ts';
import type { enAdminKept } from '../en/admin-kept.ts';

export const arAdminKept: Record<keyof typeof enAdminKept, Sentence> = {
  'admin.settings.group.privacy': 'مدة الاحتفاظ بالبيانات',
  'admin.settings.recordYears': 'زيارات المريضات المحذوفات (سنوات)',
  'admin.settings.recordYearsHint': 'بعد آخر زيارة لها. القانون يحدد مدة حفظ السجلات الطبية؛ اسألي محاميك.',
  'admin.settings.idleAccountYears': 'حسابات لا يستخدمها أحد (سنوات)',
  'admin.settings.idleAccountYearsHint':
    'تُحذف المريضة التي لم تأت ولم تدخل حسابها طوال هذه المدة. وتبقى زياراتها للمدة المذكورة أعلاه.',
  'admin.settings.trailYears': 'سجل المراجعة (سنوات)',
  'admin.settings.trailYearsHint': 'من فعل ماذا. تُحفظ سنة واحدة على الأقل دائمًا.',
  'admin.settings.keptForEver': 'لا تُحذف',
  'admin.settings.messageDays': 'الرسائل المرسلة (أيام)',
  'admin.settings.messageDaysHint': 'ما أُرسل، ولمن، ومتى.',
  'admin.settings.browserLogDays': 'بلاغات المتصفحات (أيام)',
  'admin.settings.browserLogDaysHint': 'الأخطاء والضغطات التي تبلّغ عنها المتصفحات.',
  'admin.retention.title': 'ما حُذف في الليالي الماضية',
  'admin.retention.text': 'كل ليلة بعد الثالثة صباحًا تحذف العيادة ما انتهت مدة حفظه.',
  'admin.retention.none': 'لم تمر ليلة بعد.',
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
    other: '{n} رقمًا لمريضات محذوفات',
  },
  'admin.retention.accounts': { one: 'حساب واحد', two: 'حسابان', few: '{n} حسابات', other: '{n} حسابًا' },
  'admin.retention.messages': { one: 'رسالة واحدة', two: 'رسالتان', few: '{n} رسائل', other: '{n} رسالة' },
  'admin.retention.browserLogs': {
    one: 'بلاغ متصفح واحد',
    two: 'بلاغا متصفح',
    few: '{n} بلاغات متصفحات',
    other: '{n} بلاغ متصفح',
  },
  'admin.retention.trail': {
    one: 'سطر واحد من سجل المراجعة',
    two: 'سطران من سجل المراجعة',
    few: '{n} سطور من سجل المراجعة',
    other: '{n} سطرًا من سجل المراجعة',
  },
};
