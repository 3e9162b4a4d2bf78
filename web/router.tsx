import type { SitePage } from '#shared/contract/page.ts';
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
];

/** Anything else. */
export const notFound = { module: notFoundPage };
