import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadPublicContent } from '#server/features/guide/public-content-queries.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  admin = await createSignedInUser(t, { role: 'admin', name: 'Amal' });
});
afterAll(() => t.close());

const get = async (path: string) => (await t.call('GET', path)).json();
const put = (section: string, body: unknown) =>
  t.call('PUT', `/api/homepage/${section}`, { cookie: admin.cookie, body });
const hero = async (title: string) => ({ ...(await get('/api/homepage')).hero, title });

test('a new clinic has its default texts, and an edit is public at once and in all versions', async () => {
  const generation = t.deps.cache.generation(['homepage']);
  expect((await get('/api/homepage')).hero.ctaLink).toBe('#book');
  const saved = await put('hero', await hero('Care that listens'));
  expect(saved.statusCode).toBe(200);
  expect((await get('/api/homepage')).hero.title).toBe('Care that listens');
  expect((await get('/api/homepage/hero')).title).toBe('Care that listens');
  expect((await loadPublicContent(t.deps)).homepage.hero.title).toBe('Care that listens');
  expect(t.deps.cache.generation(['homepage'])).not.toBe(generation);
});

test('an earlier version is restored as the newest', async () => {
  await put('hero', await hero('One'));
  await put('hero', await hero('Two'));
  const versions = (await t.call('GET', '/api/homepage/hero/versions', { cookie: admin.cookie })).json();
  expect(versions).toMatchObject([{ author: 'Amal', current: true }, { author: 'Amal' }, { author: null }]);
  const restored = await t.call('POST', `/api/homepage/hero/versions/${versions[1].version}/restore`, {
    cookie: admin.cookie,
  });
  expect(restored.json().title).toBe('One');
  expect((await get('/api/homepage')).hero.title).toBe('One');
  expect((await t.call('GET', '/api/homepage/hero/versions', { cookie: admin.cookie })).json()).toHaveLength(
    4,
  );
  expect(
    (
      await t.call('POST', `/api/homepage/about/versions/${versions[1].version}/restore`, {
        cookie: admin.cookie,
      })
    ).statusCode,
  ).toBe(404);
});

test('the default text is the first version and can be restored', async () => {
  const initial = await get('/api/homepage/about');
  await put('about', { ...initial, title: 'Another story' });
  const versions = (await t.call('GET', '/api/homepage/about/versions', { cookie: admin.cookie })).json();
  expect(versions).toMatchObject([
    { author: 'Amal', current: true },
    { author: null, current: false },
  ]);
  const url = `/api/homepage/about/versions/${versions[1].version}/restore`;
  expect((await t.call('POST', url, { cookie: admin.cookie })).json()).toEqual(initial);
  expect(await get('/api/homepage/about')).toEqual(initial);
});

test('each section has its own schema, and invalid links, pictures and callers are rejected', async () => {
  const before = await hero('Kept');
  const wrong = await put('hero', { ...before, ctaLink: 'javascript:alert(1)' });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json().fields).toHaveProperty('ctaLink');
  expect((await put('features', before)).statusCode).toBe(400);
  expect((await put('nothing', before)).statusCode).toBe(400);
  const about = await get('/api/homepage/about');
  const unknownPicture = await put('about', { ...about, image: `/uploads/${'0'.repeat(64)}.webp` });
  expect(unknownPicture.json().fields).toHaveProperty('image');
  expect((await t.call('PUT', '/api/homepage/hero', { body: before })).statusCode).toBe(401);
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  expect(
    (await t.call('PUT', '/api/homepage/hero', { body: before, cookie: doctor.cookie })).statusCode,
  ).toBe(403);
});

test('legal pages are edited like the other texts', async () => {
  const privacy = await get('/api/homepage/privacy');
  expect(privacy.sections.length).toBeGreaterThan(2);
  expect((await put('privacy', { ...privacy, title: 'How we keep secrets' })).statusCode).toBe(200);
  expect((await loadPublicContent(t.deps)).legal.privacy.title).toBe('How we keep secrets');
});
