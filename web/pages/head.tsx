import { type Lang, localPath } from '#shared/domain/languages.ts';
import type { PageAssets } from '#shared/page.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import accountCss from '#web/styles/account.css?inline';
import figtree from '#web/styles/fonts/figtree-latin.woff2?url';
import fraunces from '#web/styles/fonts/fraunces-soft-latin.woff2?url';
import markazi from '#web/styles/fonts/markazi-text-arabic.woff2?url';
import readex from '#web/styles/fonts/readex-pro-arabic.woff2?url';
import publicCss from '#web/styles/public.css?inline';
import { firstScript } from './first-script.ts';
import { dropUnusedFontFaces } from './font-faces.ts';
import type { PageModule, PageProps } from './page.ts';

const fonts: Record<Lang, readonly string[]> = { en: [figtree, fraunces], ar: [readex, markazi] };

const splitCssByLanguage = (css: string) => ({
  en: dropUnusedFontFaces(css, 'en'),
  ar: dropUnusedFontFaces(css, 'ar'),
});

/** Styles that are inlined in a page's HTML; null for staff pages, which link a stylesheet. */
export const inlineCss: Readonly<Record<PageModule['look'], Readonly<Record<Lang, string>> | null>> = {
  public: splitCssByLanguage(publicCss),
  account: splitCssByLanguage(accountCss),
  staff: null,
};

interface HeadProps {
  module: PageModule;
  page: PageProps;
  assets: PageAssets;
  /** Scripts to preload on every visit. */
  scripts: readonly string[];
  twoLanguages: boolean;
  indexed: boolean;
}

export function Head({ module, page, assets, scripts, twoLanguages, indexed }: HeadProps) {
  const { lang, path, origin } = page;
  const title = module.title(page);
  const description = module.description?.(page);
  const css = inlineCss[module.look]?.[lang] ?? null;
  const own = `${origin}${twoLanguages ? localPath(path, lang) : path}`;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {!indexed && <meta name="robots" content="noindex" />}
      {indexed && <link rel="canonical" href={own} />}
      {indexed && twoLanguages && (
        <>
          <link rel="alternate" hrefLang="en" href={`${origin}${localPath(path, 'en')}`} />
          <link rel="alternate" hrefLang="ar" href={`${origin}${localPath(path, 'ar')}`} />
          <link rel="alternate" hrefLang="x-default" href={`${origin}${localPath(path, 'en')}`} />
        </>
      )}
      <Preview title={title} description={description} url={own} page={page} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href={lang === 'ar' ? '/manifest-ar.webmanifest' : '/manifest.webmanifest'} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#FBF7F2" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1A111B" />
      <meta name="color-scheme" content="light dark" />
      {fonts[lang].map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
      ))}
      <script dangerouslySetInnerHTML={{ __html: firstScript }} />
      {css === null ? (
        <link rel="stylesheet" href={assets.staffCss} />
      ) : (
        <style dangerouslySetInnerHTML={{ __html: css }} />
      )}
      <script type="module" src={assets.entry} />
      {/* After the fonts, which the first text needs; on pages with a stylesheet the scripts have normal
          priority. */}
      {scripts.map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority={css === null ? undefined : 'low'} />
      ))}
    </head>
  );
}

interface PreviewProps {
  title: string;
  description: string | undefined;
  url: string;
  page: PageProps;
}

/** Preview of a link to the page in messengers (Open Graph). */
function Preview({ title, description, url, page: { lang, origin, content } }: PreviewProps) {
  if (!description) return null;
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={pickLanguage(content.clinic.name, content.clinic.nameAr)} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={lang === 'ar' ? 'ar_EG' : 'en_GB'} />
      <meta property="og:image" content={`${origin}/og-${lang}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={t('public.meta.ogAlt')} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
