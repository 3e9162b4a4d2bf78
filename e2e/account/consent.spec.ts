import type { Page } from '@playwright/test';
import type { MessageKey } from '#shared/messages/dictionaries.ts';
import { test as clinicTest, expect, toast } from '../fixtures.ts';
import { openOwnClinic } from '../own-clinic.ts';

/** A separate clinic, because a changed privacy notice concerns all patients. */
const test = clinicTest.extend<{ ownOrigin: string }>({
  ownOrigin: [
    async ({ playwright }, provide) => {
      const clinic = await openOwnClinic({ DEMO: '1' });
      const api = await playwright.request.newContext({ baseURL: clinic.origin });
      const isOpen = async () => (await api.get('/readyz').catch(() => undefined))?.ok() ?? false;
      await expect.poll(isOpen, { timeout: 110_000 }).toBe(true);
      await api.dispose();
      await provide(clinic.origin);
      await clinic.close();
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ ownOrigin }, provide) => provide(ownOrigin),
});

test('a substantially changed privacy notice asks a patient again, and the version she read stays available', async ({
  page,
  login,
  newPatient,
  lang,
  words,
  axe,
}) => {
  const [mona, salma] = [await newPatient(), await newPatient()];
  const as = async (who: typeof mona, tab: string) => {
    await login(page, who.username, who.password);
    await page.goto(`/profile?tab=${tab}`);
  };
  const added = { en: 'We keep pictures that you send us.', ar: 'نحتفظ بالصور التي ترسلينها إلينا.' };

  await login(page, 'admin');
  await changeNotice(page, words, added);
  await expect(page.getByRole('listitem').filter({ hasText: words('admin.homepage.asksAnew') })).toHaveCount(
    1,
  );

  await as(mona, 'password');
  await page.getByRole('button', { name: words('account.profile.readNotice') }).click();
  const card = page.getByRole('region', { name: words('privacy.consent.title') });
  await expect(card).toContainText(words('privacy.consent.asked'));
  await expect(card.getByRole('listitem'), 'by registering').toHaveCount(1);
  await axe(page);
  await card.getByRole('button', { name: words('privacy.consent.read') }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(added[lang]);
  await axe(page);
  await dialog.getByRole('button', { name: words('privacy.consent.agree') }).press('Enter');
  await expect(card).toContainText(words('privacy.consent.given'));
  await expect(card.getByRole('listitem'), 'both versions').toHaveCount(2);
  for (const [which, isNew] of [
    [0, true],
    [1, false],
  ] as const) {
    await card.getByRole('listitem').nth(which).getByRole('button').press('Enter');
    await expect(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible();
    await expect(dialog.getByText(added[lang])).toHaveCount(isNew ? 1 : 0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('tab', { name: words('account.profile.tab.password') }).click();
  await expect(page.getByRole('tabpanel').getByRole('textbox').first()).toBeVisible();
  await expect(page.getByText(words('account.profile.noticeChanged'))).toBeHidden();

  await as(salma, 'privacy');
  await card.getByRole('button', { name: words('privacy.consent.refuse') }).press('Enter');
  const sure = page.getByRole('alertdialog');
  await expect(sure).toContainText(words('privacy.consent.means'));
  await axe(page);
  await sure.getByRole('button', { name: words('privacy.consent.withdraw') }).press('Enter');
  await expect(card).toContainText(words('privacy.consent.withdrawn'));
  await page.reload();
  await expect(card).toContainText(words('privacy.consent.withdrawn'));
  await expect(page.getByText(words('account.profile.noticeChanged'))).toBeHidden();

  await login(page, 'reception');
  const file = page.getByRole('region', { name: words('staff.consent.title') });
  for (const [who, state, times] of [
    [mona, 'given', 2],
    [salma, 'withdrawn', 1],
  ] as const) {
    await page.goto(`/clinic/patients/${who.id}`);
    await file.getByRole('button', { name: words('staff.consent.title') }).press('Enter');
    await expect(file).toContainText(words(`staff.consent.${state}`));
    await expect(file.getByRole('listitem')).toHaveCount(times);
    await expect(file.getByRole('listitem').first()).toContainText(words('staff.consent.own'));
  }
  await axe(page);
});

/** The owner adds a paragraph to the privacy notice and asks all patients to agree again. */
async function changeNotice(
  page: Page,
  words: (key: MessageKey) => string,
  added: { en: string; ar: string },
) {
  await page.goto('/admin/homepage-editor');
  await page.getByRole('tab', { name: words('admin.homepage.tab.legal') }).click();
  const form = page.getByRole('form', { name: words('admin.homepage.section.privacy') });
  const text = words('admin.homepage.field.body');
  for (const [name, paragraph] of [
    ['English', added.en],
    ['العربية', added.ar],
  ] as const) {
    const box = form.getByLabel(`${text} ${name}`).last();
    await box.fill(`${await box.inputValue()}\n\n${paragraph}`);
  }
  await form.getByRole('button', { name: words('common.action.saveChanges') }).click();
  await expect(toast(page, words('admin.homepage.savedTitle'))).toBeVisible();
  // Wait until the list shows the new version: patients must be asked about it, not about the earlier text.
  const restore = form.getByRole('button', { name: words('admin.homepage.restore') });
  await expect(restore).toHaveCount(1);
  await form.getByRole('button', { name: words('admin.homepage.askAnew') }).click();
  const sure = page.getByRole('alertdialog');
  await sure.getByRole('button', { name: words('admin.homepage.askAnew') }).click();
  await expect(toast(page, words('admin.homepage.askedAnew'))).toBeVisible();
}
