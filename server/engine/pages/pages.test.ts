import cookies from '@fastify/cookie';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Viewer } from '#server/engine/http/session.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import type { PublicContent, SitePage } from '#shared/page.ts';
import type { PageSource } from './page-source.ts';
import { findRedirect, servePages } from './pages.ts';

const viewer = (role: Role, mustFirst: Viewer['mustFirst'] = null) => ({ role, mustFirst });
const page = (path: string, guard: SitePage['guard']): SitePage => ({ path, guard, languages: false });
const profile = page('/profile', 'signed-in');

test('patients have their profile page, and staff a tab of their own account', () => {
  expect(findRedirect(profile, viewer('patient'), '/profile')).toBeNull();
  for (const role of ['receptionist', 'doctor', 'admin'] as const)
    expect(findRedirect(profile, viewer(role), '/profile?tab=password')).toBe('/clinic/profile?tab=password');
  expect(findRedirect(profile, null, '/profile')).toBe('/');
});

test('a forbidden page redirects to the home page with the reason', () => {
  const desk = page('/clinic/profile', ['receptionist', 'doctor', 'admin']);
  expect(findRedirect(desk, viewer('patient'), '/clinic/profile')).toBe('/?denied=1');
  expect(findRedirect(desk, viewer('receptionist', 'new-secret'), '/clinic/profile')).toBe(
    '/?choose-password=1',
  );
  const home = page('/', 'anyone');
  expect(findRedirect(home, viewer('receptionist'), '/?denied=1')).toBe('/clinic/day?denied=1');
});

test('a required second step opens its dialog, and a required set-up opens the account page', () => {
  const board = page('/clinic/day', ['receptionist', 'doctor', 'admin']);
  const own = page('/clinic/profile', ['receptionist', 'doctor', 'admin']);
  const home = page('/', 'anyone');
  const half = viewer('doctor', 'second-step');
  expect(findRedirect(board, half, '/clinic/day')).toBe('/?second-step=1');
  expect(findRedirect(home, half, '/?second-step=1')).toBeNull();
  const begins = viewer('doctor', 'second-step-setup');
  for (const asked of [board, home, profile])
    expect(findRedirect(asked, begins, asked.path)).toBe('/clinic/profile?tab=password');
  expect(findRedirect(own, begins, '/clinic/profile')).toBeNull();
  expect(findRedirect(page('/legal', 'anyone'), begins, '/legal')).toBeNull();
});

test('the last version of a page is served while the database is down', async () => {
  const t = await createTestApp();
  const app = fastify();
  await app.register(cookies);
  let away = false;
  let drawn = 0;
  const source = {
    site: [
      page('/', 'anyone'),
      page('/faq', 'anyone'),
      { ...page('/branches/:name', 'anyone'), pathsIn: () => ['/branches/giza', '/branches/maadi'] },
    ],
    render: async () => {
      const html = `<p>${++drawn}</p>`;
      return { html, status: 200 as const, inlineScripts: [], inlineStyles: [] };
    },
    keeps: true,
    files: import.meta.dirname,
  };
  await servePages(app, t.deps, source, () => {
    if (away) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    return Promise.resolve({} as PublicContent);
  });
  const open = async (url: string) => (await app.inject({ url })).body;
  expect(await open('/')).toBe('<p>1</p>');
  expect(await open('/branches/giza')).toBe('<p>2</p>');
  // The date is part of a page.
  t.setNow(new Date(monday.getTime() + 86_400_000));
  away = true;
  expect(await open('/')).toBe('<p>1</p>');
  expect(await open('/branches/giza')).toBe('<p>2</p>');
  for (const url of ['/faq', '/branches/maadi', '/branches/nowhere'])
    expect((await app.inject({ url })).statusCode, url).toBe(500);
  away = false;
  expect(await open('/')).toBe('<p>3</p>');
  await app.close();
  await t.close();
});

test('after one timeout of the database nobody waits for it again', async () => {
  const t = await createTestApp();
  const app = fastify();
  await app.register(cookies);
  let content: () => Promise<unknown> = () => Promise.resolve({});
  let drawn = 0;
  const source: PageSource = {
    site: [page('/', 'anyone')],
    render: async () => ({ html: `<p>${++drawn}</p>`, status: 200, inlineScripts: [], inlineStyles: [] }),
    keeps: true,
    files: import.meta.dirname,
  };
  await servePages(app, t.deps, source, () => content() as Promise<PublicContent>);
  const open = async () => (await app.inject({ url: '/' })).body;
  expect(await open()).toBe('<p>1</p>');
  t.deps.cache.drop('schedules');
  content = () => Promise.reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
  expect(await open()).toBe('<p>1</p>');
  // The next query never ends.
  let answer: (content: unknown) => void = () => undefined;
  const look = new Promise((done) => (answer = done));
  content = () => look;
  expect(await open()).toBe('<p>1</p>');
  expect(await open()).toBe('<p>1</p>');
  answer({ services: [1] });
  await look;
  expect(await open()).toBe('<p>2</p>');
  await app.close();
  await t.close();
});

