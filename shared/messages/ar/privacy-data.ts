import type { Sentence } from '../catalogue.ts';
import type { enPrivacyData } from '../en/privacy-data.ts';

export const arPrivacyData: Record<keyof typeof enPrivacyData, Sentence> = {
  'privacy.data.title': 'بياناتي عند العيادة',
  'privacy.data.copy.title': 'تنزيل كل شيء',
  'privacy.data.copy.text': 'صفحة تقرئينها وملف لبرامج أخرى. يجهز خلال دقائق ويبقى متاحًا لك يومًا واحدًا.',
  'privacy.data.copy.ask': 'تجهيز',
  'privacy.data.copy.again': 'تجهيز من جديد',
  'privacy.data.copy.making': 'نجهّز نسختك الآن. يمكنك إغلاق هذه الصفحة.',
  'privacy.data.copy.ready': 'نسختك جاهزة حتى {until}.',
  'privacy.data.copy.failed': 'لم نتمكن من تجهيز نسختك. اطلبيها مرة أخرى من فضلك.',
  'privacy.data.copy.fetch': 'تنزيل',
  'privacy.data.copy.askFailed': 'لم نتمكن من البدء. حاولي مرة أخرى من فضلك.',
  'privacy.data.copy.fetchFailed': 'لم نتمكن من تنزيل النسخة. حاولي مرة أخرى من فضلك.',
  'privacy.data.loadFailed': 'لم نتمكن من تحميل هذا الجزء.',
};
