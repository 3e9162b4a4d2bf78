import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PageRenderer, PageReply, PageRequest, SitePage } from '#shared/page.ts';
import { site } from '#shared/site.ts';
import { builtFile, readAssets } from './page-assets.ts';

/** Source of the pages: the build, or (`npm run dev`) the source files. */
export interface PageSource {
  readonly site: readonly SitePage[];
  readonly render: (request: Omit<PageRequest, 'assets'>) => PageReply | Promise<PageReply>;
  /** Rendered pages are cached until the clinic's content changes. */
  readonly keeps: boolean;
  /** The folder of static files. */
  readonly files: string;
}

/**
 * The built pages beside the built server. The renderer is imported with the first page. Its file name is
 * read at the start, because a newer build may have replaced the manifest by then.
 */
export function loadBuiltPages(dist = fileURLToPath(new URL('..', import.meta.url))): PageSource {
  const files = join(dist, 'web');
  const assets = readAssets(files);
  const pages = join(dist, 'pages');
  const renderer = pathToFileURL(join(pages, builtFile(pages, 'web/entry-server.tsx'))).href;
  return {
    site,
    render: async (request) => {
      const { renderPage } = (await import(/* @vite-ignore */ renderer)) as PageRenderer;
      return renderPage({ ...request, assets });
    },
    keeps: true,
    files,
  };
}
