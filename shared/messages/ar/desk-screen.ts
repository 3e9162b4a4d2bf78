import type { Sentence } from '../catalogue.ts';
import type { enDeskScreen } from '../en/desk-screen.ts';

export const arDeskScreen: Record<keyof typeof enDeskScreen, Sentence> = {
  'desk.screen.title': 'صالة الانتظار',
  'desk.screen.comeIn': 'تفضلي بالدخول',
  'desk.screen.room': 'غرفة {n}',
  'desk.screen.inside': 'بالداخل',
  'desk.screen.next': 'التالي',
  'desk.screen.late': {
    one: 'التأخير الآن حوالي دقيقة واحدة، شكرًا لانتظارك.',
    two: 'التأخير الآن حوالي دقيقتين، شكرًا لانتظارك.',
    few: 'التأخير الآن حوالي {n} دقائق، شكرًا لانتظارك.',
    many: 'التأخير الآن حوالي {n} دقيقة، شكرًا لانتظارك.',
    other: 'التأخير الآن حوالي {n} دقيقة، شكرًا لانتظارك.',
  },
  'desk.screen.lost': 'جارٍ إعادة الاتصال، من فضلك اسألي الاستقبال.',
  'desk.screen.over': 'انتهى رابط هذه الشاشة، من فضلك اسألي الاستقبال.',
  'desk.screen.sound': 'تشغيل صوت النداء',
  'desk.screens.open': 'شاشات صالة الانتظار',
  'desk.screens.text': 'رابط يُظهر أرقام الدور والغرف في {branch} دون أي اسم. افتحيه على شاشة صالة الانتظار.',
  'desk.screens.make': 'إنشاء رابط',
  'desk.screens.once': 'يظهر الرابط الآن فقط. افتحيه على الشاشة أو انسخيه.',
  'desk.screens.copy': 'نسخ',
  'desk.screens.copied': 'تم النسخ',
  'desk.screens.none': 'لا توجد شاشة بعد.',
  'desk.screens.made': 'أُنشئ {when} بواسطة {name}',
  'desk.screens.seen': 'آخر اتصال {when}',
  'desk.screens.neverSeen': 'لم يُفتح بعد',
  'desk.screens.end': 'إنهاء هذا الرابط',
};
