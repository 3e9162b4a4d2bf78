import type { Locator, Page } from '@playwright/test';
import type { Lang } from '#shared/domain/languages.ts';
import { now } from '../clock.ts';
import { expect, test } from '../fixtures.ts';
import { say } from '../words.ts';

// Each test signs in as a new doctor: the page of a shared one reads again when another test changes something, and an
// answer that arrives after the clock was moved extends the session.
test.use({ ownClock: true });

/** Begins a note and waits until its draft is saved: a later reply would extend the session. */
async function beginNote(page: Page, lang: Lang, patient: { id: number }): Promise<Locator> {
  await page.goto(`/clinic/patients/${patient.id}`);
  const box = page.getByRole('textbox', { name: say(lang, 'staff.note.label', { name: 'Mona Samir' }) });
  const kept = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('Half a sentence') ?? false,
  );
  await box.fill('Half a sentence');
  await kept;
  return box;
}

test('staff are warned before the session expires, may extend it, and are logged out otherwise', async ({
  page,
  lang,
  axe,
  login,
  newStaff,
}) => {
  const { username, password: hers } = await newStaff('doctor');
  await page.clock.install({ time: now() });
  await login(page, username, hers);
  // Waits for every request of the page: a reply after the clock change would extend the session.
  await page.goto('/profile', { waitUntil: 'networkidle' });
  await expect(page.getByLabel(say(lang, 'account.profile.name'))).toBeVisible();
  const warning = page.getByRole('alertdialog', { name: say(lang, 'session.endingTitle') });
  await page.clock.fastForward('26:30');
  await expect(warning).toBeHidden();
  await page.clock.fastForward('00:35');
  await expect(warning).toContainText(say(lang, 'session.endingText', { n: 2 }));
  await axe(page);
  await warning
    .getByRole('button', { name: say(lang, 'session.stay') })
    .last()
    .click();
  await expect(warning).toBeHidden();
  await page.evaluate(() => {
    sessionStorage.setItem('draft:contact', '{"message":"half a sentence"}');
    sessionStorage.setItem('of-her-session', 'gone');
  });
  await page.clock.fastForward('26:30');
  await expect(warning).toBeHidden();
  await page.clock.fastForward('03:00');
  await expect(page.locator('.toast')).toContainText(say(lang, 'common.session.ended'));
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  expect(await page.evaluate(() => sessionStorage.getItem('draft:contact'))).toContain('half a sentence');
  expect(await page.evaluate(() => sessionStorage.getItem('of-her-session'))).toBeNull();
});

test('a session that ends while a note is written asks for the password in place and continues', async ({
  page,
  lang,
  axe,
  login,
  newStaff,
  newPatient,
}) => {
  const { username, password: hers } = await newStaff('doctor');
  await page.clock.install({ time: now() });
  await login(page, username, hers);
  const box = await beginNote(page, lang, await newPatient());
  const lock = page.getByRole('alertdialog', { name: say(lang, 'session.lockTitle') });
  await page.clock.fastForward('31:00');
  await expect(lock).toBeVisible();
  await expect.poll(async () => (await page.request.get('/api/auth/user')).status()).toBe(401);
  await axe(page);
  const password = lock.getByLabel(say(lang, 'common.field.currentPassword'));
  await expect(password).toBeFocused();
  await password.fill('not hers');
  await page.keyboard.press('Enter');
  await expect(lock).toContainText(say(lang, 'error.wrongCredentials'));
  await password.fill(hers);
  await page.keyboard.press('Enter');
  await expect(lock).toBeHidden();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('Half a sentence');
  await box.fill('Half a sentence, and the rest.');
  await box.press('Control+Enter');
  await expect(page.locator('article, li').filter({ hasText: 'and the rest.' }).first()).toBeVisible();
});

test.describe('without the code of the lock', () => {
  test.use({ losesAnswers: true });

  test('a page whose session has ended is covered', async ({ page, lang, login, newStaff, newPatient }) => {
    await page.route(/\/assets\/session-lock-/, (route) => route.abort());
    await page.clock.install({ time: now() });
    const { username, password: hers } = await newStaff('doctor');
    await login(page, username, hers);
    await beginNote(page, lang, await newPatient());
    /** Background of the element that covers the middle of the page, or 'none'. */
    const cover = () =>
      page.evaluate(() => {
        const over = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('.fixed');
        const isInert = document.querySelector('main')?.inert;
        return over && isInert ? getComputedStyle(over).backgroundColor : 'none';
      });
    const opaque = /^rgb\(/;
    expect(await cover()).toBe('none');
    await page.clock.fastForward('31:00');
    await expect.poll(cover).toMatch(opaque);
    for (let n = 0; n < 20; n++) await page.clock.runFor(1000);
    await expect(page.getByRole('alert').filter({ hasText: say(lang, 'common.fatal.button') })).toBeVisible();
    expect(await cover()).toMatch(opaque);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
