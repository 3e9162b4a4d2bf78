import type { Sentence } from '../catalogue.ts';
import type { enBookingMissed } from '../en/booking-missed.ts';

const asAlways = 'هذا يحدث، ويمكنك الحجز كالعادة: نحفظ لك الموعد ويتصل بك الفرع لتأكيده.';
const afterSome = (visits: string) => `تُحسب لمدة سنة. بعد ${visits} يكون تأكيد ما يُحجز من الموقع بمكالمة.`;

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
  'booking.call.tell': 'كان عندك ظرف، أو هذا غير صحيح؟ أخبرينا',
  'booking.call.pill': 'محفوظ حتى نتصل بك',
  'booking.call.held': 'الموعد محفوظ لك ولن يأخذه غيرك. سيتصل بك الفرع لتأكيده.',
  'booking.call.heldAt': 'الموعد محفوظ لك ولن يأخذه غيرك. سيتصل بك الفرع على {phone} لتأكيده.',
  'booking.call.step': 'نتصل بك للتأكيد',
  'booking.missed.noted': 'مسجّل لدينا عدم حضور هذه الزيارة.',
  'booking.missed.counts': {
    one: afterSome('زيارة واحدة كهذه'),
    two: afterSome('زيارتين كهاتين'),
    few: afterSome('{n} زيارات كهذه'),
    many: afterSome('{n} زيارة كهذه'),
    other: afterSome('{n} زيارة كهذه'),
  },
  'booking.missed.excused': 'قبلت العيادة عذرك: لا تُحسب.',
  'booking.missed.late': 'سُجّلت متأخرًا، لذلك لا تُحسب.',
  'booking.missed.past': 'مرّ عليها أكثر من سنة، ولم تعد تُحسب.',
  'booking.missed.why': 'أخبرينا بالسبب',
  'booking.missed.change': 'كتابة سبب آخر',
  'booking.missed.box': 'ما سبب عدم الحضور؟',
  'booking.missed.help': 'يقرؤه الفرع. إن كنتِ قد حضرتِ فقولي لنا ونصحح ذلك.',
  'booking.missed.send': 'إرسال إلى الفرع',
  'booking.missed.sent': 'شكرًا لك، سيقرؤه الفرع.',
  'booking.missed.failed': 'لم يُرسل',
  'booking.missed.yours': 'كتبتِ: {text}',
};
