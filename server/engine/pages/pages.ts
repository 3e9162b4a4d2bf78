import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '#server/engine/db/transaction.ts';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import { choosePageLanguage, negotiateLanguage } from '#server/engine/http/language.ts';
import { contentPolicy } from '#server/engine/http/security-headers.ts';
import { readSession, type Viewer } from '#server/engine/http/session.ts';
import type { CacheName } from '#server/engine/live/cache.ts';
import { sendCookie } from '#server/engine/secrets/cookies.ts';
import { cookieValue } from '#shared/cookies.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { type Lang, localPath } from '#shared/domain/languages.ts';
import type { PageRequest, PublicContent, SitePage } from '#shared/page.ts';
import { manifestRoutes } from './manifest.ts';
import { arabicAddress, withoutLang } from './page-address.ts';
import { serveFiles } from './page-files.ts';
import type { PageSource } from './page-source.ts';
import { sitemapRoutes } from './sitemap.ts';

const brotli = promisify(brotliCompress);
const asBrotli = (plain: Buffer, quality: number) =>
  brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const asGzip = promisify(gzip);

/** A rendered page in every encoding that a browser may ask for. */
interface CachedPage {
  readonly status: number;
  readonly etag: string;
  readonly policy: string;
  readonly plain: Buffer;
  /** Compressed quickly for the first request, then again and smaller for later ones. */
  br: Buffer;
  readonly gzip: Buffer;
}

/** Maximum wait for the database after a timeout: one query serves all waiting requests. */
const outageWaitMs = 100;
/** Maximum number of cached pages. */
const maxPages = 200;

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const hashOf = (text: string | Buffer): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 27);

/**
 * The content of pages. Many changes of its parts leave it equal (an offer raises the version of the hours):
 * pages are cached by the content itself, which is assembled in milliseconds, while rendering and compressing
 * a page takes up to half a second.
 */
const contentCaches = [
  'homepage',
  'services',
  'locations',
  'schedules',
  'settings',
  'doctors',
] as const satisfies readonly CacheName[];

/** The current content and its digest. */
interface ContentDigest {
  readonly content: PublicContent;
  readonly digest: string;
}

/** Start page of staff, to which the public home page redirects them. */
const ownScreens: Partial<Record<Viewer['role'], string>> = {
  admin: '/admin/dashboard',
  doctor: '/doctor/dashboard',
  receptionist: '/clinic/day',
};

/** The page of their own account. */
const ownProfile = '/clinic/profile';

/** Redirects a user who has to do something first; public pages stay open. */
function redirectToFirstStep(first: NonNullable<Viewer['mustFirst']>, page: SitePage): string | null {
  if (first === 'second-step-setup') {
    const open = page.path === ownProfile || (page.guard === 'anyone' && page.path !== '/');
    return open ? null : `${ownProfile}?tab=password`;
  }
  if (page.guard === 'anyone') return null;
  return first === 'new-secret' ? '/?choose-password=1' : '/?second-step=1';
}

/** Redirect target for a user who may not open the page. */
export function findRedirect(
  page: SitePage,
  viewer: Pick<Viewer, 'role' | 'mustFirst'> | null,
  asked: string,
): string | null {
  if (viewer?.mustFirst) return redirectToFirstStep(viewer.mustFirst, page);
  const own = viewer && page.path === '/' ? ownScreens[viewer.role] : undefined;
  // Passes the message on, because the page that was left cannot show it any more.
  if (own) return /[?&]denied=1(?:&|$)/.test(asked) ? `${own}?denied=1` : own;
  if (page.guard === 'anyone') return null;
  if (page.path === '/profile' && viewer && viewer.role in ownScreens)
    return asked.replace(page.path, ownProfile);
  if (page.guard === 'signed-in') return viewer ? null : '/';
  return viewer && page.guard.includes(viewer.role) ? null : '/?denied=1';
}

/** Addresses without the public header and footer, also for missing pages. */
const staffAddress = /^\/(?:admin|doctor|clinic)(?:[/?]|$)/;

