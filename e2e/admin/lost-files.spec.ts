import type { Page } from '@playwright/test';
import type { MessageKey } from '#shared/messages/dictionaries.ts';
import { expect, test, toast } from '../fixtures.ts';

test.use({ losesAnswers: true });

/** Each of these files is lost so many times: first the clinic is overrun, then the line is gone. */
async function lose(page: Page, files: RegExp, times: number): Promise<Map<string, number>> {
  const asked = new Map<string, number>();
  await page.context().route(files, async (route) => {
    const { pathname } = new URL(route.request().url());
    const before = asked.get(pathname) ?? 0;
    asked.set(pathname, before + 1);
    if (before >= times) return route.fallback();
    return before === 0 ? route.fulfill({ status: 503 }) : route.abort('connectionreset');
  });
  return asked;
}

const pressAdd = (page: Page, isMobile: boolean, words: (key: MessageKey) => string) => {
  const add = words(isMobile ? 'admin.floating.addAppointment' : 'admin.appointments.add');
  return page.getByRole('button', { name: add, exact: true }).click();
};

const dialogFile = /\/assets\/new-appointment-dialog-/;

test('a dialog opens although its file fails twice', async ({ page, login, words, isMobile }) => {
  await login(page, 'admin');
  const requests = await lose(page, dialogFile, 2);
  await page.goto('/admin/dashboard');
  await pressAdd(page, isMobile, words);
  await expect(page.getByRole('dialog')).toContainText(words('staff.newAppointment.title'));
  expect(Math.min(...requests.values())).toBeGreaterThan(2);
});

test('a dialog whose file never arrives shows an error, and the page stays', async ({
  page,
  login,
  words,
  isMobile,
}) => {
  await login(page, 'admin');
  await lose(page, dialogFile, 100);
  await page.goto('/admin/dashboard');
  await pressAdd(page, isMobile, words);
  await expect(toast(page, words('common.state.late'))).toBeVisible();
  await expect(toast(page, words('common.state.loadFailed'))).toContainText(words('common.state.reload'));
  await expect(page.getByRole('main').getByRole('alert')).toContainText(words('common.state.loadFailed'));
  await expect(page.locator('[data-appointment]').first()).toBeVisible();
});
