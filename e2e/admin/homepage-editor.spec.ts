import { expect, test, toast } from '../fixtures.ts';

test('an admin edits a section in both languages, it is public at once, and the earlier version is restored', async ({
  page,
  request,
  login,
  lang,
  words,
  at,
  axe,
}) => {
  const mark = `${Date.now()}`;
  await login(page, 'admin');
  await page.goto('/admin/homepage-editor');
  await page.getByRole('tab', { name: words('admin.homepage.tab.about') }).click();
  const form = page.getByRole('form', { name: words('admin.homepage.section.about') });
  const subtitle = words('admin.homepage.field.subtitle');
  const english = form.getByLabel(`${subtitle} English`);
  const arabic = form.getByLabel(`${subtitle} العربية`);
  const [wasEnglish, wasArabic] = [await english.inputValue(), await arabic.inputValue()];
  await expect(english).toHaveAttribute('dir', 'ltr');
  await expect(arabic).toHaveAttribute('dir', 'rtl');

  await english.fill(`We listen ${mark}`);
  await arabic.fill(`نستمع إليك ${mark}`);
  const preview = page
    .getByRole('tabpanel', { name: words('admin.homepage.tab.about') })
    .getByRole('region', {
      name: words('admin.homepage.preview'),
    });
  await preview.getByRole('tab', { name: 'English' }).click();
  await expect(preview.getByText(`We listen ${mark}`)).toBeVisible();
  await preview.getByRole('tab', { name: 'العربية' }).click();
  await expect(preview.getByText(`نستمع إليك ${mark}`)).toBeVisible();

  // Leaving with unsaved changes asks for confirmation; staying keeps the text.
  await page.getByRole('link', { name: words('admin.homepage.back') }).click();
  await page.getByRole('button', { name: words('common.action.stay') }).click();
  await expect(english).toHaveValue(`We listen ${mark}`);

  await form.getByRole('button', { name: words('common.action.saveChanges') }).click();
  await expect(toast(page, words('admin.homepage.savedTitle'))).toBeVisible();
  await axe(page);
  const shown = lang === 'ar' ? `نستمع إليك ${mark}` : `We listen ${mark}`;
  // Requested without a session, because staff are redirected to their dashboard.
  const isPublic = async () => (await (await request.get(at('/'))).text()).includes(shown);
  await expect.poll(isPublic).toBe(true);

  // A missing required text is reported at its field.
  await english.fill('x'.repeat(10));
  await form.getByLabel(`${words('admin.homepage.field.title')} English`, { exact: true }).fill('');
  await form.getByRole('button', { name: words('common.action.saveChanges') }).click();
  await expect(form.getByText(words('validation.required'))).toBeVisible();
  await form.getByRole('button', { name: words('admin.homepage.discard') }).click();
  await expect(english).toHaveValue(`We listen ${mark}`);

  // A second save turns the first into an earlier version; restoring it brings its texts back.
  const versions = form.getByRole('listitem');
  const before = await versions.count();
  await english.fill(wasEnglish);
  await arabic.fill(wasArabic);
  await form.getByRole('button', { name: words('common.action.saveChanges') }).click();
  await expect(versions).toHaveCount(before + 1);
  await form
    .getByRole('button', { name: words('admin.homepage.restoreNamed', { when: '' }).trim() })
    .first()
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: words('admin.homepage.restore'), exact: true }).click();
  await expect(english).toHaveValue(`We listen ${mark}`);
  await english.fill(wasEnglish);
  await arabic.fill(wasArabic);
  await form.getByRole('button', { name: words('common.action.saveChanges') }).click();
  await expect.poll(isPublic).toBe(false);
});

test('an admin adds a service, moves it up and deletes it', async ({ page, login, words, axe }) => {
  const name = `Bone density ${Date.now()}`;
  await login(page, 'admin');
  await page.goto('/admin/homepage-editor');
  await page.getByRole('tab', { name: words('admin.homepage.tab.services') }).click();
  await page.getByRole('button', { name: words('admin.homepage.addService') }).click();
  const dialog = page.getByRole('dialog');
  await axe(page);
  await dialog.getByLabel(`${words('admin.homepage.field.name')} English`).fill(name);
  await dialog.getByLabel(words('admin.homepage.field.minutes')).fill('2');
  await dialog.getByRole('button', { name: words('common.action.save') }).click();
  await expect(dialog.getByText(words('validation.minutes'))).toBeVisible();
  await dialog.getByLabel(words('admin.homepage.field.minutes')).fill('30');
  await dialog.getByRole('radio', { name: words('admin.icon.laboratory') }).check();
  await dialog.getByRole('button', { name: words('common.action.save') }).click();
  await expect(dialog).toBeHidden();

  const rows = page.getByRole('tabpanel', { name: words('admin.homepage.tab.services') }).locator('ol > li');
  await expect(rows.last()).toContainText(name);
  const last = await rows.count();
  await page.getByRole('button', { name: words('admin.homepage.moveUp', { title: name }) }).click();
  await expect(rows.nth(last - 2)).toContainText(name);

  await page.getByRole('button', { name: words('admin.service.deleteNamed', { name }) }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('common.action.delete') })
    .click();
  await expect(rows.filter({ hasText: name })).toHaveCount(0);
});
