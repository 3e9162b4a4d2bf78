import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PageRenderer, PageReply, PageRequest, SitePage } from '#shared/page.ts';
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

/** The built pages beside the built server. */
export async function builtPages(): Promise<PageSource> {
  const dist = join(dirname(fileURLToPath(import.meta.url)), '..');
  const renderer = (await import(pathToFileURL(join(dist, 'pages/entry-server.js')).href)) as PageRenderer;
  const files = join(dist, 'web');
  const assets = readAssets(files);
  return {
    site: renderer.site,
    render: (request) => renderer.renderPage({ ...request, assets }),
    keeps: true,
    files,
  };
}
