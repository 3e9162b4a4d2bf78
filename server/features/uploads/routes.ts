import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { createUpload } from '#shared/contract/uploads.ts';
import { Refusal } from '#shared/errors.ts';
import { storePicture } from './actions.ts';
import { readUpload, uploadIdOf } from './queries.ts';

const maxBytes = 8 * 1024 * 1024;

export function uploadRoutes(app: FastifyInstance, deps: Deps): void {
  // Images are accepted as bodies only inside this scope.
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      [...createUpload.binaryBody],
      { parseAs: 'buffer', bodyLimit: maxBytes },
      (_request, body, done) => done(null, body),
    );
    mount(
      scope,
      deps,
      createUpload,
      ({ viewer, request }) => {
        const bytes: unknown = request.body;
        if (!Buffer.isBuffer(bytes)) throw new Refusal('unsupported_media');
        return storePicture(deps, viewer, bytes);
      },
      { bodyLimit: maxBytes },
    );
  });

  app.get<{ Params: { file: string } }>(
    '/uploads/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const id = uploadIdOf(`/uploads/${request.params.file}`);
      const etag = `"${id}"`;
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag);
      if (id !== null && request.headers['if-none-match'] === etag) return reply.code(304).send();
      const upload = id === null ? undefined : await readUpload(deps.db, id);
      if (!upload) {
        reply.removeHeader('etag').header('cache-control', 'no-store');
        throw new Refusal('not_found');
      }
      return reply
        .type(upload.mediaType)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(upload.bytes);
    },
  );
}
