import type { Sentence } from '../catalogue.ts';
import type { enDesk } from '../en/desk.ts';

export const arDesk: Record<keyof typeof enDesk, Sentence> = {
  'desk.nav.label': 'الاستقبال',
  'desk.nav.day': 'اليوم',
  'desk.nav.appointments': 'المواعيد',
  'desk.nav.patients': 'المريضات',
  'desk.nav.myProfile': 'ملفي',
};
