import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { handleErrors, handleNotFound } from './http/error-handler.ts';
import { healthRoutes } from './http/health.ts';
import { serializeByContract } from './http/mount.ts';
import { openApi } from './http/openapi.ts';
import { securityHeaders } from './http/security-headers.ts';

function trustProxy(config: Config): boolean | string {
  if (config.TRUST_PROXY === undefined) return false;
  return config.TRUST_PROXY === 'true' ? true : config.TRUST_PROXY;
}

/** The server with its limits; everything it does is registered below. */
function bareApp(config: Config, logger: FastifyBaseLogger | undefined): FastifyInstance {
  return Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    genReqId: () => randomUUID(),
    trustProxy: trustProxy(config),
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });
}

/** The table of contents: plugins, then one line a feature. */
export async function createApp(deps: Deps, logger?: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = bareApp(deps.config, logger);
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializeByContract);
  app.decorateRequest('viewer', null);
  app.decorateRequest('lang', 'en');
  handleErrors(app);
  await securityHeaders(app, deps.config);
  await app.register(cookie);
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 2048, global: true });
  await app.register(underPressure, { maxEventLoopDelay: 2000, retryAfter: 2, exposeStatusRoute: false });
  await openApi(app);

  healthRoutes(app, deps);

  handleNotFound(app);
  return app;
}
