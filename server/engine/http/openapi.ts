import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#shared/errors.ts';
import { firstThing } from './access.ts';
import { languageOf } from './language.ts';
import { readSession } from './session.ts';

/**
 * The description of the API, written from the contract: `/api/openapi.json`, and `/api/docs` to read it.
 * Open on this machine, or where `API_DOCS` says so; elsewhere it is there for admins only.
 */
export async function openApi(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config } = deps;
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Hakima', version: '1' } },
    transform: createJsonSchemaTransform({ skipList: [] }),
  });
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (config.local || config.API_DOCS) return;
      const viewer = await readSession(deps, request, languageOf(request), true);
      if (viewer?.role !== 'admin' || firstThing(viewer)) throw new Refusal('not_found');
    });
    // Of two directives of one name a browser takes the first: its own policy would stand before ours.
    await scope.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { validatorUrl: 'none' } });
    scope.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
  });
}
