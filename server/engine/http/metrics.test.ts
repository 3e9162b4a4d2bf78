import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { metricsRoutes } from './metrics.ts';

test('metrics require the token and name routes instead of addresses', async () => {
  const t = await createTestApp({ METRICS_TOKEN: 'scrape me' });
  await enqueue(t.deps.db, {
    dedupeKey: 'x',
    channel: 'sms',
    address: '+201001234567',
    locale: 'en',
    template: 'code',
  });
  await t.call('GET', '/api/links/abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq');
  expect((await t.call('GET', '/metrics')).statusCode).toBe(401);
  expect((await t.call('GET', '/metrics', { headers: { authorization: 'Bearer wrong' } })).statusCode).toBe(
    401,
  );
  const figures = await t.call('GET', '/metrics', { headers: { authorization: 'Bearer scrape me' } });
  expect(figures.headers['content-type']).toContain('text/plain');
  expect(figures.body).toContain('hakima_messages_waiting{channel="sms"} 1');
  expect(figures.body).toContain(
    'hakima_http_requests_total{method="GET",route="/api/links/:token",status="404"} 1',
  );
  expect(figures.body).not.toContain('abcdefghijkl');
  expect(figures.body).toContain('hakima_process_resident_memory_bytes');
  await t.close();
  const without = await createTestApp();
  expect((await without.call('GET', '/metrics')).statusCode).toBe(404);
  await without.close();
});

test('built files are one route in every release', async () => {
  const t = await createTestApp({ METRICS_TOKEN: 'scrape me' });
  const app = Fastify();
  metricsRoutes(app, t.deps, []);
  for (const name of ['desk-1a.js', 'desk-2b.js']) app.get(`/assets/${name}`, () => name);
  for (const name of ['desk-1a.js', 'desk-2b.js']) await app.inject(`/assets/${name}`);
  const figures = await app.inject({ url: '/metrics', headers: { authorization: 'Bearer scrape me' } });
  expect(figures.body).toContain('hakima_http_requests_total{method="GET",route="/assets/*",status="200"} 2');
  expect(figures.body).not.toContain('desk-');
  await app.close();
  await t.close();
});
