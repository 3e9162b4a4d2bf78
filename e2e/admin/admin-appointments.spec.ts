import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Appointment } from '#shared/contract/appointments.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { expect, test } from '../fixtures.ts';

const dashboard = '/admin/dashboard';
const rowOf = (page: Page, id: number) => page.locator(`[data-appointment="${id}"]`);
const menuOf = (page: Page, id: number) => rowOf(page, id).locator('[data-place=actions] button').first();
const toast = (page: Page, title: string) => page.locator('.toast', { hasText: title });

/**
 * A day of next month in an open dialog, by week and day of its calendar, and the first time that is free
 * then.
 */
async function chooseDayAndTime(page: Page, lang: 'en' | 'ar', week: number, day: number) {
  const dialog = page.getByRole('dialog').first();
  await dialog.getByLabel(say(lang, 'staff.newAppointment.date'), { exact: true }).click();
  const calendar = page.locator('[data-radix-popper-content-wrapper]');
  await calendar.getByRole('button', { name: say(lang, 'common.time.nextMonth') }).click();
  await calendar.locator('.cal-grid tr').nth(week).locator('button').nth(day).click();
  const time = dialog.getByLabel(say(lang, 'staff.newAppointment.time'), { exact: true });
  await expect(time).toBeEnabled();
  const free = await time.locator('option:not(:disabled):not([value=""])').first().getAttribute('value');
  await time.selectOption(free);
  return time;
}

/** The list as it shows one patient's visits, whenever they are. */
const only = (visit: Appointment) => `${dashboard}?period=all&q=${visit.reference}`;

test('the dashboard shows six figures, four tabs in the address and only what an admin may see', async ({
  page,
  lang,
  login,
  axe,
}) => {
  await page.goto(dashboard);
  await expect(page).toHaveURL(/\/(ar)?$|\/\?/);
  await login(page, 'admin');
  await page.goto('/admin?location=2');
  const figures = page.getByRole('region', { name: say(lang, 'admin.tile.label') });
  for (const tile of ['total', 'upcoming', 'confirmed', 'noShows', 'cancelled', 'locations'] as const)
    await expect(figures).toContainText(say(lang, `admin.tile.${tile}`));
  await page.getByRole('tab', { name: say(lang, 'admin.tab.locations'), exact: true }).click();
  await expect(page).toHaveURL(/tab=locations/);
  await expect(page.getByRole('heading', { name: say(lang, 'admin.locations.title') })).toBeVisible();
  await page.goBack();
  await expect(page.locator('[data-appointment]').first()).toBeVisible();
  await axe(page);
});

test('an admin marks, annotates, moves and deletes an appointment', async ({
  page,
  lang,
  login,
  newPatient,
  bookVisit,
  asAdmin,
  axe,
}) => {
  const visit = await bookVisit((await newPatient()).id, 5);
  await login(page, 'admin');
  await page.goto(only(visit));
  await expect(rowOf(page, visit.id)).toBeVisible();

  await menuOf(page, visit.id).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.row.move') }).click();
  await chooseDayAndTime(page, lang, 3, 2);
  await page.getByRole('button', { name: say(lang, 'staff.move.submit') }).click();
  await expect(toast(page, say(lang, 'staff.move.doneTitle'))).toBeVisible();
  const moved = (await (await asAdmin.get(`/api/appointments/${visit.id}`)).json()) as Appointment;
  expect(moved.appointmentDate).not.toBe(visit.appointmentDate);

  await asAdmin.patch(`/api/appointments/${visit.id}`, { data: { status: 'cancelled' } });
  await expect(rowOf(page, visit.id)).toContainText(say(lang, 'status.cancelled'));
  await menuOf(page, visit.id).click();
  // Nobody has attended what is still to come.
  await expect(page.getByRole('menuitem', { name: say(lang, 'staff.act.attended') })).toBeDisabled();
  await page.getByRole('menuitem', { name: say(lang, 'staff.act.confirmed') }).click();
  await expect(toast(page, say(lang, 'staff.status.updatedTitle'))).toBeVisible();
  const marked = (await (await asAdmin.get(`/api/appointments/${visit.id}`)).json()) as Appointment;
  expect(marked.status).toBe('confirmed');
  expect(marked.notes).toMatch(
    /^Created via admin dashboard\n+Status updated to "cancelled" by .+\n+Status updated to "confirmed" by /,
  );

  await menuOf(page, visit.id).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.row.editNotes') }).click();
  const box = page.getByRole('textbox', { name: say(lang, 'staff.row.editNotes') });
  await expect(box).toHaveValue(marked.notes);
  await box.fill('Bring the last results.');
  await axe(page);
  await page.getByRole('button', { name: say(lang, 'staff.notes.save'), exact: true }).click();
  await expect(toast(page, say(lang, 'staff.notes.updatedTitle'))).toBeVisible();
  await expect(rowOf(page, visit.id)).toContainText('Bring the last results.');

  await menuOf(page, visit.id).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.row.history') }).click();
  await expect(page.getByRole('dialog')).toContainText(say(lang, 'staff.history.notes'));
  await page.keyboard.press('Escape');

  await menuOf(page, visit.id).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.row.delete') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Mona Samir');
  await expect(question.getByRole('button', { name: say(lang, 'common.action.keep') })).toBeFocused();
  await question.getByRole('button', { name: say(lang, 'admin.appointments.delete') }).click();
  await expect(rowOf(page, visit.id)).toBeHidden();
  expect((await asAdmin.get(`/api/appointments/${visit.id}`)).status()).toBe(404);
});