function sendCachedPage(request: FastifyRequest, reply: FastifyReply, kept: CachedPage): FastifyReply {
  reply
    .header('content-security-policy', kept.policy)
    .header('cache-control', 'no-cache')
    .header('etag', kept.etag)
    .header('vary', 'accept-encoding, accept-language, cookie')
    .type('text/html; charset=utf-8');
  if (request.headers['if-none-match'] === kept.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  reply.code(kept.status);
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(kept.br);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(kept.gzip);
  return reply.send(kept.plain);
}

/** The viewer. A public page is served also if the database is down and the viewer unknown. */
async function viewerOf(deps: HttpDeps, request: FastifyRequest, lang: Lang, page: SitePage) {
  try {
    return await readSession(deps, request, lang, false);
  } catch (error) {
    if (page.guard !== 'anyone' || !isUnavailable(error)) throw error;
    return null;
  }
}

const pageCacheKey = (lang: Lang, path: string, role = ''): string => `${lang} ${path} ${role}`;

/** A page that several roles share is shown with the viewer's navigation. */
const isShared = ({ guard }: SitePage): boolean => Array.isArray(guard) && guard.length > 1;

/** The last version of each page: served while the database is down. */
class LastPages {
  readonly #pages = new Map<string, CachedPage>();

  async unlessAway(name: string, making: Promise<CachedPage>): Promise<CachedPage> {
    try {
      const made = await making;
      if (this.#pages.size > maxPages) this.#pages.clear();
      this.#pages.set(name, made);
      return made;
    } catch (error) {
      return this.before(name, error);
    }
  }

  /**
   * The last version if the database is down; rethrows any other error, and serves no page that was never
   * rendered.
   */
  before(name: string, error: unknown): CachedPage {
    const page = isUnavailable(error) ? this.#pages.get(name) : undefined;
    if (!page) throw error;
    return page;
  }
}

/** Serves every page of the site map and the static files. */
export async function servePages(
  app: FastifyInstance,
  deps: HttpDeps,
  { site, render: draw, keeps, files }: PageSource,
  contentNow: () => Promise<PublicContent>,
): Promise<void> {
  const kept = new Map<string, Promise<CachedPage>>();
  /** The content that the cached pages were rendered from. */
  let keptOf = '';
  const last = new LastPages();

  /** The error of the last query if the database was down. */
  let away: unknown;
  function drawnFrom(today: string): Promise<ContentDigest> {
    const before = away;
    const day = Number(today.replaceAll('-', ''));
    const look = deps.cache.made(contentCaches, day, 'content of pages', async () => {
      try {
        const content = await contentNow();
        away = undefined;
        return { content, digest: hashOf(JSON.stringify(content)) };
      } catch (error) {
        away = isUnavailable(error) ? error : undefined;
        throw error;
      }
    });
    return before ? Promise.race([look, sleep(outageWaitMs).then(() => Promise.reject(before))]) : look;
  }

  async function render(asked: Omit<PageRequest, 'origin' | 'assets'>): Promise<CachedPage> {
    const page = await draw({ ...asked, origin: new URL(deps.config.PUBLIC_URL).origin });
    const plain = Buffer.from(page.html);
    const [br, gz] = await Promise.all([asBrotli(plain, 9), asGzip(plain)]);
    const etag = `"${hashOf(plain)}"`;
    const made: CachedPage = {
      status: page.status,
      etag,
      policy: contentPolicy(page.inlineScripts.map(hashSource), page.inlineStyles.map(hashSource)),
      plain,
      br,
      gzip: gz,
    };
    if (keeps)
      void asBrotli(plain, 11).then((smaller) => {
        made.br = smaller;
      });
    return made;
  }

  async function drawn(name: string, asked: Omit<PageRequest, 'content' | 'origin' | 'assets'>) {
    const { content, digest } = await drawnFrom(asked.today);
    if (!keeps) return render({ ...asked, content });
    const of = `${asked.today} ${digest}`;
    if (of !== keptOf || kept.size > maxPages) kept.clear();
    keptOf = of;
    const before = kept.get(name);
    if (before) return before;
    const page = render({ ...asked, content });
    kept.set(name, page);
    page.catch(() => kept.get(name) === page && kept.delete(name));
    return page;
  }

  function pageOf(path: string, lang: Lang, of?: SitePage, viewer?: Viewer | null): Promise<CachedPage> {
    const role = of && isShared(of) ? viewer?.role : undefined;
    const { date: today } = dayClock(deps.now());
    const name = pageCacheKey(lang, path, role);
    const page = drawn(name, { path, row: of?.path ?? path, lang, role, today });
    return keeps ? last.unlessAway(name, page) : page;
  }

  const keepLanguage = (reply: FastifyReply, lang: Lang) =>
    sendCookie(deps, reply, 'lang', lang, { seconds: 31_536_000, readable: true });

  function chooseLanguage(request: FastifyRequest, reply: FastifyReply): boolean {
    const { lang } = request.query as { lang?: unknown };
    if (lang !== 'en' && lang !== 'ar') return false;
    keepLanguage(reply, lang);
    return true;
  }

  for (const page of site) {
    const addresses: [string, Lang | null][] = page.languages
      ? [
          [page.path, 'en'],
          [localPath(page.path, 'ar'), 'ar'],
        ]
      : [[page.path, null]];
    for (const [address, fixed] of addresses) {
      // Served from the cache if nobody is signed in.
      const isLight = page.guard === 'anyone' && !address.includes(':');
      const config: FastifyContextConfig = isLight ? { place: 'page' } : {};
      app.get(address, { schema: { hide: true }, config }, async (request, reply) => {
        if (chooseLanguage(request, reply)) return reply.redirect(withoutLang(request.url), 302);
        const wanted = negotiateLanguage(request);
        if (fixed === 'en' && wanted === 'ar')
          return reply.header('vary', 'accept-language, cookie').redirect(arabicAddress(request.url), 302);
        const lang = fixed ?? wanted;
        if (fixed === 'ar' && cookieValue(request.headers.cookie ?? '', 'lang') === undefined)
          keepLanguage(reply, 'ar');
        const viewer = await viewerOf(deps, request, lang, page);
        const target = findRedirect(page, viewer, request.url);
        if (target) return reply.header('cache-control', 'no-store').redirect(target, 302);
        if (!page.pathsIn) return sendCachedPage(request, reply, await pageOf(page.path, lang, page, viewer));
        const asked = withoutLang(request.url.split('?', 1)[0] ?? '');
        let content: PublicContent;
        try {
          content = (await drawnFrom(dayClock(deps.now()).date)).content;
        } catch (error) {
          return sendCachedPage(request, reply, last.before(pageCacheKey(lang, asked), error));
        }
        const path = page.pathsIn(content).includes(asked) ? asked : page.meantBy?.(content, asked);
        if (!path) return sendCachedPage(request, reply, await pageOf('*', lang));
        if (path === asked) return sendCachedPage(request, reply, await pageOf(path, lang, page));
        // Permanent for search engines, but not cached, because the address may become valid again.
        const own = localPath(path, lang);
        return reply.header('cache-control', 'no-cache').redirect(own, 301);
      });
    }
  }

  sitemapRoutes(app, deps, site, contentNow);
  manifestRoutes(app, async () => (await contentNow()).clinic);
  await serveFiles(app, files);
  app.setNotFoundHandler(async (request, reply) => {
    // Requests of scripts get no page.
    if (request.url.startsWith('/assets/')) return reply.code(404).type('text/plain').send();
    if (chooseLanguage(request, reply)) return reply.redirect(withoutLang(request.url), 302);
    const page = staffAddress.test(request.url) ? '*staff' : '*';
    return sendCachedPage(request, reply, await pageOf(page, choosePageLanguage(request)));
  });
}
