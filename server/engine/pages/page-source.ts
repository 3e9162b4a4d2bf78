import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageRenderer, PageReply, PageRequest, SitePage } from '#shared/page.ts';
import { site } from '#shared/site.ts';
import { builtFiles, readAssets } from './page-assets.ts';

/** Where pages come from: the build, or (`npm run dev`) the sources while they are being written. */
export interface PageSource {
  readonly site: readonly SitePage[];
  readonly render: (request: Omit<PageRequest, 'assets'>) => PageReply | Promise<PageReply>;
  /** A page stays as it was rendered until the content of the clinic changes. */
  readonly keeps: boolean;
  /** The folder of the files that are served as they are. */
  readonly files: string;
}

/**
 * The built pages beside the built server. What draws them is loaded with the first that is drawn, and known
 * from the start: by then another build may have taken the place of this one.
 */
export function builtPages(dist = fileURLToPath(new URL('..', import.meta.url))): PageSource {
  const require = createRequire(import.meta.url);
  const files = join(dist, 'web');
  const assets = readAssets(files);
  const pages = join(dist, 'pages');
  const renderer = join(pages, builtFiles(pages)('web/entry-server.tsx'));
  return {
    site,
    render: (request) => (require(renderer) as PageRenderer).renderPage({ ...request, assets }),
    keeps: true,
    files,
  };
}
