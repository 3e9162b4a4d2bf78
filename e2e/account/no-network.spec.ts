import { formatTime } from '#shared/domain/time-words.ts';
import { expect, test } from '../fixtures.ts';

test.use({ serviceWorkers: 'allow', losesAnswers: true });

test('without a network she reads her next visits, and nobody does once she has logged out', {
  tag: '@phone',
}, async ({ page, context, lang, login, words, newPatient, bookVisit }) => {
  const her = await newPatient();
  await login(page, her.username, her.password);
  const visit = await bookVisit(her.id, 6, page.request);
  const time = formatTime(lang, visit.appointmentTime);
  await page.goto('/profile?tab=appointments');
  await expect(page.getByRole('main')).toContainText(time);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // What it remembers is what it sees pass by.
  await page.reload();
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/visits')))).toBe(true);

  await context.setOffline(true);
  const away = page.getByRole('heading', { level: 1, name: words('public.offline.title') });
  await page.goto('/profile');
  await expect(away).toBeVisible();
  await expect(page.locator('#visits')).toContainText(time, { ignoreCase: true });

  await context.setOffline(false);
  await page.goto('/logout');
  await expect(page.locator('[data-login]')).toBeVisible();
  await context.setOffline(true);
  await page.goto('/profile');
  await expect(away).toBeVisible();
  await expect(page.locator('#visits')).toHaveText(words('public.offline.noAppointments'));
});
