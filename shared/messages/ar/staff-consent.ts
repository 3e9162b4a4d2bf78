import type { Sentence } from '../catalogue.ts';
import type { enStaffConsent } from '../en/staff-consent.ts';

export const arStaffConsent: Record<keyof typeof enStaffConsent, Sentence> = {
  'staff.consent.title': 'سياسة الخصوصية',
  'staff.consent.none': 'لم توافق بعد',
  'staff.consent.given': 'موافقة',
  'staff.consent.asked': 'تغيّرت السياسة. اعرضوها عليها واسألوها إن كانت توافق.',
  'staff.consent.withdrawn': 'سحبت موافقتها. تحجز عن طريقكم حتى توافق من جديد.',
  'staff.consent.read': 'تسجيل موافقتها',
  'staff.consent.agree': 'توافق',
  'staff.consent.agreed': 'تم تسجيل موافقتها.',
  'staff.consent.withdraw': 'سحب الموافقة',
  'staff.consent.refuse': 'لا توافق',
  'staff.consent.sure': 'سحب موافقتها؟',
  'staff.consent.means': 'تبقى زياراتها، ولا يمكنها الحجز من الموقع حتى توافق من جديد.',
  'staff.consent.keep': 'إبقاء الموافقة',
  'staff.consent.ended': 'تم سحب موافقتها.',
  'staff.consent.own': 'بنفسها',
  'staff.consent.by': 'عن طريق {name}',
  'staff.consent.desk': 'في الاستقبال',
  'staff.consent.deskBy': 'في الاستقبال، سجّلها {name}',
  'staff.consent.until': 'سُحبت في {date}',
  'staff.consent.words': 'النص كما كان في {date}',
  'staff.consent.failed': 'تعذّر التحميل',
  'staff.consent.readIn': 'اللغة',
  'staff.consent.notSaved': 'لم يتم الحفظ',
};
