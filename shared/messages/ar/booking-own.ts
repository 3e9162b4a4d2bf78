import type { Sentence } from '../catalogue.ts';
import type { enBookingOwn } from '../en/booking-own.ts';

const afterSome = (visits: string) => `تُحسب لمدة سنة. بعد ${visits} يكون تأكيد ما يُحجز من الموقع بمكالمة.`;

export const arBookingOwn: Record<keyof typeof enBookingOwn, Sentence> = {
  'booking.today.title': 'موعدك اليوم',
  'booking.today.here': 'أنا وصلت',
  'booking.today.saidHere': 'الاستقبال يعرف أنك وصلت وسيناديك.',
  'booking.today.ticket': 'رقم دورك {n}',
  'booking.today.inside': 'تفضلي بالدخول، ننتظرك في غرفة الكشف',
  'booking.today.onTime': 'لا يوجد تأخير معروف.',
  'booking.today.late': {
    one: 'التأخير حوالي دقيقة واحدة.',
    two: 'التأخير حوالي دقيقتين.',
    few: 'التأخير حوالي {n} دقائق.',
    many: 'التأخير حوالي {n} دقيقة.',
    other: 'التأخير حوالي {n} دقيقة.',
  },
  'booking.today.asOf': 'آخر تحديث الساعة {time}.',
  'booking.call.line': 'سيتصل بك الفرع لتأكيده.',
  'booking.missed.noted': 'سُجّلت هذه الزيارة كزيارة لم تحضريها.',
  'booking.missed.state.counts': {
    one: afterSome('زيارة واحدة كهذه'),
    two: afterSome('زيارتين كهاتين'),
    few: afterSome('{n} زيارات كهذه'),
    many: afterSome('{n} زيارة كهذه'),
    other: afterSome('{n} زيارة كهذه'),
  },
  'booking.missed.state.excused': 'قبلت العيادة عذرك: لا تُحسب.',
  'booking.missed.state.late': 'سُجّلت متأخرًا، لذلك لا تُحسب.',
  'booking.missed.state.past': 'مرّ عليها أكثر من سنة، ولم تعد تُحسب.',
  'booking.missed.yours': 'كتبتِ: {text}',
  'booking.missed.why': 'أخبرينا بالسبب',
  'booking.missed.change': 'كتابة سبب آخر',
};
