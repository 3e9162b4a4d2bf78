import { expect, test } from '../fixtures.ts';
import { testAllOnlyTag } from '../project-tags.ts';

/**
 * Requests of each page at opening, besides the event stream and logging: all other data must come with the
 * first read.
 */
const pages = [
  ['admin', '/admin/dashboard', ['/api/backups', '/api/disruptions/standing']],
  ['doctor', '/doctor/dashboard', ['/api/patients/alerts', '/api/disruptions/standing']],
  ['doctor who sees her own', '/doctor/dashboard', ['/api/disruptions/standing']],
  ['receptionist', '/clinic/appointments', ['/api/patients/alerts', '/api/disruptions/standing']],
  ['admin', '/admin/patients', []],
  ['admin', '/admin/logs', []],
  ['admin', '/clinic/day', []],
  // The doctors, where the branch that the admin saw last is booked by doctor.
  ['admin', '/clinic/calendar', ['/api/doctors']],
  ['patient', '/profile?tab=appointments', ['/api/arrivals']],
  ['patient', '/profile', ['/api/auth/user']],
  ['patient', '/profile?tab=family', []],
  // The first read leaves out lists that no change refreshes: who opened the file, the ways to sign in.
  ['patient', '/profile?tab=privacy', ['/api/privacy']],
  ['patient', '/profile?tab=devices', ['/api/auth/ways']],
] as const;
/** One page of each kind of user; the others are read in the same way. */
const examples = new Set(['/admin/dashboard', '/clinic/day', '/profile']);

for (const [who, path, besides] of pages)
  test(`${path} of a ${who} requests its first data once, before its scripts have loaded`, {
    tag: examples.has(path) ? [] : [testAllOnlyTag],
  }, async ({ page, login, newStaff, baseURL }) => {
    // A separate staff member: another test may have changed the doctor's list settings.
    const role = who === 'receptionist' ? who : who.startsWith('doctor') ? 'doctor' : undefined;
    const staff = role && (await newStaff(role));
    await login(page, staff?.username ?? who, staff?.password);
    if (who === 'doctor who sees her own') {
      const headers = { origin: baseURL ?? '' };
      const chosen = await page.request.put('/api/staff/me', { data: { onlyMine: true }, headers });
      expect(chosen.status()).toBe(204);
    }
    // Events of parallel tests are not part of opening the page.
    await page.route('**/api/events?*', (route) => route.fulfill({ status: 204 }));
    // Scripts are delayed until the first request, so a first request made by a script would never come.
    const first = page.waitForRequest(/\/api\/(?:first-reads\?|auth\/user$)/);
    await page.route(/\.js$/, async (route) => {
      await first;
      await route.continue();
    });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      // Late in the week, a list that opens at today may already show the start of its next page.
      if (pathname.startsWith('/api/') && !searchParams.has('cursor')) asked.push(pathname);
    });
    await page.goto(path);
    await page.locator('[data-start=load][data-alive]').waitFor();
    await expect(page.locator('main .skeleton, main [aria-busy=true], main .animate-spin')).toHaveCount(0);
    // The rendered page may send further requests.
    await page.waitForTimeout(1000);
    const more = asked.filter(
      (one) => !['/api/first-reads', '/api/events', '/api/user-interactions'].includes(one),
    );
    expect(more.filter((one) => !besides.some((known) => one.startsWith(known)))).toEqual([]);
  });
