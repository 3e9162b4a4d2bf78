import { readdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { headersOfDocuments } from '#server/engine/http/security-headers.ts';
import { bookButtonFile } from '#shared/domain/connections/book-button.ts';

/** What pages of other sites load: by anybody, without cookies, soon mended everywhere where it was wrong. */
const headersForOtherSites = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600, stale-while-revalidate=604800',
  'cross-origin-resource-policy': 'cross-origin',
};

/** By what it is asked whether a file is still the same: of one that is kept for a year nobody asks. */
const headersOfChanging = ['etag', 'last-modified', 'accept-ranges'] as const;

/**
 * The files that are served as they are, by a list made once: otherwise each looks through its folder. One
 * route for all of them: what routes are made of is compiled for each.
 */
export async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    // Not there, rather than forbidden: whoever tries names learns nothing.
    dotfiles: 'ignore',
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (response, file) => {
      if (file.includes(bookButtonFile)) {
        response.headers(headersForOtherSites);
        for (const name of headersOfDocuments) response.removeHeader(name);
        return;
      }
      const built = file.includes('/assets/');
      response.header('cache-control', built ? 'public, max-age=31536000, immutable' : 'no-cache');
      // Scripts, styles and fonts of a page, which says all of this itself: 0.7 kB less for each of them.
      if (built)
        for (const name of [...headersOfDocuments, ...headersOfChanging]) response.removeHeader(name);
    },
  });
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const files = new Set(
    all.filter((file) => !/(?:^|\/)\.|\.(?:br|gz)$/.test(file)).map((file) => `/${file}`),
  );
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => {
      const [path = ''] = request.url.split('?', 1);
      return files.has(path) ? reply.sendFile(path) : reply.callNotFound();
    },
  });
}
