import { cookieValueScript } from '#shared/cookies.ts';
import { type Lang, localPath } from '#shared/domain/languages.ts';
import type { PageAssets } from '#shared/page.ts';
import { inLang, t } from '#web/i18n.ts';
import accountCss from '#web/styles/account.css?inline';
import figtree from '#web/styles/fonts/figtree-latin.woff2?url';
import fraunces from '#web/styles/fonts/fraunces-soft-latin.woff2?url';
import markazi from '#web/styles/fonts/markazi-text-arabic.woff2?url';
import readex from '#web/styles/fonts/readex-pro-arabic.woff2?url';
import publicCss from '#web/styles/public.css?inline';
import { inLanguage } from './faces.ts';
import type { PageModule, PageProps } from './page.ts';

const fonts: Record<Lang, readonly string[]> = { en: [figtree, fraunces], ar: [readex, markazi] };

/**
 * Runs before the first paint, so that nothing jumps: the chosen theme and size of text, whether someone
 * seems signed in, and whether the splash of this visit is still to come (once a tab; gone at any key,
 * touch, click or wheel). Who she is, and what she reads first here, is asked for at once and together:
 * `client.ts` takes these answers. Scripts of a public page come once its first letters stand, or a fifth of
 * a second later: a slow processor still draws then, while they come. Whoever left quickly is led away again
 * when Back comes here in that tab. What happens from now on is kept for the logs of the browser
 * (`watch.ts`): the first error of a page is the one that explains the rest.
 */
export const firstScript = `(()=>{window.happened=[];
for(const e of['error','unhandledrejection','click','submit','change'])
addEventListener(e,x=>happened.push(x),true);
const away=()=>{try{const to=sessionStorage.left;if(to)location.replace(to)}catch{}};
addEventListener('pageshow',e=>e.persisted&&away());
try{if(performance.getEntriesByType('navigation')[0].type==='back_forward')away();
else delete sessionStorage.left}catch{}
const d=document,h=d.documentElement,${cookieValueScript},t=v('theme');
if(t)h.dataset.theme=t;if(v('text'))h.dataset.text='large';
const w=JSON.parse(h.dataset.early||'{}'),q=new URLSearchParams(location.search),e=window.early={},
tab=q.get('tab')||'',of=o=>o&&Object.hasOwn(o,tab)?o[tab]:[],
ask=u=>fetch(u,{headers:{'accept-language':h.lang}}),keep=(u,r)=>{e[u]=r;r.catch(()=>{})};
window.earlyAt=new Date;
const bring=hrefs=>{for(const href of hrefs)d.head.append(Object.assign(d.createElement('link'),
{rel:'modulepreload',href}))};
bring(of(w.files));
if(w.scripts)(window.shown=new Promise(r=>{setTimeout(r,200);
try{new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&r())
.observe({type:'paint',buffered:true})}catch{}})).then(()=>bring(w.scripts));
if(v('signed-in')){h.dataset.signedIn='';const me='/api/auth/user',
more=[...w.always||[],...(location.search?of(w.tabs):w.bare||[])],us=[me,...more];
if(!more[0])keep(me,ask(me));else{
const all=ask('/api/first-reads?of='+encodeURIComponent(us.join(' '))).then(async r=>{
if(!r.ok)throw r;const b=await r.json(),date=r.headers.get('date');
for(const u in b)b[u]=new Response(b[u].body,{status:b[u].status,headers:{...b[u].headers,date}});return b}),
give=u=>keep(u,all.then(b=>b[u]||Promise.reject()));
all.then(b=>Object.keys(b).filter(u=>!us.includes(u)).forEach(give),()=>{});us.forEach(give)}}
try{const k=JSON.parse(sessionStorage['booking-choice']||'{}'),l=+q.get('location')||k.locationId,
s=+q.get('service')||k.serviceId;
const days=(w.days||'').replace('{location}',l).replace('{service}',s);
if(days&&l&&s&&!k.date)keep(days,ask(days))}catch{}
try{if(h.dataset.splash!==undefined){if(sessionStorage.splashed)delete h.dataset.splash;
else{sessionStorage.splashed=1;const off=()=>{delete h.dataset.splash};
for(const e of['keydown','pointerdown','wheel','touchstart'])addEventListener(e,off,{once:true,passive:true});
setTimeout(off,4700)}}}catch{delete h.dataset.splash}})()`;

const inBoth = (css: string) => ({ en: inLanguage(css, 'en'), ar: inLanguage(css, 'ar') });

/** The styles of a page that stand in its HTML; the staff's are a file. */
export const inlineCss: Readonly<Record<PageModule['look'], Readonly<Record<Lang, string>> | null>> = {
  public: inBoth(publicCss),
  account: inBoth(accountCss),
  staff: null,
};

interface HeadProps {
  module: PageModule;
  page: PageProps;
  assets: PageAssets;
  /** Scripts that the page will need whatever happens. */
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
      {/* After the faces, which the first letters wait for; where styles are a file they come before. */}
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

/** What a messenger shows of a link to the page. */
function Preview({ title, description, url, page: { lang, origin, content } }: PreviewProps) {
  if (!description) return null;
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={inLang(content.clinic.name, content.clinic.nameAr)} />
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
