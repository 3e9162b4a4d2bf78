import { expect, test } from './fixtures.ts';

const twoLanguages = [
  '/',
  '/book',
  '/doctors',
  '/doctors/2',
  '/privacy',
  '/terms',
  '/accessibility',
  '/offline',
];

/** Every page as whoever opens it; tabs and dialogs of a page are looked at by its own journey. */
const pages: Record<'nobody' | 'patient' | 'reception' | 'doctor' | 'admin', readonly string[]> = {
  nobody: [
    ...twoLanguages,
    '/no-such-page',
    '/reset-password?token=a-link-that-nobody-sent',
    '/confirm-contact?token=a-link-that-nobody-sent',
    '/sign-in?token=a-link-that-nobody-sent',
    '/logout',
  ],
  patient: ['/profile', '/profile?tab=appointments', '/profile?tab=password'],
  reception: [
    '/clinic/day',
    '/clinic/calendar',
    '/clinic/calendar?view=week',
    '/clinic/appointments',
    '/clinic/profile',
    '/clinic/poster',
    '/clinic/disruptions',
  ],
  doctor: [
    '/doctor/dashboard',
    '/doctor/dashboard?tab=calendar',
    '/doctor/dashboard?tab=locations',
    '/doctor/dashboard?tab=profile',
  ],
  admin: [
    '/admin/dashboard',
    '/admin/dashboard?tab=patients',
    '/admin/dashboard?tab=locations',
    '/admin/dashboard?tab=profile',
    '/admin/patients',
    '/admin/staff',
    '/admin/homepage-editor',
    '/admin/messages',
    '/admin/import',
    '/admin/connections',
    '/admin/insights',
    '/admin/logs',
    '/admin/settings',
  ],
};

for (const [who, paths] of Object.entries(pages)) {
  test(`axe finds nothing on the pages of ${who}`, async ({ page, login, at, axe }) => {
    test.setTimeout(30_000 * paths.length);
    if (who !== 'nobody') await login(page, who);
    await page.addInitScript(() => sessionStorage.setItem('splashed', '1'));
    // The way out is looked at before it has led out: nothing answers, and nobody tires of waiting.
    await page.route('**/api/auth/logout', () => {});
    await page.addInitScript(() => {
      if (location.pathname === '/logout') AbortSignal.timeout = () => new AbortController().signal;
    });
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(twoLanguages.includes(path) ? at(path) : path);
        await page.locator('main h1').first().waitFor();
        await expect(page.locator('main .skeleton')).toHaveCount(0);
        await axe(page);
      });
    }
  });
}
