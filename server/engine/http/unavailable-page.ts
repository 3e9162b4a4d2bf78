import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { cookieValueScript } from '#shared/cookies.ts';
import { dirOf, type Lang } from '#shared/domain/languages.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { contentPolicy } from './security-headers.ts';

/** Polls the readiness check every few seconds, at random times, and then reloads the page. */
const script = `(()=>{const d=document,${cookieValueScript},t=v('theme');
if(t)d.documentElement.dataset.theme=t;
const look=()=>setTimeout(()=>fetch('/readyz').then(a=>a.ok?location.reload():look(),look),
2e3+Math.random()*4e3);look()})()`;

const dark = `color-scheme:dark;--bg:#1a111b;--card:#241826;--ink:#f6ecf2;--ink-2:#cbb6c6;
--line:#43304a;--btn:#e9b9cb;--on:#2a1b2b`;
const style = `:root{color-scheme:light;--bg:#fbf7f2;--card:#fff;--ink:#2a1b2b;--ink-2:#685767;
--line:#eadfe3;--btn:#5a2350;--on:#fff}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
:root[data-theme=dark]{${dark}}
body{margin:0;background:var(--bg);color:var(--ink);
font:1.0625rem/1.6 'Figtree','Readex Pro',system-ui,sans-serif}
main{max-inline-size:34rem;margin-inline:auto;padding:12vh 1.25rem 3rem;text-align:center}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 .75rem}p{color:var(--ink-2);margin:0 0 1.5rem}
a{display:inline-block;padding:.7rem 1.4rem;border-radius:999px;background:var(--btn);
color:var(--on);text-decoration:none;font-weight:600}
a:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
section{margin-block-start:2.5rem;padding:1.25rem;border:1px solid var(--line);
border-radius:16px;background:var(--card);text-align:start}
h2{font-size:1.25rem;margin:0 0 .25rem}
ul{display:grid;gap:.75rem;margin:0;padding:0;list-style:none}b,span{display:block}[hidden]{display:none}`;

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page's content security policy: one script and one style. */
export const unavailablePolicy = contentPolicy([hash(script)], [hash(style)]);

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The page that a visitor sees while the server or the database is down, in her language; it retries
 * automatically. The service worker fills the marked list with data saved on the device (next appointments,
 * the desk's day).
 */
function render(lang: Lang): string {
  const text = (key: Parameters<typeof say>[1]): string => escaped(say(lang, key));
  const dir = dirOf(lang);
  return `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${text('error.away.title')}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<noscript><meta http-equiv="refresh" content="10"></noscript><style>${style}</style></head>
<body><main><h1>${text('error.away.title')}</h1><p role="status">${text('error.away.text')}</p>
<a href="">${text('error.away.retry')}</a>
<section id="kept" hidden><h2>${text('error.away.kept')}</h2><p id="kept-at">${text('error.away.keptAt')}</p>
<ul id="visits"></ul></section></main><script>${script}</script></body></html>`;
}

const pages: Partial<Record<Lang, string>> = {};

export function unavailablePage(lang: Lang): string {
  pages[lang] ??= render(lang);
  return pages[lang];
}

/** Whether a browser navigates to a page, rather than a script fetching data. */
export const opensPage = ({ method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>) =>
  (method === 'GET' || method === 'HEAD') &&
  !url?.startsWith('/api/') &&
  headers.accept?.includes('text/html') === true;
