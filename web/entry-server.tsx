import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { dirOf, type Lang } from '#shared/domain/languages.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import type { PageReply, PageRequest, SitePage } from '#shared/page.ts';
import { site } from '#shared/site.ts';
import { setMessageLanguage, t } from './i18n.ts';
import { listNeededFiles, type PageFiles, PageFilesContext } from './islands/island.tsx';
import { firstScript } from './pages/first-script.ts';
import { Head, inlineCss } from './pages/head.tsx';
import type { EarlyReads, PageModule, PageProps } from './pages/page.ts';
import { notFoundPage, staffNotFoundPage } from './pages/public/not-found-page.tsx';
import { pageModules } from './router.tsx';
import { ArabicWordOutline } from './ui/drawings/arabic-word.tsx';

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Files that each tab's part needs in addition to the page's own; empty in development, where there is no
 * build.
 */
function listPartFiles(
  parts: PageModule['parts'],
  { of, atOnce }: PageFiles,
  lang: Lang,
): Pick<EarlyReads, 'files'> {
  if (!parts || Object.keys(of).length === 0) return {};
  const needed = Object.entries(parts).map(([tab, { file, areas = [] }]) => {
    if (!of[file]) throw new Error(`the build has no ${file}, the part of a page that its tab names`);
    const files = listNeededFiles(of, (path) => path === file, areas, lang);
    return [tab, files.filter((each) => !atOnce.has(each))];
  });
  return { files: Object.fromEntries(needed) as Record<string, string[]> };
}

const isIndexed = ({ guard, languages, unlisted }: SitePage): boolean =>
  guard === 'anyone' && languages && !unlisted;

/** The complete HTML of a page in one language. */
export function renderPage({ assets, row: of, ...page }: PageRequest): PageReply {
  const props: PageProps = page;
  setMessageLanguage(page.lang, dictionaries[page.lang]);
  const row = site.find(({ path }) => path === (of ?? page.path));
  const module = row ? pageModules[row.path] : page.path === '*staff' ? staffNotFoundPage : notFoundPage;
  const indexed = row !== undefined && isIndexed(row);
  const files: PageFiles = { of: assets.filesOf, atOnce: new Set() };
  const body = renderToString(
    <PageFilesContext value={files}>
      <module.Page {...props} />
      {page.lang === 'en' && <ArabicWordOutline />}
    </PageFilesContext>,
  );
  const scripts = [...files.atOnce];
  const waits = module.look === 'public' && scripts.length > 0;
  const head = renderToStaticMarkup(
    <Head
      module={module}
      page={props}
      assets={assets}
      scripts={waits ? [] : scripts}
      twoLanguages={row?.languages === true}
      indexed={indexed}
    />,
  );
  const facts = module.facts?.(props);
  const splash = module.splash ? ' data-splash=""' : '';
  const reads = {
    ...module.early?.(props),
    ...listPartFiles(module.parts, files, page.lang),
    ...(waits ? { scripts } : {}),
  };
  const early =
    Object.keys(reads).length > 0 ? ` data-early="${escapeAttribute(JSON.stringify(reads))}"` : '';
  const dir = dirOf(page.lang);
  const offline = escapeAttribute(t('error.offline'));
  const jsonLd = facts
    ? `<script type="application/ld+json">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`
    : '';
  const look = module.look === 'public' ? '' : ' class="staff"';
  const css = inlineCss[module.look]?.[page.lang] ?? null;
  return {
    status: row ? 200 : 404,
    html: `<!doctype html><html lang="${page.lang}" dir="${dir}" data-offline="${offline}"${early}${splash}>${head}<body${look}>${body}${jsonLd}</body></html>`,
    inlineScripts: [firstScript],
    inlineStyles: css === null ? [] : [css],
  };
}
