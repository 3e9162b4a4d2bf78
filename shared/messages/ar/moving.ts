import type { Dictionary } from '../catalogue.ts';
import type { enMoving } from '../en/moving.ts';

export const arMoving: Record<keyof typeof enMoving, Dictionary[string]> = {
  'moving.title': 'كل بيانات العيادة في ملفات مفتوحة',
  'moving.text':
    'المريضات والزيارات والملاحظات وسجل التغييرات والصور، في ملفات يقرؤها أي برنامج وتستقبلها حكيمة أخرى كما هي. كلمات المرور والمفاتيح تبقى هنا.',
  'moving.care': 'في هذه الملفات بيانات صحية. احفظيها حيث لا يقرؤها أحد غيرك.',
  'moving.notYours': 'المدير الأعلى وحده يطلب تجهيزها، ففيها ما كتبته الطبيبات.',
  'moving.ask': 'تجهيز الملفات',
  'moving.again': 'تجهيزها من جديد',
  'moving.making': 'الملفات قيد التجهيز. ستخبرك هذه الصفحة عندما تجهز.',
  'moving.makingAgain':
    'انقطع تجهيز الملفات وبدأ من جديد من تلقاء نفسه (المحاولة {n}). ستخبرك هذه الصفحة عندما تجهز.',
  'moving.ready': 'جاهزة: {n} ميجابايت، ويمكن تنزيلها حتى {until}.',
  'moving.failed': 'تعذر تجهيز الملفات. حاولي مرة أخرى، أو اطلبي ممن يدير الخادم أن ينقلها.',
  'moving.fetch': 'تنزيل',
  'moving.loadFailed': 'تعذر معرفة حال الملفات.',
  'moving.askFailed': 'تعذر طلب الملفات',
  'moving.fetchFailed': 'تعذر تنزيل الملفات',
};
