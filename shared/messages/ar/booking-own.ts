import type { Sentence } from '../catalogue.ts';
import type { enBookingOwn } from '../en/booking-own.ts';

const afterSome = (missed: string) =>
  `يُحتسب ذلك لمدة سنة. إذا ${missed} نتصل بك لتأكيد ما تحجزينه عبر الموقع.`;

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
  'booking.missed.noted': 'سُجّل أنك لم تحضري هذا الموعد.',
  'booking.missed.state.counts': {
    one: afterSome('فاتك موعد واحد'),
    two: afterSome('فاتك موعدان'),
    few: afterSome('فاتتك {n} مواعيد'),
    many: afterSome('فاتك {n} موعدًا'),
    other: afterSome('فاتك {n} موعدًا'),
  },
  'booking.missed.state.excused': 'قبلت العيادة عذرك، فلا يُحتسب.',
  'booking.missed.state.late': 'سُجّل ذلك متأخرًا، فلا يُحتسب.',
  'booking.missed.state.past': 'مرّ على ذلك أكثر من سنة، فلم يعد يُحتسب.',
  'booking.missed.yours': 'كتبتِ: {text}',
  'booking.missed.why': 'أخبرينا بالسبب',
  'booking.missed.change': 'كتابة سبب آخر',
};
