import type { Sentence } from '../catalogue.ts';
import type { enErrorsStaff } from '../en/errors-staff.ts';

export const arErrorsStaff: Record<keyof typeof enErrorsStaff, Sentence> = {
  'error.hoursOverlap': 'توجد فترتا عمل متداخلتان.',
  'error.occurred': 'حدث خطأ',
  'validation.outward': 'يجب أن يكون عنوان https على الإنترنت.',
  'validation.passwordShortStaff': 'كلمة المرور عشرة أحرف على الأقل',
  'validation.currentPasswordRequired': 'كلمة المرور الحالية مطلوبة',
  'validation.confirmPasswordRequired': 'تأكيد كلمة المرور مطلوب',
  'validation.textTooLong': 'النص أطول من المسموح',
  'validation.wholeNumber': 'من فضلك أدخلي رقمًا صحيحًا دون كسور',
  'validation.timeOrder': 'يجب أن تكون النهاية بعد البداية',
  'validation.hoursWindow': 'من فضلك اختاري ساعات من ٣ صباحًا إلى ٣ صباحًا في اليوم التالي',
  'validation.webAddress': 'من فضلك اكتبي عنوانًا يبدأ بـ \u2066https://\u2069',
  'validation.imageLarge': 'الصورة كبيرة. الحد الأقصى {size} ميجابايت.',
  'validation.fillAllRequired': 'من فضلك أكملي كل الخانات المطلوبة',
  'validation.currentOrFutureDate': 'من فضلك اختاري اليوم أو يومًا قادمًا',
  'validation.selectTime': 'من فضلك اختاري الساعة',
  'validation.selectPatient': 'من فضلك اختاري المريضة',
  'validation.selectLocation': 'من فضلك اختاري الفرع',
  'validation.selectService': 'من فضلك اختاري الخدمة',
};
