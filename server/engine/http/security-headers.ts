import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { createPolicyReport } from '#shared/contract/logs.ts';
import { Refusal } from '#shared/errors.ts';

/**
 * Content security policy: what a page may load and who may frame it. A page adds the hashes of its inline
 * scripts and styles.
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

/** Directives without effect on a script, a style or a font, because they apply to documents. */
export const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-frame-options',
] as const;

/** The policy of data that scripts read: opened as a page, it loads nothing and cannot be framed. */
const policyOfData = "default-src 'none';base-uri 'none';frame-ancestors 'none'";
const dataHeaders = new Set<string>(['content-security-policy', 'x-frame-options']);

/** Headers of every answer, also of one without a route or a place. */
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

/** Node uses the first of several `Host` headers, a proxy may use another. */
const hasSeveralHosts = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/** Sets the headers on every answer of a route, which may change them. Answers of the API are not cached. */
export function securityHeaders(
  app: FastifyInstance,
  { config, now }: { config: Config; now(): Date },
): void {
  const headers = answerHeaders(config);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (hasSeveralHosts(request.raw.rawHeaders)) throw new Refusal('malformed');
    // HTTP/1.1 keeps connections open by default: saves 48 bytes in each of a dozen answers of a page.
    if (!reply.raw.hasHeader('connection')) reply.raw.removeHeader('connection');
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) {
      // Browsers correct their clock by this header (`web/api/clock.ts`): the server checks writes by the
      // same clock.
      reply.header('date', now().toUTCString());
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    }
    if (String(reply.getHeader('content-type')).startsWith('application/json')) {
      // Saves 0.5 kB in each of a dozen answers of a page.
      for (const name of documentHeaders) if (!dataHeaders.has(name)) reply.removeHeader(name);
      reply.header('content-security-policy', policyOfData);
    }
    // A built file is cached for a year: nobody searches the log for one of its answers.
    if (!request.url.startsWith('/assets/')) reply.header('x-request-id', request.id);
  });
}
