import { dirOf, type Lang, langs } from '#shared/domain/languages.ts';
import { firstModule, nonce } from './vite-server.ts';

const address = /^\/dev\/components(?:\/(en|ar)-(light|dark))?$/;
const corners = ['en-light', 'ar-light', 'en-dark', 'ar-dark'];

/** All four variants side by side, to compare languages and themes. */
const overview = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Components</title>
<style>
body{margin:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(400px,1fr));font:14px system-ui}
section{display:grid;grid-template-rows:auto 1fr;height:100vh}a{padding:8px}
iframe{border:0;width:100%;height:100%}
</style></head><body>${corners
  .map((name) => `<section><a href="/dev/components/${name}">${name}</a>`)
  .map(
    (start, i) =>
      `${start}<iframe title="${corners[i]}" src="/dev/components/${corners[i]}"></iframe></section>`,
  )
  .join('')}</body></html>`;

const corner = (lang: Lang, theme: string): string => `<!doctype html>
<html lang="${lang}" dir="${dirOf(lang)}" data-theme="${theme}"><head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Components: ${lang}, ${theme}</title>
<meta property="csp-nonce" nonce="${nonce}"><link rel="stylesheet" href="/web/styles/app.css">
<script type="module" src="${firstModule}"></script>
<script type="module" src="/tools/dev/gallery/gallery.tsx"></script></head>
<body class="staff"><main id="gallery"></main></body></html>`;

/** Gallery of all components: a page that exists only in `npm run dev`. */
export function galleryAt(url: string): string | undefined {
  const found = address.exec(url);
  if (!found) return undefined;
  const [, spoken, theme] = found;
  const lang = langs.find((one) => one === spoken);
  return lang && theme ? corner(lang, theme) : overview;
}
