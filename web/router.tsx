import { doctorAt, doctorPath } from '#shared/domain/people/doctor-address.ts';
import { staffRoles } from '#shared/domain/people/roles.ts';
import type { SitePage } from '#shared/page.ts';
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
import { notFoundPage, staffNotFoundPage } from './pages/public/not-found-page.tsx';
import { offlinePage } from './pages/public/offline-page.tsx';

type SiteRow = SitePage & { module: PageModule };

/** The site map: every page, who may open it, and what draws it. */
export const site: readonly SiteRow[] = [
  { path: '/', languages: true, guard: 'anyone', module: homePage },
  { path: '/book', languages: true, guard: 'anyone', module: bookPage },
  {
    path: '/doctors',
    languages: true,
    guard: 'anyone',
    module: doctorsPage,
    namesDoctors: true,
    pathsIn: ({ doctors }) => (doctors.length > 0 ? ['/doctors'] : []),
  },
  {
    path: '/doctors/:name',
    languages: true,
    guard: 'anyone',
    module: doctorPage,
    namesDoctors: true,
    pathsIn: ({ doctors }) => doctors.map(doctorPath),
    meantBy({ doctors }, asked) {
      const meant = doctorAt(doctors, asked);
      return meant ? doctorPath(meant) : null;
    },
  },
  { path: '/privacy', languages: true, guard: 'anyone', module: legalPage('privacy') },
  { path: '/terms', languages: true, guard: 'anyone', module: legalPage('terms') },
  { path: '/accessibility', languages: true, guard: 'anyone', module: legalPage('accessibility') },
  { path: '/offline', languages: true, guard: 'anyone', unlisted: true, module: offlinePage },
  { path: '/l/:token', languages: true, guard: 'anyone', unlisted: true, module: linkPage },
  { path: '/here/:token', languages: true, guard: 'anyone', unlisted: true, module: herePage },
  { path: '/screen/:token', languages: false, guard: 'anyone', unlisted: true, module: screenPage },
  { path: '/profile', languages: false, guard: 'signed-in', module: profilePage },
  { path: '/reset-password', languages: false, guard: 'anyone', module: resetPasswordPage },
  { path: '/sign-in', languages: false, guard: 'anyone', module: signInPage },
  { path: '/confirm-contact', languages: false, guard: 'anyone', module: confirmContactPage },
  { path: '/logout', languages: false, guard: 'anyone', module: logOutPage },
  { path: '/doctor', languages: false, guard: ['doctor'], module: doctorDashboardPage },
  { path: '/doctor/dashboard', languages: false, guard: ['doctor'], module: doctorDashboardPage },
  { path: '/clinic', languages: false, guard: staffRoles, module: dayPage },
  { path: '/clinic/day', languages: false, guard: staffRoles, module: dayPage },
  { path: '/clinic/patients/:id', languages: false, guard: staffRoles, module: patientPage },
  { path: '/clinic/calendar', languages: false, guard: staffRoles, module: calendarPage },
  { path: '/clinic/appointments', languages: false, guard: ['receptionist'], module: deskAppointmentsPage },
  { path: '/clinic/disruptions', languages: false, guard: staffRoles, module: disruptionsPage },
  { path: '/clinic/disruptions/:id', languages: false, guard: staffRoles, module: disruptionPage },
  { path: '/clinic/poster', languages: false, guard: staffRoles, module: posterPage },
  { path: '/clinic/profile', languages: false, guard: staffRoles, module: ownProfilePage },
  { path: '/admin', languages: false, guard: ['admin'], module: adminDashboardPage },
  { path: '/admin/dashboard', languages: false, guard: ['admin'], module: adminDashboardPage },
  { path: '/admin/patients', languages: false, guard: staffRoles, module: patientsPage },
  { path: '/admin/homepage-editor', languages: false, guard: ['admin'], module: homepageEditorPage },
  { path: '/admin/staff', languages: false, guard: ['admin'], module: staffPage },
  { path: '/admin/messages', languages: false, guard: staffRoles, module: messagesPage },
  { path: '/admin/import', languages: false, guard: ['admin'], module: importPage },
  { path: '/admin/connections', languages: false, guard: ['admin'], module: connectionsPage },
  { path: '/admin/insights', languages: false, guard: ['admin'], module: insightsPage },
  { path: '/admin/logs', languages: false, guard: ['admin'], module: logsPage },
  { path: '/admin/settings', languages: false, guard: ['admin'], module: settingsPage },
];

/** Anything else, and anything else under the addresses of the staff. */
export const notFound = notFoundPage;
export const notFoundAmongStaff = staffNotFoundPage;
