import { expect, test } from '../fixtures.ts';
import { say } from '../words.ts';

test('Back closes the dialog before it leaves the page, also without CloseWatcher', {
  tag: '@phone',
}, async ({ page, lang, at }) => {
  await page.addInitScript(() => {
    delete (window as { CloseWatcher?: unknown }).CloseWatcher;
  });
  await page.goto(at('/privacy'));
  await page.goto(at('/book'));
  const here = page.url();
  const dialog = page.getByRole('dialog', { name: say(lang, 'account.dialog.title') });
  const open = async () => {
    await page.locator('[data-login]').click();
    await expect(dialog).toBeVisible();
  };
  await open();
  await page.goBack();
  await expect(dialog).toBeHidden();
  expect(page.url()).toBe(here);

  // Closing the dialog removes its history entry: Back leaves the page again.
  await open();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.waitForFunction(() => history.state?.overlay === undefined);
  await page.goBack();
  await page.waitForURL(`**${at('/privacy')}`);
});
