import type { site } from '#shared/site.ts';
import { confirmContactPage } from './pages/account/confirm-contact-page.tsx';
import { logOutPage } from './pages/account/log-out-page.tsx';
import { profilePage } from './pages/account/profile-page.tsx';
import { resetPasswordPage } from './pages/account/reset-password-page.tsx';
import { signInPage } from './pages/account/sign-in-page.tsx';
import { connectionsPage } from './pages/admin/connections-page.tsx';
import { adminDashboardPage } from './pages/admin/dashboard-page.tsx';
import { homepageEditorPage } from './pages/admin/homepage-editor-page.tsx';
import { importPage } from './pages/admin/import-page.tsx';
import { insightsPage } from './pages/admin/insights-page.tsx';
import { logsPage } from './pages/admin/logs-page.tsx';
import { messagesPage } from './pages/admin/messages-page.tsx';
import { patientsPage } from './pages/admin/patients-page.tsx';
import { settingsPage } from './pages/admin/settings-page.tsx';
import { staffPage } from './pages/admin/staff-page.tsx';
import { calendarPage } from './pages/clinic/calendar-page.tsx';
import { dayPage } from './pages/clinic/day-page.tsx';
import { deskAppointmentsPage } from './pages/clinic/desk-appointments-page.tsx';
import { disruptionPage } from './pages/clinic/disruption-page.tsx';
import { disruptionsPage } from './pages/clinic/disruptions-page.tsx';
import { ownProfilePage } from './pages/clinic/own-profile-page.tsx';
import { patientPage } from './pages/clinic/patient-page.tsx';
import { posterPage } from './pages/clinic/poster-page.tsx';
import { screenPage } from './pages/clinic/screen-page.tsx';
import { doctorDashboardPage } from './pages/doctor/dashboard-page.tsx';
import type { PageModule } from './pages/page.ts';
import { bookPage } from './pages/public/book-page.tsx';
import { doctorPage } from './pages/public/doctor-page.tsx';
import { doctorsPage } from './pages/public/doctors-page.tsx';
import { herePage } from './pages/public/here-page.tsx';
import { homePage } from './pages/public/home-page.tsx';
import { legalPage } from './pages/public/legal-page.tsx';
import { linkPage } from './pages/public/link-page.tsx';
import { offlinePage } from './pages/public/offline-page.tsx';

type Path = (typeof site)[number]['path'];

/** The module that renders each page of the site map. */
export const pageModules: Readonly<Record<Path, PageModule>> = {
  '/': homePage,
  '/book': bookPage,
  '/doctors': doctorsPage,
  '/doctors/:name': doctorPage,
  '/privacy': legalPage('privacy'),
  '/terms': legalPage('terms'),
  '/accessibility': legalPage('accessibility'),
  '/offline': offlinePage,
  '/l/:token': linkPage,
  '/here/:token': herePage,
  '/screen/:token': screenPage,
  '/profile': profilePage,
  '/reset-password': resetPasswordPage,
  '/sign-in': signInPage,
  '/confirm-contact': confirmContactPage,
  '/logout': logOutPage,
  '/doctor': doctorDashboardPage,
  '/doctor/dashboard': doctorDashboardPage,
  '/clinic': dayPage,
  '/clinic/day': dayPage,
  '/clinic/patients/:id': patientPage,
  '/clinic/calendar': calendarPage,
  '/clinic/appointments': deskAppointmentsPage,
  '/clinic/disruptions': disruptionsPage,
  '/clinic/disruptions/:id': disruptionPage,
  '/clinic/poster': posterPage,
  '/clinic/profile': ownProfilePage,
  '/admin': adminDashboardPage,
  '/admin/dashboard': adminDashboardPage,
  '/admin/patients': patientsPage,
  '/admin/homepage-editor': homepageEditorPage,
  '/admin/staff': staffPage,
  '/admin/messages': messagesPage,
  '/admin/import': importPage,
  '/admin/connections': connectionsPage,
  '/admin/insights': insightsPage,
  '/admin/logs': logsPage,
  '/admin/settings': settingsPage,
};
