import type { Sentence } from '../catalogue.ts';
import type { enPrivacyConsent } from '../en/privacy-consent.ts';

export const arPrivacyConsent: Record<keyof typeof enPrivacyConsent, Sentence> = {
  'privacy.consent.title': 'ما وافقت عليه',
  'privacy.consent.text': 'سياسة الخصوصية كما كانت وقت الموافقة.',
  'privacy.consent.none': 'لم توافقي بعد على سياسة الخصوصية.',
  'privacy.consent.given': 'أنتِ موافقة على سياسة الخصوصية.',
  'privacy.consent.asked': 'تغيّرت سياسة الخصوصية. من فضلك اقرئيها وأخبرينا إن كنتِ توافقين.',
  'privacy.consent.withdrawn': 'سحبتِ موافقتك. لتحجزي عبر الموقع وافقي من جديد، أو اتصلي بالفرع.',
  'privacy.consent.read': 'القراءة والموافقة',
  'privacy.consent.agree': 'أوافق',
  'privacy.consent.agreed': 'شكرًا لكِ، تم تسجيل موافقتك.',
  'privacy.consent.withdraw': 'سحب الموافقة',
  'privacy.consent.refuse': 'لا أوافق',
  'privacy.consent.sure': 'هل تريدين سحب موافقتك؟',
  'privacy.consent.means':
    'تبقى مواعيدك وما يلزمنا القانون بحفظه. لا يمكنك الحجز عبر الموقع حتى توافقي من جديد. ولحذف الباقي استخدمي «حذف حسابي».',
  'privacy.consent.keep': 'إبقاء الموافقة',
  'privacy.consent.ended': 'تم سحب موافقتك.',
  'privacy.consent.own': 'بنفسك',
  'privacy.consent.by': 'عن طريق {name}',
  'privacy.consent.desk': 'في الاستقبال',
  'privacy.consent.deskBy': 'في الاستقبال، سجّلها {name}',
  'privacy.consent.until': 'سُحبت في {date}',
  'privacy.consent.words': 'النص كما كان في {date}',
  'privacy.consent.failed': 'تعذّر التحميل',
  'privacy.consent.notSaved': 'لم يتم الحفظ',
};
