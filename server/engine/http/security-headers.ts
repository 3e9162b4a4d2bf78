import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { createPolicyReport } from '#shared/contract/logs.ts';
import { Refusal } from '#shared/errors.ts';

/**
 * What an answer may load and who may frame it; a page names the hashes of its own inline scripts and styles.
 */
export const contentPolicy = (scripts: readonly string[] = [], styles: readonly string[] = []): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    `report-uri ${createPolicyReport.path}`,
  ].join(';');

/** What says nothing on a script, a style or a font, because only a document is asked for it. */
export const headersOfDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-frame-options',
] as const;

/** What a script reads: opened by its address it loads nothing and is framed nowhere. */
const policyOfData = "default-src 'none';base-uri 'none';frame-ancestors 'none'";
const saidOfData = new Set<string>(['content-security-policy', 'x-frame-options']);

/** Headers every answer carries, also one made before there is a route or a place for the request. */
export const answerHeaders = ({ secure }: Pick<Config, 'secure'>): Readonly<Record<string, string>> => ({
  'content-security-policy': contentPolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/** Node takes the first of several `Host` headers, a proxy may take another. */
const hasSeveralHosts = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/** Puts them on every answer of a route, where they can be changed; nothing of the API is kept by anybody. */
export function securityHeaders(
  app: FastifyInstance,
  { config, now }: { config: Config; now(): Date },
): void {
  const headers = answerHeaders(config);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (hasSeveralHosts(request.raw.rawHeaders)) throw new Refusal('malformed');
    // A line of HTTP/1.1 stays open without being told: 48 bytes less for each of a dozen answers of a page.
    if (!reply.raw.hasHeader('connection')) reply.raw.removeHeader('connection');
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) {
      // Desks go by this clock (`web/api/clock.ts`): the one that writes are judged by.
      reply.header('date', now().toUTCString());
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    }
    if (String(reply.getHeader('content-type')).startsWith('application/json')) {
      // 0.5 kB less for each of a dozen answers of a page.
      for (const name of headersOfDocuments) if (!saidOfData.has(name)) reply.removeHeader(name);
      reply.header('content-security-policy', policyOfData);
    }
    // A built file is kept for a year: nobody looks for one answer of it in the logs.
    if (!request.url.startsWith('/assets/')) reply.header('x-request-id', request.id);
  });
}
