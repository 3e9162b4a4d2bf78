import type { FastifyInstance } from 'fastify';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { localPath } from '#shared/domain/languages.ts';
import type { PublicContent, SitePage } from '#shared/page.ts';

const isListedPage = (page: SitePage): boolean => page.guard === 'anyone' && page.languages && !page.unlisted;

/** Each page in both languages, each linking to the other. */
export function buildSitemap(
  site: readonly SitePage[],
  content: PublicContent,
  origin: string,
  today: string,
): string {
  const paths = site.filter(isListedPage).flatMap(({ path, pathsIn }) => pathsIn?.(content) ?? [path]);
  const entries = paths.flatMap((path) => {
    const alternates = [
      ['en', path],
      ['ar', localPath(path, 'ar')],
      ['x-default', path],
    ].map(([lang, to]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${origin}${to}"/>`);
    return [path, localPath(path, 'ar')].map(
      (to) => `<url><loc>${origin}${to}</loc><lastmod>${today}</lastmod>${alternates.join('')}</url>`,
    );
  });
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${entries.join('\n')}\n</urlset>\n`;
}

export const buildRobots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /admin',
    // The doctor's dashboard; `/doctors` is public.
    'Disallow: /doctor$',
    'Disallow: /doctor/',
    'Disallow: /profile',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

/** `robots.txt` and the sitemap. */
export function sitemapRoutes(
  app: FastifyInstance,
  deps: HttpDeps,
  site: readonly SitePage[],
  contentNow: () => Promise<PublicContent>,
): void {
  const { origin } = new URL(deps.config.PUBLIC_URL);
  const options = { schema: { hide: true } };
  app.get('/sitemap.xml', options, async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(buildSitemap(site, await contentNow(), origin, clinicClock(deps.now()).date)),
  );
  app.get('/robots.txt', options, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(buildRobots(origin)),
  );
}
