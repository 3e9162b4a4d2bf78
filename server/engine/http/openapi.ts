import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import fastify, { type FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { Refusal } from '#shared/errors.ts';
import { pendingStepError } from './access.ts';
import type { HttpDeps } from './deps.ts';
import { negotiateLanguage } from './language.ts';
import { readSession } from './session.ts';

/** The plugins that show the documentation. They are loaded with the first request, not at the start. */
async function createDocsApp(app: FastifyInstance): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const docs = fastify();
  const document = app.swagger() as StaticDocumentSpec['document'];
  await docs.register(swagger, { mode: 'static', specification: { document } });
  // Of two directives with one name a browser uses the first: the plugin's policy would stand before ours.
  await docs.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { validatorUrl: 'none' } });
  return docs;
}

/**
 * Documentation of the API, generated from the contract: `/api/openapi.json` and `/api/docs`. Public on
 * loopback or with `API_DOCS=1`; otherwise admins only.
 */
export async function openApi(app: FastifyInstance, deps: HttpDeps): Promise<void> {
  const { config } = deps;
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Hakima', version: '1' } },
    transform: createJsonSchemaTransform({ skipList: [] }),
  });
  let docs: Promise<FastifyInstance> | undefined;
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (config.local || config.API_DOCS) return;
      const viewer = await readSession(deps, request, negotiateLanguage(request), true);
      if (viewer?.role !== 'admin' || pendingStepError(viewer)) throw new Refusal('not_found');
    });
    for (const url of ['/api/docs', '/api/docs/*'])
      scope.get(url, { schema: { hide: true } }, async (request, reply) => {
        docs ??= createDocsApp(app);
        const { statusCode, headers, rawPayload } = await (await docs).inject({ url: request.url });
        return reply.code(statusCode).headers(headers).send(rawPayload);
      });
    scope.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
  });
}