test('pages are rendered again only if their content differs', async () => {
  const t = await createTestApp();
  const app = fastify();
  await app.register(cookies);
  let drawn = 0;
  let content = { services: [1] };
  const source: PageSource = {
    site: [page('/', 'anyone'), page('/faq', 'anyone')],
    render: async () => ({ html: `<p>${++drawn}</p>`, status: 200, inlineScripts: [], inlineStyles: [] }),
    keeps: true,
    files: import.meta.dirname,
  };
  await servePages(app, t.deps, source, () => Promise.resolve(content as unknown as PublicContent));
  const open = async (url: string) => (await app.inject({ url })).body;
  for (const n of [1, 2]) {
    expect(await open('/'), `${n}`).toBe('<p>1</p>');
    expect(await open('/faq'), `${n}`).toBe('<p>2</p>');
    // Like after each offer.
    t.deps.cache.drop('schedules');
  }
  content = { services: [1, 2] };
  t.deps.cache.drop('services');
  expect(await open('/')).toBe('<p>3</p>');
  expect(await open('/faq')).toBe('<p>4</p>');
  await app.close();
  await t.close();
});

test('a file that is not in the build renders nothing', async () => {
  const t = await createTestApp();
  const app = fastify();
  await app.register(cookies);
  const render: PageSource['render'] = () => ({
    html: '<p>',
    status: 404,
    inlineScripts: [],
    inlineStyles: [],
  });
  const source: PageSource = { site: [], render, keeps: true, files: import.meta.dirname };
  await servePages(app, t.deps, source, () => Promise.resolve({} as PublicContent));
  const { statusCode, body, headers } = await app.inject({ url: '/assets/gone.js' });
  expect({ statusCode, body, type: headers['content-type'] }).toEqual({
    statusCode: 404,
    body: '',
    type: 'text/plain',
  });
  expect((await app.inject({ url: '/gone' })).body).toBe('<p>');
  await app.close();
  await t.close();
});

test('a page for several roles is rendered and cached for each', async () => {
  const t = await createTestApp();
  const app = fastify();
  await app.register(cookies);
  const drawn: string[] = [];
  const source: PageSource = {
    site: [page('/clinic/day', ['receptionist', 'doctor', 'admin']), page('/admin/staff', ['admin'])],
    render: async ({ path, role }) => {
      drawn.push(`${path} ${role}`);
      return { html: `<p>${role}</p>`, status: 200, inlineScripts: [], inlineStyles: [] };
    },
    keeps: true,
    files: import.meta.dirname,
  };
  await servePages(app, t.deps, source, () => Promise.resolve({} as PublicContent));
  const open = async (url: string, role: Role) => {
    const { cookie } = await createSignedInUser(t, { role });
    return (await app.inject({ url, headers: { cookie } })).body;
  };
  for (const role of ['receptionist', 'doctor', 'admin', 'doctor'] as const)
    expect(await open('/clinic/day', role)).toBe(`<p>${role}</p>`);
  expect(await open('/admin/staff', 'admin')).toBe('<p>undefined</p>');
  expect(drawn).toEqual([
    '/clinic/day receptionist',
    '/clinic/day doctor',
    '/clinic/day admin',
    '/admin/staff undefined',
  ]);
  await app.close();
  await t.close();
});

test('until 3 AM a page uses the clinic’s previous day', async () => {
  const t = await createTestApp();
  const app = fastify();
  await app.register(cookies);
  const source: PageSource = {
    site: [page('/', 'anyone')],
    render: async ({ today }) => ({ html: today, status: 200, inlineScripts: [], inlineStyles: [] }),
    keeps: true,
    files: import.meta.dirname,
  };
  await servePages(app, t.deps, source, () => Promise.resolve({} as PublicContent));
  for (const [now, day] of [
    ['2027-04-29T22:00:00Z', '2027-04-29'],
    ['2027-04-30T00:00:00Z', '2027-04-30'],
  ] as const) {
    t.setNow(new Date(now));
    expect((await app.inject({ url: '/' })).body).toBe(day);
  }
  await app.close();
  await t.close();
});
