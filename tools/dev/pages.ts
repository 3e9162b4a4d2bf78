import { join } from 'node:path';
import type { PageSource } from '#server/engine/pages/page-source.ts';
import type { PageRenderer, PageReply, PageRequest } from '#shared/page.ts';
import type * as siteModule from '#shared/site.ts';
import type { Sources } from './sources.ts';
import { firstModule, nonce, root } from './vite-server.ts';

const entry = '/web/entry-client.ts';
const assets = { entry, staffCss: '/web/styles/app.css', filesOf: {} };

const linkedStyles = ['account', 'home']
  .map((sheet) => `<link rel="stylesheet" href="/web/styles/${sheet}.css"/>`)
  .join('');

/**
 * Adapts a page for Vite: styles are linked instead of inlined, so that they can be replaced without a reload
 * (public and account styles on every page), and Vite's own script comes first.
 */
function adaptForVite({ html, inlineStyles, ...reply }: PageReply): PageReply {
  const linked = inlineStyles.reduce(
    (text, css) => text.replace(`<style>${css}</style>`, linkedStyles),
    html,
  );
  const first = `<meta property="csp-nonce" nonce="${nonce}"/><script type="module" src="${firstModule}"></script>`;
  const script = `<script type="module" src="${entry}">`;
  if (!linked.includes(script)) throw new Error('the page has no place for the scripts of development');
  return { ...reply, inlineStyles: [], html: linked.replace(script, () => `${first}${script}`) };
}

/**
 * Renders every page from the current sources. If they cannot be loaded, the error is reported and the last
 * working version stays in use.
 */
export async function createSourcePages(
  sources: Sources,
  tell: (error?: unknown) => void,
): Promise<PageSource> {
  const load = () => sources.load<PageRenderer>('/web/entry-server.tsx');
  let renderer = await load();
  const { site } = await sources.load<typeof siteModule>('/shared/site.ts');
  const render = async (request: Omit<PageRequest, 'assets'>) => {
    try {
      renderer = await load();
      tell();
    } catch (error) {
      tell(error);
    }
    return adaptForVite(renderer.renderPage({ ...request, assets }));
  };
  return { site, render, keeps: false, files: join(root, 'web/public') };
}