test('an admin books for a patient on the half-hour grid', async ({
  page,
  lang,
  login,
  newPatient,
  axe,
  isMobile,
}) => {
  const patient = await newPatient();
  await login(page, 'admin');
  await page.goto(dashboard);
  const add = isMobile ? say(lang, 'admin.floating.addAppointment') : say(lang, 'admin.appointments.add');
  await page.getByRole('button', { name: add, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say(lang, 'staff.newAppointment.submit') }).click();
  await expect(toast(page, say(lang, 'staff.toast.missingFields'))).toContainText(
    say(lang, 'validation.fillAllRequired'),
  );
  await expect(dialog.getByRole('combobox').first()).toBeFocused();

  await dialog.getByRole('combobox').first().fill(patient.username.toUpperCase());
  await dialog.getByRole('option').first().click();
  await dialog.getByLabel(say(lang, 'staff.newAppointment.location'), { exact: true }).selectOption('6');
  const time = await chooseDayAndTime(page, lang, 2, 1);
  const offered = await time
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value).filter(Boolean));
  expect(offered).toContain('09:00:00');
  expect(offered).toContain('20:00:00');
  expect(offered.every((value) => /:(00|30):00$/.test(value))).toBe(true);
  await axe(page);
  await dialog.getByRole('button', { name: say(lang, 'staff.newAppointment.submit') }).click();
  await expect(toast(page, say(lang, 'staff.newAppointment.doneTitle'))).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('several appointments get one status, and the export holds exactly what the filters show', async ({
  page,
  lang,
  login,
  newPatient,
  bookVisit,
  asAdmin,
  axe,
}) => {
  const patient = await newPatient();
  const visits = [await bookVisit(patient.id, 7), await bookVisit(patient.id, 8)];
  await login(page, 'admin');
  await page.goto(`${dashboard}?period=all&q=${patient.username}`);
  await expect(page.locator('[data-appointment]')).toHaveCount(2);
  for (const { id } of visits) await rowOf(page, id).getByRole('checkbox').check();
  await page
    .getByRole('combobox', { name: say(lang, 'admin.appointments.bulkStatus') })
    .selectOption('cancelled');
  const question = page.getByRole('alertdialog');
  await axe(page);
  await question.getByRole('button', { name: say(lang, 'common.action.confirm'), exact: true }).click();
  await expect(toast(page, say(lang, 'staff.status.updatedTitle'))).toBeVisible();
  for (const { id } of visits) {
    const now = (await (await asAdmin.get(`/api/appointments/${id}`)).json()) as Appointment;
    expect(now.status).toBe('cancelled');
  }

  await page.getByRole('button', { name: say(lang, 'common.action.export'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await page.route('**/api/appointments/export*', () => {}, { times: 1 });
  await dialog.getByRole('button', { name: say(lang, 'common.action.export'), exact: true }).click();
  await dialog.getByRole('button', { name: say(lang, 'admin.export.cancel') }).click();
  await expect(toast(page, say(lang, 'admin.export.cancelled'))).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: say(lang, 'common.action.export'), exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^appointments-.*\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  const lines = text.trim().split('\r\n');
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(lines).toHaveLength(3);
  for (const { reference } of visits) expect(text).toContain(reference);
  expect(text).toContain(say(lang, 'status.cancelled'));

  await page.getByRole('button', { name: say(lang, 'common.action.export'), exact: true }).click();
  await dialog.getByText(say(lang, 'admin.export.xlsx')).click();
  const [book] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: say(lang, 'common.action.export'), exact: true }).click(),
  ]);
  expect(book.suggestedFilename()).toMatch(/\.xlsx$/);
  expect((await readFile(await book.path())).subarray(0, 2).toString()).toBe('PK');
});

test("a branch's day is printed from a sheet of its own", async ({
  page,
  lang,
  login,
  newPatient,
  bookVisit,
}) => {
  const visit = await bookVisit((await newPatient()).id, 3);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await login(page, 'admin');
  await page.goto(`${dashboard}?location=3`);
  await page.getByRole('button', { name: say(lang, 'common.action.print'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say(lang, 'common.field.date'), { exact: true }).click();
  const day = page.locator(
    `[data-radix-popper-content-wrapper] td[data-day="${visit.appointmentDate}"] button`,
  );
  const next = page.getByRole('button', { name: say(lang, 'common.time.nextMonth') });
  for (let turn = 0; turn < 2 && !(await day.isVisible()); turn += 1) await next.click();
  await day.click();
  const sheet = page.locator('.print-sheet');
  await expect(sheet).toContainText('Mona Samir');
  await expect(sheet).toBeHidden();
  await dialog.getByRole('button', { name: say(lang, 'admin.print.button'), exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(dialog).toBeHidden();
});
