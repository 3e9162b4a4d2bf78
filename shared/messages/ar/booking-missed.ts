import type { Sentence } from '../catalogue.ts';
import type { enBookingMissed } from '../en/booking-missed.ts';

const asAlways = 'هذا يحدث، ويمكنك الحجز كالعادة: نحفظ لك الموعد ويتصل بك الفرع لتأكيده.';

export const arBookingMissed: Record<keyof typeof enBookingMissed, Sentence> = {
  'booking.call.title': 'سنتصل بك لتأكيد الموعد',
  'booking.call.before': {
    one: `فاتتك زيارة واحدة خلال آخر ١٢ شهرًا. ${asAlways}`,
    two: `فاتتك زيارتان خلال آخر ١٢ شهرًا. ${asAlways}`,
    few: `فاتتك {n} زيارات خلال آخر ١٢ شهرًا. ${asAlways}`,
    many: `فاتتك {n} زيارة خلال آخر ١٢ شهرًا. ${asAlways}`,
    other: `فاتتك {n} زيارة خلال آخر ١٢ شهرًا. ${asAlways}`,
  },
  'booking.call.beforeOf': {
    one: `{name}: زيارة واحدة فاتت خلال آخر ١٢ شهرًا. ${asAlways}`,
    two: `{name}: زيارتان فاتتا خلال آخر ١٢ شهرًا. ${asAlways}`,
    few: `{name}: {n} زيارات فاتت خلال آخر ١٢ شهرًا. ${asAlways}`,
    many: `{name}: {n} زيارة فاتت خلال آخر ١٢ شهرًا. ${asAlways}`,
    other: `{name}: {n} زيارة فاتت خلال آخر ١٢ شهرًا. ${asAlways}`,
  },
  'booking.call.tell': 'هل هناك خطأ؟ أخبرينا',
  'booking.call.pill': 'محفوظ حتى نتصل بك',
  'booking.call.held': 'الموعد محفوظ لك. سيتصل بك الفرع لتأكيده.',
  'booking.call.heldAt': 'الموعد محفوظ لك. سيتصل بك الفرع على {phone} لتأكيده.',
  'booking.missed.box': 'ما سبب عدم الحضور؟',
  'booking.missed.help': 'يقرؤه الفرع. إن كنتِ قد حضرتِ فأخبرينا لنصحح ذلك.',
  'booking.missed.send': 'إرسال إلى الفرع',
  'booking.missed.sent': 'شكرًا لك، سيقرؤه الفرع.',
  'booking.missed.failed': 'لم يُرسل',
};
