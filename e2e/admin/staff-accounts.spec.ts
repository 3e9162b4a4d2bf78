import { expect, test } from '../fixtures.ts';

test('an admin adds a doctor, hands over a password, edits, deactivates and activates her', async ({
  page,
  login,
  lang,
  words,
  browser,
  baseURL,
  axe,
}) => {
  const stamp = Date.now();
  const [name, username] = [`Layla ${stamp}`, `layla${stamp}`];
  await login(page, 'admin');
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: words('admin.staff.add') }).click();
  const dialog = page.getByRole('dialog');
  await axe(page);
  await dialog.getByLabel(words('admin.staff.name')).fill(name);
  await dialog.getByLabel(words('admin.staff.password'), { exact: true }).fill('short');
  await dialog.getByLabel(words('common.field.username')).fill(username);
  await dialog.getByRole('button', { name: words('common.action.create'), exact: true }).click();
  await expect(dialog.getByText(words('validation.passwordShortStaff'))).toBeVisible();
  await dialog.getByRole('button', { name: words('staff.newPatient.passwordAnother') }).click();
  const password = await dialog.getByLabel(words('admin.staff.password'), { exact: true }).inputValue();
  await dialog.getByLabel(words('admin.staff.specialityAr')).fill('أمراض النساء');
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: words('common.action.create'), exact: true }).click();
  await expect(dialog.getByText(password)).toBeVisible();
  await dialog.getByRole('button', { name: words('staff.handOver.done') }).click();

  const signIn = async () => {
    const context = await browser.newContext();
    const answer = await context.request.post(`${baseURL}/api/auth/login`, {
      data: { username, password },
      headers: { origin: baseURL ?? '' },
    });
    const body = (await answer.json()) as { user?: { requires: string[] } };
    await context.close();
    return { status: answer.status(), requires: body.user?.requires };
  };
  expect(await signIn()).toEqual({ status: 200, requires: ['new-secret'] });

  await page.getByRole('searchbox').fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(words('admin.staff.active'));
  const menu = row.getByRole('button', { name: words('common.action.actionsFor', { name }) });
  const nameless = page.getByRole('button', { name: words('admin.staff.enterArabic', { name }) });
  await nameless.click();
  await expect(dialog.getByLabel(words('admin.staff.nameAr'))).toBeFocused();
  await page.keyboard.type(`ليلى، ${name}`);
  await dialog.getByLabel(words('admin.staff.jobTitle')).fill('Dr.');
  await dialog.getByRole('button', { name: words('admin.staff.save') }).click();
  await expect(dialog).toBeHidden();
  await expect(nameless).toBeHidden();
  await expect(row).toContainText(lang === 'ar' ? 'أمراض النساء' : 'Dr.');

  await menu.click();
  await page.getByRole('menuitem', { name: words('admin.staff.deactivate') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('admin.staff.deactivate') })
    .click();
  await expect(row).toContainText(words('admin.staff.deactivated'));
  expect((await signIn()).status).toBe(401);
  await menu.click();
  await page.getByRole('menuitem', { name: words('admin.staff.reactivate') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('admin.staff.reactivate') })
    .click();
  await expect(row).toContainText(words('admin.staff.active'));
  expect((await signIn()).status).toBe(200);

  await menu.click();
  await page.getByRole('menuitem', { name: words('staff.endSessions.title') }).click();
  const ask = page.getByRole('alertdialog', { name: words('staff.endSessions.title') });
  await axe(page);
  await ask.getByRole('button', { name: words('staff.endSessions.title') }).click();
  await expect(page.locator('.toast')).toContainText(words('staff.endSessions.doneTitle'));
});

test('an admin cannot deactivate herself and reads why', async ({ page, login, words, axe }) => {
  await login(page, 'admin');
  await page.goto('/admin/staff');
  const own = page.getByRole('row').filter({ hasText: words('admin.admins.you') });
  await own.getByRole('button').click();
  await expect(page.getByRole('menuitem', { name: words('admin.staff.deactivate') })).toBeDisabled();
  await expect(page.getByText(words('admin.staff.protectedSelf'))).toBeVisible();
  await axe(page);
});

test('a person with an account becomes an admin and stops being one', async ({
  page,
  login,
  words,
  baseURL,
}) => {
  const stamp = Date.now();
  const [name, username] = [`Salma ${stamp}`, `salma${stamp}`];
  await login(page, 'admin');
  const made = await page.request.post('/api/users', {
    data: { name, username, password: 'fjord-lamp-2210', role: 'user' },
    headers: { origin: baseURL ?? '' },
  });
  expect(made.status()).toBe(201);
  await page.goto('/admin/dashboard?tab=profile');
  await page.getByRole('button', { name: words('admin.admins.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words('admin.admins.promote') }).click();
  await expect(dialog.getByText(words('admin.admins.selectUser'))).toBeVisible();
  await dialog.getByRole('combobox').fill('Karim');
  await dialog.getByRole('option', { name: 'Karim Aziz' }).click();
  await expect(dialog.getByRole('link', { name: words('admin.admins.toStaff') })).toBeVisible();
  await expect(dialog.getByRole('button', { name: words('admin.admins.promote') })).toHaveCount(0);
  await dialog
    .getByRole('button', { name: words('staff.newAppointment.clearPatient', { name: 'Karim Aziz' }) })
    .click();
  await dialog.getByRole('combobox').fill(name);
  await dialog.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: words('admin.admins.promote') }).click();
  const remove = page.getByRole('button', { name: words('admin.admins.removeNamed', { name }) });
  await remove.click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('admin.admins.remove') })
    .click();
  await expect(remove).toHaveCount(0);
});
