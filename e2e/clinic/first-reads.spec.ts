import { expect, test } from '../fixtures.ts';

/**
 * What each page asks the API for as it opens, beside the line for changes and what it writes into the logs:
 * the rest came with the first.
 */
const pages = [
  ['admin', '/admin/dashboard', ['/api/backups', '/api/disruptions/standing']],
  ['doctor', '/doctor/dashboard', ['/api/patients/alerts', '/api/disruptions/standing']],
  ['doctor who sees her own', '/doctor/dashboard', ['/api/disruptions/standing']],
  ['receptionist', '/clinic/appointments', ['/api/patients/alerts', '/api/disruptions/standing']],
  ['admin', '/admin/patients', []],
  ['admin', '/admin/logs', []],
  ['admin', '/clinic/day', []],
  ['admin', '/clinic/calendar', []],
  ['patient', '/profile?tab=appointments', ['/api/arrivals']],
  ['patient', '/profile', ['/api/auth/user']],
] as const;

for (const [who, path, besides] of pages)
  test(`${path} of a ${who} asks once for what it shows first, before its scripts have come`, async ({
    page,
    login,
    newStaff,
    baseURL,
  }) => {
    // Staff of her own: what another journey chose for the list stays with its doctor.
    const role = who === 'receptionist' ? who : who.startsWith('doctor') ? 'doctor' : undefined;
    const staff = role && (await newStaff(role));
    await login(page, staff?.username ?? who, staff?.password);
    if (who === 'doctor who sees her own') {
      const headers = { origin: baseURL ?? '' };
      const chosen = await page.request.put('/api/staff/me', { data: { onlyMine: true }, headers });
      expect(chosen.status()).toBe(204);
    }
    // What others do meanwhile is no part of opening a page.
    await page.route('**/api/events?*', (route) => route.fulfill({ status: 204 }));
    // Its scripts come once it has asked: what asks by them alone never does.
    const first = page.waitForRequest(/\/api\/(?:first-reads\?|auth\/user$)/);
    await page.route(/\.js$/, async (route) => {
      await first;
      await route.continue();
    });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      // A list that opens at today may have its next page in sight: late in the week it has.
      if (pathname.startsWith('/api/') && !searchParams.has('cursor')) asked.push(pathname);
    });
    await page.goto(path);
    await page.locator('[data-start=load][data-alive]').waitFor();
    await expect(page.locator('main .skeleton, main [aria-busy=true], main .animate-spin')).toHaveCount(0);
    // What was drawn may ask for more.
    await page.waitForTimeout(1000);
    const more = asked.filter(
      (one) => !['/api/first-reads', '/api/events', '/api/user-interactions'].includes(one),
    );
    expect(more.filter((one) => !besides.some((known) => one.startsWith(known)))).toEqual([]);
  });
