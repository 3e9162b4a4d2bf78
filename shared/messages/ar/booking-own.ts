import type { Sentence } from '../catalogue.ts';
import type { enBookingOwn } from '../en/booking-own.ts';

export const arBookingOwn: Record<keyof typeof enBookingOwn, Sentence> = {
  'booking.today.title': 'موعدك اليوم',
  'booking.today.here': 'أنا وصلت',
  'booking.today.saidHere': 'الاستقبال يعرف أنك وصلت وسيناديك.',
  'booking.today.ticket': 'رقم دورك {n}',
  'booking.today.inside': 'الطبيبة في انتظارك بالداخل',
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
};
