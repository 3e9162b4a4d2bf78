import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { newBranch } from '../branches.ts';
import { expect, test, toast } from '../fixtures.ts';
import {
  allVisitsUrl,
  chooseCalendarDay,
  chooseDay,
  chooseFreeTime,
  freeDay,
  openCalendar,
  readVisit,
  rowMenu,
  visitRow,
} from '../visits.ts';
import { say } from '../words.ts';

const dashboard = '/admin/dashboard';

async function openFromListMenu(page: Page, menu: string, item: string) {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('the dashboard shows six figures, four tabs in the URL and only an admin’s actions', async ({
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

test('an admin sets the status of an appointment, adds a note, moves it and deletes it', async ({
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
  await page.goto(allVisitsUrl('admin', visit.reference));
  const row = visitRow(page, visit.id);
  await expect(row).toBeVisible();

  await row.getByRole('button', { name: say(lang, 'staff.visit.open', { name: 'Mona Samir' }) }).click();
  const move = page.getByRole('dialog');
  await move.getByRole('button', { name: say(lang, 'staff.visit.move'), exact: true }).click();
  await move.getByRole('button', { name: say(lang, 'staff.move.other') }).click();
  await chooseDay(page, lang, move, await freeDay(asAdmin, 5, 26));
  await chooseFreeTime(lang, move);
  await page.getByRole('button', { name: say(lang, 'staff.move.submit') }).click();
  await expect(toast(page, say(lang, 'staff.move.doneTitle'))).toBeVisible();
  expect((await readVisit(asAdmin, visit.id)).appointmentDate).not.toBe(visit.appointmentDate);

  await asAdmin.patch(`/api/appointments/${visit.id}`, { data: { status: 'cancelled' } });
  await expect(row).toContainText(say(lang, 'status.cancelled'));
  await rowMenu(row).click();
  // A future appointment cannot be attended.
  await expect(page.getByRole('menuitem', { name: say(lang, 'staff.act.attended') })).toBeDisabled();
  await page.getByRole('menuitem', { name: say(lang, 'staff.act.confirmed') }).click();
  await expect(toast(page, say(lang, 'staff.status.updatedTitle'))).toBeVisible();
  const marked = await readVisit(asAdmin, visit.id);
  expect(marked.status).toBe('confirmed');
  expect(marked.notes).toMatch(
    /^Created via admin dashboard\n+Status updated to "cancelled" by .+\n+Status updated to "confirmed" by /,
  );

  await rowMenu(row).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.row.editNotes') }).click();
  const box = page.getByRole('textbox', { name: say(lang, 'staff.row.editNotes') });
  await expect(box).toHaveValue(marked.notes);
  await box.fill('Bring the last results.');
  await axe(page);
  await page.getByRole('button', { name: say(lang, 'staff.notes.save'), exact: true }).click();
  await expect(toast(page, say(lang, 'staff.notes.updatedTitle'))).toBeVisible();
  await expect(row).toContainText('Bring the last results.');

  await rowMenu(row).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.visit.title'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say(lang, 'staff.row.history') })
    .click();
  await expect(page.getByRole('dialog')).toContainText(say(lang, 'staff.history.notes'));
  await page.keyboard.press('Escape');

  await rowMenu(row).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.row.delete') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Mona Samir');
  await expect(question.getByRole('button', { name: say(lang, 'common.action.keep') })).toBeFocused();
  await question.getByRole('button', { name: say(lang, 'admin.appointments.delete') }).click();
  await expect(row).toBeHidden();
  expect((await asAdmin.get(`/api/appointments/${visit.id}`)).status()).toBe(404);
});

test('an appointment on a day that was closed is confirmed again only by overbooking', async ({
  page,
  lang,
  login,
  newPatient,
  bookVisit,
  asAdmin,
  axe,
}) => {
  const branch = await newBranch(asAdmin, { name: 'Rehab' }, ['15:00', '19:00']);
  const visit = await bookVisit((await newPatient()).id, branch.id);
  await asAdmin.patch(`/api/appointments/${visit.id}`, { data: { status: 'cancelled' } });
  const closed = [{ date: visit.appointmentDate, isClosed: true }];
  expect((await asAdmin.put(`/api/locations/${branch.id}/exceptions`, { data: closed })).ok()).toBe(true);
  await login(page, 'admin');
  await page.goto(allVisitsUrl('admin', visit.reference));
  const row = visitRow(page, visit.id);
  await rowMenu(row).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.act.confirmed') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say(lang, 'staff.overbook.closedText', { location: 'Rehab' }));
  await axe(page);
  expect((await readVisit(asAdmin, visit.id)).status).toBe('cancelled');
  await question.getByRole('button', { name: say(lang, 'staff.overbook.confirm') }).click();
  await expect(toast(page, say(lang, 'staff.status.updatedTitle'))).toBeVisible();
  await expect(row).toContainText(say(lang, 'staff.appointments.overbooked'));
});

test('an admin books for a patient at any half hour from nine to eight', async ({
  page,
  lang,
  login,
  newPatient,
  asAdmin,
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
  // The patient, and the option to add a new one.
  await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(2);
  await dialog.getByRole('option').first().click();
  await dialog.getByLabel(say(lang, 'staff.newAppointment.location'), { exact: true }).selectOption('6');
  await chooseDay(page, lang, dialog, await freeDay(asAdmin, 6, 36));
  await chooseFreeTime(lang, dialog);
  const offered = await dialog
    .getByLabel(say(lang, 'staff.newAppointment.time'), { exact: true })
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value).filter(Boolean));
  const halfHours = Array.from({ length: 23 }, (_, step) => timeOfMinutes(540 + step * 30));
  expect(offered).toEqual(expect.arrayContaining(halfHours));
  await axe(page);
  await dialog.getByRole('button', { name: say(lang, 'staff.newAppointment.submit') }).click();
  await expect(toast(page, say(lang, 'staff.newAppointment.doneTitle'))).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('several appointments get one status, and the export contains exactly the filtered ones', async ({
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
  await page.goto(allVisitsUrl('admin', patient.username));
  await expect(page.locator('[data-appointment]')).toHaveCount(2);
  for (const { id } of visits) await visitRow(page, id).getByRole('checkbox').check();
  await page.getByRole('combobox', { name: say(lang, 'staff.bulk.status') }).selectOption('cancelled');
  const question = page.getByRole('alertdialog');
  await axe(page);
  await question.getByRole('button', { name: say(lang, 'common.action.confirm'), exact: true }).click();
  // Her own unconfirmed address is not written to, so the desk has to tell her.
  await expect(toast(page, say(lang, 'staff.status.updatedTitle'))).toContainText('Mona Samir');
  for (const { id } of visits) expect((await readVisit(asAdmin, id)).status).toBe('cancelled');

  await openFromListMenu(page, say(lang, 'staff.list.more'), say(lang, 'common.action.export'));
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

  await openFromListMenu(page, say(lang, 'staff.list.more'), say(lang, 'common.action.export'));
  await dialog.getByText(say(lang, 'admin.export.xlsx')).click();
  const [book] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: say(lang, 'common.action.export'), exact: true }).click(),
  ]);
  expect(book.suggestedFilename()).toMatch(/\.xlsx$/);
  expect((await readFile(await book.path())).subarray(0, 2).toString()).toBe('PK');
});

test('a branch’s day is printed from its own sheet', async ({ page, lang, login, newPatient, bookVisit }) => {
  const visit = await bookVisit((await newPatient()).id, 3);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await login(page, 'admin');
  await page.goto(`${dashboard}?location=3`);
  await openFromListMenu(page, say(lang, 'staff.list.more'), say(lang, 'common.action.print'));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say(lang, 'common.field.date'), { exact: true }).click();
  await chooseCalendarDay(openCalendar(page), visit.appointmentDate);
  const sheet = page.locator('.print-sheet');
  await expect(sheet).toContainText('Mona Samir');
  await expect(sheet).toBeHidden();
  await dialog.getByRole('button', { name: say(lang, 'admin.print.button'), exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a dialog without animation is removed when it closes, and opens again', {
  tag: '@phone',
}, async ({ page, lang, login, newPatient, bookVisit }) => {
  const visit = await bookVisit((await newPatient()).id, 7);
  await page.addInitScript(() => {
    for (const event of ['animationstart', 'animationend'])
      window.addEventListener(event, (e) => e.stopImmediatePropagation(), { capture: true });
  });
  await login(page, 'admin');
  await page.goto(allVisitsUrl('admin', visit.reference));
  for (const _ of ['once', 'again']) {
    await rowMenu(visitRow(page, visit.id)).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  await openFromListMenu(page, say(lang, 'staff.list.more'), say(lang, 'common.action.print'));
  const dialog = page.getByRole('dialog', { name: say(lang, 'admin.print.title') });
  await dialog.getByLabel(say(lang, 'common.field.date'), { exact: true }).click();
  await expect(openCalendar(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(openCalendar(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

const longList = 'a long list on a phone: rows far away cost nothing, and a menu stands out of its row';
test(longList, { tag: '@phone' }, async ({ page, login, words }) => {
  await login(page, 'admin');
  await page.goto(`${dashboard}?period=all`);
  const rows = page.locator('[data-appointment]');
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded();
    expect(await rows.count()).toBeGreaterThan(80);
  }).toPass();
  // Rows out of view are not laid out; rows in view are.
  const isLaidOut = (element: Element) => element.checkVisibility({ contentVisibilityAuto: true });
  const within = (place: number) => rows.nth(place).locator('[data-place=who] button');
  await expect.poll(() => within(2).evaluate(isLaidOut)).toBe(false);
  for (const place of [70, 3]) {
    await rows.nth(place).scrollIntoViewIfNeeded();
    await expect.poll(() => within(place).evaluate(isLaidOut)).toBe(true);
    const dots = rows.nth(place).locator('[aria-haspopup=menu]');
    await dots.click();
    await page.getByRole('menuitem', { name: words('staff.visit.title'), exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dots).toBeFocused();
  }
});
