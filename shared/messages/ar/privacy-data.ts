import type { Sentence } from '../catalogue.ts';
import type { enPrivacyData } from '../en/privacy-data.ts';

export const arPrivacyData: Record<keyof typeof enPrivacyData, Sentence> = {
  'privacy.data.title': 'بياناتي عند العيادة',
  'privacy.data.copy.title': 'تنزيل كل شيء',
  'privacy.data.copy.text': 'صفحة تقرئينها وملف لبرامج أخرى. يجهز خلال دقائق ويبقى يومًا واحدًا.',
  'privacy.data.copy.ask': 'تجهيز',
  'privacy.data.copy.again': 'تجهيز من جديد',
  'privacy.data.copy.making': 'نجهّز نسختك الآن. يمكنك إغلاق هذه الصفحة.',
  'privacy.data.copy.ready': 'نسختك جاهزة حتى {until}.',
  'privacy.data.copy.failed': 'لم نتمكن من تجهيز نسختك. اطلبيها مرة أخرى من فضلك.',
  'privacy.data.copy.fetch': 'تنزيل',
  'privacy.data.copy.askFailed': 'لم نتمكن من البدء. حاولي مرة أخرى من فضلك.',
  'privacy.data.copy.fetchFailed': 'لم نتمكن من تنزيل النسخة. حاولي مرة أخرى من فضلك.',
  'privacy.data.delete.title': 'حذف حسابي',
  'privacy.data.delete.text': 'يُحذف حسابك ورسائلك وكل ما كتبتِه.',
  'privacy.data.delete.keeps': {
    one: 'القانون يلزم العيادة بحفظ زيارتك السابقة حتى {year} بدون اسمك، ولا يظهر لأحد لمن كانت.',
    two: 'القانون يلزم العيادة بحفظ زيارتيك السابقتين حتى {year} بدون اسمك، ولا يظهر لأحد لمن كانتا.',
    few: 'القانون يلزم العيادة بحفظ {n} زيارات سابقة لك حتى {year} بدون اسمك، ولا يظهر لأحد لمن كانت.',
    other: 'القانون يلزم العيادة بحفظ {n} زيارة سابقة لك حتى {year} بدون اسمك، ولا يظهر لأحد لمن كانت.',
  },
  'privacy.data.delete.keepsNotes': 'القانون يلزم العيادة بحفظ ما كتبه الأطباء ووقّعوه حتى {year} بدون اسمك.',
  'privacy.data.delete.keepsNothing': 'لا يبقى أي شيء عنك.',
  'privacy.data.delete.toCome': {
    one: 'لديك زيارة قادمة. ألغيها أولًا حتى لا ينتظرك أحد.',
    two: 'لديك زيارتان قادمتان. ألغيهما أولًا حتى لا ينتظرك أحد.',
    few: 'لديك {n} زيارات قادمة. ألغيها أولًا حتى لا ينتظرك أحد.',
    other: 'لديك {n} زيارة قادمة. ألغيها أولًا حتى لا ينتظرك أحد.',
  },
  'privacy.data.delete.ask': 'حذف',
  'privacy.data.delete.sure': 'هل تريدين حذف حسابك؟',
  'privacy.data.delete.final': 'يُحذف فورًا ولا يمكن التراجع. نزّلي بياناتك أولًا لو أردت الاحتفاظ بها.',
  'privacy.data.delete.keep': 'أبقي حسابي',
  'privacy.data.delete.confirm': 'احذفي حسابي',
  'privacy.data.delete.failed': 'لم نتمكن من حذف حسابك.',
  'privacy.data.loadFailed': 'لم نتمكن من تحميل هذا الجزء.',
};
