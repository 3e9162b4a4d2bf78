import type { Page } from '@playwright/test';
import { formatTime } from '#shared/domain/format-time.ts';
import { neutralSite } from '#shared/domain/neutral-site.ts';
import { expect, test } from '../fixtures.ts';

test.use({ serviceWorkers: 'allow', losesAnswers: true, leavesFor: new URL(neutralSite).origin });

const isKept = (page: Page) => page.evaluate(async () => Boolean(await caches.match('/visits')));

test('without a network a patient reads her next appointments, and nobody does after she has logged out', {
  tag: '@phone',
}, async ({ page, context, lang, login, words, newPatient, bookVisit }) => {
  const her = await newPatient();
  await login(page, her.username, her.password);
  const visit = await bookVisit(her.id, 6, page.request);
  const time = formatTime(lang, visit.appointmentTime);
  await page.goto('/profile?tab=appointments');
  await expect(page.getByRole('main')).toContainText(time);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The service worker stores only requests that it handles, so reload once under its control.
  await page.reload();
  await expect.poll(() => isKept(page)).toBe(true);

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

/**
 * Opens the patient's appointments, ends the session while the service worker waits for a reply, then
 * releases the reply: nothing may be stored.
 */
async function endWhileAsked(page: Page, address: RegExp, end: () => Promise<void>): Promise<void> {
  const context = page.context();
  let isHeld = false;
  let letCome = () => {};
  const coming = new Promise<void>((resolve) => (letCome = resolve));
  await context.route(address, async (route) => {
    if (!route.request().serviceWorker()) return route.fallback();
    const response = await route.fetch();
    isHeld = true;
    await coming;
    await route.fulfill({ response });
  });
  await page.goto('/profile?tab=appointments');
  await expect.poll(() => isHeld).toBe(true);
  await end();
  // The branch names are the last request of the worker before it stores an appointment.
  const lastAnswer = context.waitForEvent('requestfinished', (request) =>
    Boolean(request.serviceWorker() && request.url().endsWith('/api/locations')),
  );
  letCome();
  await lastAnswer;
  await context.unroute(address);
  // A page of the same origin that makes no requests.
  await page.goto('/favicon.svg');
  expect(await isKept(page)).toBe(false);
}

test('replies that arrive after leaving, logging out or locking are not stored', { tag: '@phone' }, async ({
  page,
  context,
  baseURL,
  login,
  words,
  newPatient,
  bookVisit,
}) => {
  const her = await newPatient();
  const signIn = () => login(page, her.username, her.password);
  await signIn();
  await bookVisit(her.id, 6, page.request);
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);

  await endWhileAsked(page, /\/api\/first-reads\?of=.*appointments/, async () => {
    await page.goto('/logout');
    await expect(page.locator('[data-login]')).toBeVisible();
  });

  await signIn();
  // The patient has turned on the button that hides the page.
  await context.addCookies([{ name: 'hide', value: '1', url: baseURL ?? '' }]);
  await context.route(neutralSite, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Weather</title>' }),
  );
  await endWhileAsked(page, /\/api\/locations$/, async () => {
    await page.locator('[data-leave]:visible').click();
    await expect(page).toHaveURL(neutralSite);
  });

  await signIn();
  await endWhileAsked(page, /\/api\/locations$/, async () => {
    await page.getByRole('tab', { name: words('account.profile.tab.more') }).click();
    await page.getByRole('button', { name: words('account.profile.more.privacy') }).click();
    await page.getByRole('button', { name: words('privacy.lock.set') }).click();
    const pin = page.getByLabel(words('privacy.lock.pin'), { exact: true });
    await pin.fill('2468');
    await pin.press('Enter');
    await expect(page.getByRole('button', { name: words('privacy.lock.now') })).toBeVisible();
  });
});
