import { readdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { documentHeaders } from '#server/engine/http/security-headers.ts';
import { bookButtonFile } from '#shared/domain/connections/book-button.ts';

/**
 * Files that pages of other sites load: by anybody, without cookies, with a short cache time so that
 * corrections arrive soon.
 */
const headersForOtherSites = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600, stale-while-revalidate=604800',
  'cross-origin-resource-policy': 'cross-origin',
};

/** ETag; files that are cached for a year are never revalidated. */
const revalidationHeaders = ['etag', 'last-modified', 'accept-ranges'] as const;

/**
 * Serves static files from a list that is made once, through one route: each plugin would search its folder,
 * and each route is compiled separately.
 */
export async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    // 404, not 403: guessing names reveals nothing.
    dotfiles: 'ignore',
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (response, file) => {
      if (file.includes(bookButtonFile)) {
        response.headers(headersForOtherSites);
        for (const name of documentHeaders) response.removeHeader(name);
        return;
      }
      const built = file.includes('/assets/');
      response.header('cache-control', built ? 'public, max-age=31536000, immutable' : 'no-cache');
      // Scripts, styles and fonts get these headers from their page: saves 0.7 kB for each.
      if (built) for (const name of [...documentHeaders, ...revalidationHeaders]) response.removeHeader(name);
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
