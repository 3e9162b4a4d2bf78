import type { SitePage } from '#shared/contract/page.ts';
import { confirmContactPage } from './pages/account/confirm-contact-page.tsx';
import { logOutPage } from './pages/account/log-out-page.tsx';
import { profilePage } from './pages/account/profile-page.tsx';
import { resetPasswordPage } from './pages/account/reset-password-page.tsx';
import { adminDashboardPage } from './pages/admin/dashboard-page.tsx';
import { patientsPage } from './pages/admin/patients-page.tsx';
import type { PageModule } from './pages/page.ts';
import { bookPage } from './pages/public/book-page.tsx';
import { homePage } from './pages/public/home-page.tsx';
import { legalPage } from './pages/public/legal-page.tsx';
import { notFoundPage } from './pages/public/not-found-page.tsx';
import { offlinePage } from './pages/public/offline-page.tsx';

type SiteRow = SitePage & { module: PageModule };

/** The site map: every page, who may open it, and what draws it. */
export const site: readonly SiteRow[] = [
  { path: '/', languages: true, guard: 'anyone', module: homePage },
  { path: '/book', languages: true, guard: 'anyone', module: bookPage },
  { path: '/privacy', languages: true, guard: 'anyone', module: legalPage('privacy') },
  { path: '/terms', languages: true, guard: 'anyone', module: legalPage('terms') },
  { path: '/accessibility', languages: true, guard: 'anyone', module: legalPage('accessibility') },
  { path: '/offline', languages: true, guard: 'anyone', unlisted: true, module: offlinePage },
  { path: '/profile', languages: false, guard: 'signed-in', module: profilePage },
  { path: '/reset-password', languages: false, guard: 'anyone', module: resetPasswordPage },
  { path: '/confirm-contact', languages: false, guard: 'anyone', module: confirmContactPage },
  { path: '/logout', languages: false, guard: 'anyone', module: logOutPage },
  { path: '/admin', languages: false, guard: ['admin'], module: adminDashboardPage },
  { path: '/admin/dashboard', languages: false, guard: ['admin'], module: adminDashboardPage },
  { path: '/admin/patients', languages: false, guard: ['admin'], module: patientsPage },
];

/** Anything else. */
export const notFound = { module: notFoundPage };
