import { withDemoServer } from '../../tools/test-run/demo-server.mjs';
import { test as base, expect } from '../fixtures.ts';
import { say } from '../words.ts';

/** A clinic with default settings and its own host name, which cannot send messages. */
const test = base.extend<{ silent: string }>({
  silent: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures this one needs: none
    async ({}, provide) => {
      const nameOf = (port: string) => `http://hakima.localhost:${port}`;
      await withDemoServer(
        (origin: string) => provide(nameOf(new URL(origin).port)),
        (port: string) => ({ DEMO: '', RATE_LIMIT: 'on', PUBLIC_URL: nameOf(port) }),
      );
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ silent }, provide) => {
    await provide(silent);
  },
});

test('without gateways a patient books by name and mobile, moves the appointment, and cancels it by link', async ({
  page,
  lang,
  at,
  axe,
}) => {
  const words = (key: Parameters<typeof say>[1]) => say(lang, key);
  await page.goto(at('/book'));
  await page.locator('label:has(input[name=booking-location][value="2"])').click();
  await page.locator('label:has(input[name=booking-service])').first().click();
  // The first free day may be within the cut-off for moving.
  await page.locator('#book button[data-day]').last().click();
  await page.locator('label:has(input[name=booking-time]:enabled)').first().click();
  await expect(page.getByText(words('booking.who.noMessagesText'))).toBeVisible();
  await page.getByLabel(words('booking.who.name'), { exact: true }).fill('Fatma Hassan');
  await page
    .getByLabel(words('booking.who.phone'), { exact: true })
    .fill(lang === 'en' ? '01000000001' : '01000000002');
  await page
    .locator('.book-bar')
    .getByRole('button', { name: words('booking.confirm'), exact: true })
    .click();
  const panel = page.locator('[data-booked]');
  await expect(panel.getByRole('heading', { name: words('booking.booked.held') })).toBeFocused();
  await expect(panel).toContainText(words('booking.booked.noMessage'));
  const before = await panel.locator('p.text-lead').first().textContent();
  await axe(page);

  await panel.getByRole('button', { name: words('booking.booked.move') }).click();
  const move = page.getByRole('dialog', { name: words('booking.move.title') });
  await move.locator('button[data-day]').last().click();
  await move.locator('label:has(input[name=booking-time]:enabled)').last().click();
  await move.getByRole('button', { name: words('booking.move.submit') }).click();
  await expect(move).toBeHidden();
  const when = panel.locator('p.text-lead').first();
  await expect(when).not.toHaveText(before ?? '');
  const moved = (await when.textContent()) ?? '';

  await panel.getByRole('link', { name: /\/l\// }).click();
  await expect(page.locator('main')).toContainText(moved);
  await page.getByRole('button', { name: words('public.link.cancel.choose') }).click();
  await page.getByRole('button', { name: words('public.link.cancel.button') }).click();
  await expect(page.locator('main')).toContainText(words('public.link.cancel.done'));
  await axe(page);
});
