import type { Sentence } from '../catalogue.ts';
import type { enStaffConsent } from '../en/staff-consent.ts';

export const arStaffConsent: Record<keyof typeof enStaffConsent, Sentence> = {
  'staff.consent.title': 'سياسة الخصوصية',
  'staff.consent.text': 'ما وافقت عليه المريضة، ومتى.',
  'staff.consent.none': 'لم توافق بعد على سياسة الخصوصية.',
  'staff.consent.given': 'موافقة على سياسة الخصوصية.',
  'staff.consent.asked': 'تغيّرت السياسة تغييرًا جوهريًا: من فضلكم اعرضوها عليها واسألوها إن كانت توافق.',
  'staff.consent.withdrawn': 'سحبت موافقتها. تحجز عن طريقكم حتى توافق من جديد.',
  'staff.consent.read': 'توافق هنا الآن',
  'staff.consent.agree': 'قرأتها وتوافق',
  'staff.consent.agreed': 'تم تسجيل موافقتها.',
  'staff.consent.withdraw': 'تسحب موافقتها',
  'staff.consent.refuse': 'لا توافق',
  'staff.consent.sure': 'سحب موافقتها؟',
  'staff.consent.means':
    'تبقى مواعيدها، ويبقى ما يلزم القانون العيادة بحفظه. ومن الآن لا يُحجز باسمها موعد عبر الموقع حتى توافق من جديد.',
  'staff.consent.keep': 'إبقاء الموافقة',
  'staff.consent.ended': 'تم سحب موافقتها.',
  'staff.consent.own': 'بنفسها',
  'staff.consent.by': 'عن طريق {name}',
  'staff.consent.desk': 'في الاستقبال',
  'staff.consent.deskBy': 'في الاستقبال، سجّلها {name}',
  'staff.consent.until': 'سُحبت في {date}',
  'staff.consent.words': 'النص كما كان في {date}',
  'staff.consent.failed': 'تعذّر التحميل',
  'staff.consent.readIn': 'بأي لغة تقرؤها',
  'staff.consent.notSaved': 'لم يتم الحفظ',
};
