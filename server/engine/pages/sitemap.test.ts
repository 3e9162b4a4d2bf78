import { describe, expect, it } from 'vitest';
import type { PublicContent, SitePage } from '#shared/page.ts';
import { buildWebManifest } from './manifest.ts';
import { buildRobots, buildSitemap } from './sitemap.ts';

const site: readonly SitePage[] = [
  { path: '/', languages: true, guard: 'anyone' },
  { path: '/book', languages: true, guard: 'anyone' },
  { path: '/offline', languages: true, guard: 'anyone', unlisted: true },
  { path: '/reset-password', languages: false, guard: 'anyone' },
  { path: '/profile', languages: false, guard: 'signed-in' },
  { path: '/admin', languages: false, guard: ['admin'] },
  {
    path: '/doctors/:name',
    languages: true,
    guard: 'anyone',
    pathsIn: ({ doctors }) => doctors.map(({ id }) => `/doctors/${id}`),
  },
];
const content = { doctors: [{ id: 7 }] } as unknown as PublicContent;

describe('robots.txt and the sitemap', () => {
  const map = buildSitemap(site, content, 'https://hakima.example', '2026-11-20');

  it('list each public page in both languages with links to each other', () => {
    const places = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map((found) => found[1]);
    expect(places).toEqual(
      ['', '/ar', '/book', '/ar/book', '/doctors/7', '/ar/doctors/7'].map(
        (path) => `https://hakima.example${path || '/'}`,
      ),
    );
    expect(map.match(/hreflang="ar" href="https:\/\/hakima\.example\/ar\/book"/g)).toHaveLength(2);
  });

  it('leave out private pages and pages of no use for search', () => {
    expect(map).not.toMatch(/offline|reset|profile|admin/);
  });

  it('name the sitemap and exclude private pages', () => {
    expect(buildRobots('https://hakima.example')).toContain('Sitemap: https://hakima.example/sitemap.xml');
    expect(buildRobots('https://hakima.example')).toContain('Disallow: /api/');
    // `Disallow: /doctor` would also exclude every doctor's public page.
    expect(buildRobots('https://hakima.example')).not.toMatch(/^Disallow: \/doctor$/m);
  });
});

describe('the web app manifest', () => {
  it('has the clinic’s name and opens in its language', () => {
    const shortcuts = [
      expect.objectContaining({ url: '/ar/book' }),
      expect.objectContaining({ url: '/profile?tab=appointments' }),
    ];
    expect(buildWebManifest('ar', 'نور لصحة المرأة')).toMatchObject({
      name: 'نور لصحة المرأة',
      dir: 'rtl',
      start_url: '/ar',
      shortcuts,
    });
    expect(buildWebManifest('en', 'Noor Clinics')).toMatchObject({
      short_name: 'Noor',
      lang: 'en',
      start_url: '/',
    });
  });
});
