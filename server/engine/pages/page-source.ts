import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageRenderer, PageReply, PageRequest, SitePage } from '#shared/page.ts';
import { site } from '#shared/site.ts';
import { readAssets } from './page-assets.ts';

/** Where pages come from: the build, or (`npm run dev`) the sources while they are being written. */
export interface PageSource {
  readonly site: readonly SitePage[];
  readonly render: (request: Omit<PageRequest, 'assets'>) => PageReply | Promise<PageReply>;
  /** A page stays as it was rendered until the content of the clinic changes. */
  readonly keeps: boolean;
  /** The folder of the files that are served as they are. */
  readonly files: string;
}

/** The built pages beside the built server. What draws them is loaded with the first that is drawn. */
export function builtPages(): PageSource {
  const dist = fileURLToPath(new URL('..', import.meta.url));
  const require = createRequire(import.meta.url);
  const files = join(dist, 'web');
  const assets = readAssets(files);
  return {
    site,
    render: (request) =>
      (require(join(dist, 'pages/entry-server.js')) as PageRenderer).renderPage({ ...request, assets }),
    keeps: true,
    files,
  };
}
