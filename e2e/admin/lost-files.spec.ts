import type { Page } from '@playwright/test';
import type { MessageKey } from '#shared/messages/dictionaries.ts';
import { expect, test, toast } from '../fixtures.ts';

test.use({ losesAnswers: true });

/** Makes each of these files fail: first with a 503, then with a lost connection. */
async function loseFiles(page: Page, files: RegExp): Promise<Map<string, number>> {
  const requests = new Map<string, number>();
  await page.route(files, (route) => {
    const { pathname } = new URL(route.request().url());
    const before = requests.get(pathname) ?? 0;
    requests.set(pathname, before + 1);
    return before === 0 ? route.fulfill({ status: 503 }) : route.abort('connectionreset');
  });
  return requests;
}

const pressAdd = (page: Page, isMobile: boolean, words: (key: MessageKey) => string) => {
  const add = words(isMobile ? 'admin.floating.addAppointment' : 'admin.appointments.add');
  return page.getByRole('button', { name: add, exact: true }).click();
};

const dialogFile = /\/assets\/new-appointment-dialog-/;

test('a dialog whose file fails to load shows an error, the page stays, and its button reloads the page', async ({
  page,
  login,
  words,
  isMobile,
}) => {
  await login(page, 'admin');
  const requests = await loseFiles(page, dialogFile);
  await page.goto('/admin/dashboard');
  await pressAdd(page, isMobile, words);
  await expect(toast(page, words('common.state.late'))).toBeVisible();
  await expect(toast(page, words('common.state.loadFailed'))).toContainText(words('common.state.reload'));
  const error = page.getByRole('main').getByRole('alert');
  await expect(error).toContainText(words('common.state.loadFailed'));
  await expect(page.locator('[data-appointment]').first()).toBeVisible();
  expect(requests.size).toBeGreaterThan(0);

  await page.unroute(dialogFile);
  await error.getByRole('button', { name: words('common.fatal.button'), exact: true }).click();
  await expect(error).toBeHidden();
  await pressAdd(page, isMobile, words);
  await expect(page.getByRole('dialog')).toContainText(words('staff.newAppointment.title'));
});
