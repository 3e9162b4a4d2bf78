import type { Sentence } from '../catalogue.ts';
import type { enBookingMissed } from '../en/booking-missed.ts';

const asAlways = 'هذا يحدث أحيانًا، ويمكنك الحجز كالعادة: نحفظ لك الموعد ويتصل بك الفرع لتأكيده.';

export const arBookingMissed: Record<keyof typeof enBookingMissed, Sentence> = {
  'booking.call.title': 'سنتصل بك لتأكيد الموعد',
  'booking.call.before': {
    one: `فاتك موعد واحد خلال آخر ١٢ شهرًا. ${asAlways}`,
    two: `فاتك موعدان خلال آخر ١٢ شهرًا. ${asAlways}`,
    few: `فاتتك {n} مواعيد خلال آخر ١٢ شهرًا. ${asAlways}`,
    many: `فاتك {n} موعدًا خلال آخر ١٢ شهرًا. ${asAlways}`,
    other: `فاتك {n} موعدًا خلال آخر ١٢ شهرًا. ${asAlways}`,
  },
  'booking.call.beforeOf': {
    one: `فات {name} موعد واحد خلال آخر ١٢ شهرًا. ${asAlways}`,
    two: `فات {name} موعدان خلال آخر ١٢ شهرًا. ${asAlways}`,
    few: `فاتت {name} {n} مواعيد خلال آخر ١٢ شهرًا. ${asAlways}`,
    many: `فات {name} {n} موعدًا خلال آخر ١٢ شهرًا. ${asAlways}`,
    other: `فات {name} {n} موعدًا خلال آخر ١٢ شهرًا. ${asAlways}`,
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
