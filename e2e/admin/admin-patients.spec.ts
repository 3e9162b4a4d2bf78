import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { expect, test, toast } from '../fixtures.ts';
import { readVisit } from '../visits.ts';
import { say } from '../words.ts';

const rows = (page: Page) => page.locator('tr[data-patient]');

test('an admin creates a patient’s account, finds her regardless of spaces, and books for her', async ({
  page,
  lang,
  login,
  axe,
  isMobile,
}) => {
  const stem = Date.now().toString(36);
  const username = `salma-${lang}-${stem}`;
  await login(page, 'admin');
  await page.goto('/admin/patients');
  await expect(rows(page).first()).toBeVisible();
  const add = isMobile ? say(lang, 'admin.floating.addPatient') : say(lang, 'staff.newPatient.title');
  await page.getByRole('button', { name: add, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say(lang, 'staff.newPatient.submit'), exact: true }).click();
  await expect(toast(page, say(lang, 'staff.newPatient.missingTitle'))).toContainText(
    say(lang, 'staff.newPatient.missingAll'),
  );
  await dialog.getByLabel(say(lang, 'staff.newPatient.name')).fill(`Salma Nour ${stem}`);
  await dialog.getByLabel(say(lang, 'staff.newPatient.username')).fill(username);
  const password = await dialog.getByLabel(say(lang, 'staff.newPatient.password')).inputValue();
  expect(password.length).toBeGreaterThanOrEqual(10);
  await axe(page);
  await dialog.getByRole('button', { name: say(lang, 'staff.newPatient.submit'), exact: true }).click();
  await expect(dialog).toContainText(password);
  await expect(dialog).toContainText(username);
  await dialog.getByRole('button', { name: say(lang, 'staff.handOver.done') }).click();

  await page.getByRole('searchbox').fill(`salmanour ${stem}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=salmanour/);
  const actions = rows(page).first();
  await actions.getByRole('button', { name: new RegExp(`^${say(lang, 'admin.patients.book')}`) }).click();
  await expect(page.getByRole('dialog')).toContainText(`Salma Nour ${stem}`);
  await page.keyboard.press('Escape');

  await actions.getByRole('button', { name: new RegExp(`^${say(lang, 'admin.patients.edit')}`) }).click();
  await page
    .getByRole('dialog')
    .getByLabel(say(lang, 'common.field.secondaryPhoneNumber'))
    .fill('0100 555 6677');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say(lang, 'common.action.saveChanges') })
    .click();
  await expect(toast(page, say(lang, 'staff.patient.updatedTitle'))).toBeVisible();
  await expect(rows(page).first()).toContainText('0100 555 6677');

  await actions.getByRole('button', { name: new RegExp(`^${say(lang, 'admin.patients.profile')}`) }).click();
  await page
    .getByRole('dialog')
    .getByRole('tab', { name: say(lang, 'staff.file.visits') })
    .click();
  await expect(page.getByRole('dialog')).toContainText(say(lang, 'staff.file.noHistory'));
  await axe(page);
});

test('deleting an account says what is deleted and what stays', async ({
  page,
  lang,
  login,
  newPatient,
  bookVisit,
  asAdmin,
  axe,
}) => {
  const patient = await newPatient();
  const visit = await bookVisit(patient.id, 2);
  await login(page, 'admin');
  await page.goto(`/admin/patients?q=${patient.username}`);
  await expect(rows(page)).toHaveCount(1);
  const remove = rows(page)
    .first()
    .getByRole('button', { name: new RegExp(`^${say(lang, 'admin.patients.delete')}`) });
  await remove.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say(lang, 'admin.patients.deleteVisitsText', { n: 1 }));
  await expect(question.getByRole('button', { name: say(lang, 'common.action.keep') })).toBeFocused();
  await axe(page);
  const erase = question.getByRole('button', { name: say(lang, 'admin.patients.deleteButton') });
  await erase.click();
  await expect(question.getByRole('alert')).toContainText(
    say(lang, 'error.patientHasFutureAppointments', { n: 1 }),
  );
  await asAdmin.patch(`/api/appointments/${visit.id}`, { data: { status: 'cancelled' } });
  await erase.click();
  await expect(toast(page, say(lang, 'admin.patients.deletedTitle'))).toBeVisible();
  await expect(page.getByText(say(lang, 'admin.patients.emptyTitle'))).toBeVisible();
  expect((await readVisit(asAdmin, visit.id)).patient.name).not.toContain('Mona');
});

test('a user who lost the patient role gets it back in the form', { tag: '@desktop' }, async ({
  page,
  lang,
  login,
  asAdmin,
  newPatient,
}) => {
  const { id, username } = await newPatient();
  expect((await asAdmin.patch(`/api/users/${id}`, { data: { role: 'user' } })).status()).toBe(200);
  await login(page, 'admin');
  await page.goto(`/admin/patients?q=${username}`);
  await rows(page)
    .getByRole('button', { name: new RegExp(`^${say(lang, 'admin.patients.edit')}`) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(say(lang, 'staff.patient.restore')).click();
  await dialog.getByRole('button', { name: say(lang, 'common.action.saveChanges') }).click();
  await expect(toast(page, say(lang, 'staff.patient.updatedTitle'))).toBeVisible();
  expect((await (await asAdmin.get(`/api/users/${id}`)).json()).role).toBe('patient');
});

test('the desk confirms the typed number that it asked about, not a newer one, and messages reach her', async ({
  page,
  words,
  login,
  newPatient,
  asAdmin,
  axe,
  playwright,
  baseURL,
}) => {
  const { id, username, password } = await newPatient();
  const origin = baseURL ?? '';
  const asPatient = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  await asPatient.post('/api/auth/login', { data: { username, password } });
  const typeNumber = async () => {
    const phone = `012${String(randomInt(1e8)).padStart(8, '0')}`;
    expect((await asPatient.patch(`/api/users/${id}`, { data: { phone } })).status()).toBe(200);
    return formatPhone(`+2${phone}`);
  };
  await typeNumber();
  await login(page, 'admin');
  await page.goto(`/admin/patients?q=${username}`);
  await expect(rows(page)).toHaveCount(1);
  await rows(page)
    .getByRole('button', { name: new RegExp(`^${words('admin.patients.profile')}`) })
    .click();
  const file = page.getByRole('dialog', { name: words('staff.file.title') });
  await file.getByRole('tab', { name: words('staff.file.details') }).click();
  await expect(file).toContainText(words('staff.file.notReached'));
  await file.getByRole('button', { name: words('staff.file.confirmPhone') }).click();
  const question = page.getByRole('alertdialog', { name: words('staff.file.confirmPhoneTitle') });
  await axe(page);
  const yes = question.getByRole('button', { name: words('staff.file.confirmPhoneYes') });
  const newer = await typeNumber();
  const behind = page.getByRole('dialog', { name: words('staff.file.title'), includeHidden: true });
  await expect(behind).toContainText(newer);
  await expect(question).not.toContainText(newer);
  await yes.click();
  await expect(toast(page, words('staff.toast.error'))).toContainText(words('error.stale'));
  await asPatient.dispose();
  await file.getByRole('button', { name: words('staff.file.confirmPhone') }).click();
  await expect(question).toContainText(newer);
  await yes.click();
  await expect(toast(page, words('staff.file.phoneConfirmed'))).toBeVisible();
  await expect(file.getByText(words('staff.find.unconfirmed'))).toHaveCount(0);
  await expect(file.getByText(words('staff.file.notReached'))).toHaveCount(0);
  const person = await (await asAdmin.get(`/api/users/${id}`)).json();
  expect(person).toMatchObject({ phoneKnown: true, phoneConfirmed: false, unreachable: false });
});
