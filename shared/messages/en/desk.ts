import type { Dictionary } from '../catalogue.ts';

export const enDesk = {
  'desk.nav.label': 'Front desk',
  'desk.nav.day': 'The day',
  'desk.nav.appointments': 'Appointments',
  'desk.nav.patients': 'Patients',
  'desk.nav.myProfile': 'My Profile',
} as const satisfies Dictionary;
