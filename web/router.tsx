import type { SitePage } from '#shared/contract/page.ts';
import { notFoundPage } from './pages/public/not-found-page.tsx';
import type { PageModule } from './pages/page.ts';

type SiteRow = SitePage & { module: PageModule };

/** The site map: every page, who may open it, and what draws it. */
export const site: readonly SiteRow[] = [];

/** Anything else. */
export const notFound = { module: notFoundPage };
