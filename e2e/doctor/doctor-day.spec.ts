import { wallToInstant, weekOf } from '#shared/domain/clinic-time.ts';
import { shiftDate } from '../../tools/test-run/shift-date.mjs';
import { daysAhead, now } from '../clock.ts';
import { expect, test, toast } from '../fixtures.ts';
import { allVisitsUrl, chooseFreeTime, readVisit, rowMenu, statusOf, visitRow } from '../visits.ts';
import { say } from '../words.ts';

const dashboard = '/doctor/dashboard';

test('a doctor filters the list, keeps the view in the URL and goes back', async ({
  page,
  lang,
  login,
  axe,
  isMobile,
}) => {
  await login(page, 'doctor');
  await page.goto(dashboard);
  const period = page.getByRole('combobox', { name: say(lang, 'staff.filter.period') });
  const status = page.getByRole('combobox', { name: say(lang, 'staff.filter.status') });
  const showFilters = page.getByRole('button', { name: say(lang, 'staff.filter.show'), exact: true });
  if (isMobile) await showFilters.click();
  await expect(period).toHaveValue('week');
  await expect(page.getByText(say(lang, 'staff.filter.thisWeek')).first()).toBeAttached();

  await period.selectOption('all');
  await status.selectOption('no_show');
  await expect(page).toHaveURL(/period=all.*status=no_show|status=no_show.*period=all/);
  await expect(page.locator('[data-appointment]').first()).toBeVisible();
  const words = page.locator('[data-place=status] > :first-child');
  await expect
    .poll(async () => new Set(await words.allInnerTexts()))
    .toEqual(new Set([say(lang, 'status.no_show')]));
  await page.goBack();
  await expect(status).toHaveValue('');
  await expect(period).toHaveValue('all');

  await page.getByRole('searchbox').fill('nobody is called so');
  await expect(page.getByText(say(lang, 'staff.appointments.emptyTitle'))).toBeVisible();
  await axe(page);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('nobody is called so');
  await page.getByRole('button', { name: say(lang, 'staff.filter.clear') }).click();
  await expect(period).toHaveValue('week');
  await expect(page).toHaveURL(/dashboard$/);
});

test('the search normalizes Arabic and the list loads more on scrolling', async ({ page, login }) => {
  await login(page, 'doctor');
  await page.goto(`${dashboard}?period=all`);
  const rows = page.locator('[data-appointment]');
  await expect(rows).toHaveCount(50);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => rows.count()).toBeGreaterThan(50);
  await page.getByRole('searchbox').fill('٠١٠٠٠٠٠٠٠١٠');
  await expect(rows.first()).toContainText('0100 000 0010');
  // The first row may already be hers in the unfiltered list, so wait for the smaller count.
  await expect.poll(() => rows.count()).toBeLessThan(50);
  const found = await rows.count();
  await page.getByRole('searchbox').fill('+20 100 000 0010');
  await expect(rows).toHaveCount(found);
});

test('a doctor writes a note, sets statuses, and confirms a cancellation', async ({
  page,
  lang,
  login,
  newPatient,
  visitToday,
  asAdmin,
  axe,
}) => {
  const patient = await newPatient();
  const visit = await visitToday(patient.id);
  // Before its start an appointment can only be attended by a patient who has checked in.
  await asAdmin.post(`/api/arrivals/${visit.id}/stage`, { data: { from: 'expected', to: 'waiting' } });
  await login(page, 'doctor');
  await page.goto(allVisitsUrl('doctor', patient.username));
  const card = visitRow(page, visit.id);
  await expect(card).toBeVisible();

  // High enough that no click scrolls the tabs under the top bar.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 1280, height: 1200 });
  await rowMenu(card).click();
  await axe(page);
  await page.getByRole('menuitem', { name: say(lang, 'staff.row.addNotes') }).click();
  const box = page.getByRole('textbox', { name: say(lang, 'staff.row.addNotes') });
  await expect(box).toBeFocused();
  const save = page.getByRole('button', { name: say(lang, 'staff.notes.save'), exact: true });
  await expect(save).toBeDisabled();
  await box.fill('Bring the ultrasound.');
  await page.evaluate(() => scrollTo(0, 0));
  await axe(page);
  await save.click();
  await expect(toast(page, say(lang, 'staff.notes.updatedTitle'))).toBeVisible();
  await expect(box).toBeHidden();
  await expect(rowMenu(card)).toBeFocused();
  await expect(card).toContainText('Bring the ultrasound.');

  await rowMenu(card).click();
  await expect(page.getByRole('menuitem', { name: say(lang, 'staff.act.no_show') })).toBeDisabled();
  await page.getByRole('menuitem', { name: say(lang, 'staff.act.attended') }).click();
  await expect(toast(page, say(lang, 'staff.status.updatedTitle'))).toBeVisible();
  await expect(statusOf(card)).toHaveText(say(lang, 'status.attended'));
  await rowMenu(card).click();
  await expect(page.getByRole('menuitem', { name: say(lang, 'staff.act.attended') })).toBeDisabled();
  await page.getByRole('menuitem', { name: say(lang, 'staff.act.cancelled'), exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Mona Samir');
  await axe(page);
  await question.getByRole('button', { name: say(lang, 'staff.visit.cancel'), exact: true }).click();
  await expect(statusOf(card)).toHaveText(say(lang, 'status.cancelled'));
  await expect(question).toBeHidden();

  await rowMenu(card).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.visit.title'), exact: true }).click();
  const history = page.getByRole('dialog');
  await history.getByRole('button', { name: say(lang, 'staff.row.history') }).click();
  const cancelled = { before: say(lang, 'status.attended'), after: say(lang, 'status.cancelled') };
  await expect(history).toContainText(say(lang, 'staff.history.status', cancelled));
  await expect(history).toContainText('Bring the ultrasound.');
  await axe(page);
});

test('a patient’s file shows details, appointments and history, and moves an appointment', async ({
  page,
  lang,
  login,
  newPatient,
  bookVisit,
  asAdmin,
  axe,
}) => {
  const patient = await newPatient();
  const visit = await bookVisit(patient.id);
  await login(page, 'doctor');
  await page.goto(allVisitsUrl('doctor', patient.username));
  const card = visitRow(page, visit.id);
  await card.getByRole('button', { name: say(lang, 'staff.visit.open', { name: 'Mona Samir' }) }).click();
  await page.getByRole('button', { name: say(lang, 'staff.visit.file'), exact: true }).click();
  const file = page.getByRole('dialog', { name: say(lang, 'staff.file.title') });
  await expect(file.getByRole('heading', { name: say(lang, 'staff.visit.next') })).toBeVisible();
  await expect(file.getByRole('row')).toHaveCount(2);
  await axe(page);
  await file.getByRole('tab', { name: say(lang, 'staff.file.details') }).click();
  await expect(file).toContainText(patient.email);
  await axe(page);
  await file.getByRole('tab', { name: say(lang, 'staff.file.changes') }).click();
  await expect(file).toContainText(say(lang, 'staff.history.fileOpened'));
  await expect(file).toContainText(say(lang, 'staff.history.created'));
  await page.keyboard.press('Escape');

  await rowMenu(card).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.visit.title'), exact: true }).click();
  const move = page.getByRole('dialog');
  await move.getByRole('button', { name: say(lang, 'staff.visit.move'), exact: true }).click();
  await axe(page);
  await move.getByRole('button', { name: say(lang, 'staff.move.other') }).click();
  // The day of the appointment is preselected.
  await move.getByRole('button', { name: say(lang, 'staff.move.submit') }).click();
  await expect(move).toContainText(say(lang, 'validation.selectTime'));
  const free = await chooseFreeTime(lang, move);
  await move.getByRole('button', { name: say(lang, 'staff.move.submit') }).click();
  await expect(toast(page, say(lang, 'staff.move.doneTitle'))).toBeVisible();
  await expect(move).toBeHidden();
  expect(free).not.toBe(visit.appointmentTime);
  expect((await readVisit(asAdmin, visit.id)).appointmentTime).toBe(free);
});

test('on the first day of the week and without results the sticky bar cuts nothing off', {
  tag: '@both',
}, async ({ page, lang, login, axe, isMobile }) => {
  const { from: sunday } = weekOf(daysAhead(0));
  const shift = wallToInstant(sunday, '10:00').getTime() - now().getTime();
  await page.addInitScript(shiftDate, shift);
  // The page takes its time from the server's `date` header, so shift the header too.
  await page.route(/\/api\/(?!events)/, async (route) => {
    const response = await route.fetch();
    const { date = '', ...headers } = response.headers();
    const said = new Date(Date.parse(date) + shift).toUTCString();
    await route.fulfill({ response, headers: { ...headers, date: said } });
  });
  await login(page, 'doctor');
  await page.goto(dashboard);
  await expect(page.locator('section[data-day]').first()).toHaveAttribute('data-day', sunday);
  if (!isMobile) await expect(page.locator(`section[data-day="${sunday}"]`)).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await axe(page);

  // From deep in a long list to one that is too short for the scroll position.
  await page.goto(`${dashboard}?period=all`);
  await page.locator('[data-appointment]').nth(40).scrollIntoViewIfNeeded();
  await page.getByRole('searchbox').fill('nobody is called so');
  await expect(page.getByText(say(lang, 'staff.appointments.emptyTitle'))).toBeInViewport();
  await axe(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a doctor filters list, board and calendar to her own appointments', async ({
  page,
  login,
  newStaff,
  newPatient,
  bookVisit,
  asAdmin,
  axe,
  words,
}) => {
  const { id: doctorId, username, password } = await newStaff('doctor');
  const visit = await bookVisit((await newPatient()).id);
  await asAdmin.patch(`/api/appointments/${visit.id}`, { data: { doctorId } });
  await login(page, username, password);
  await page.goto(`${dashboard}?period=all`);
  const rows = page.locator('[data-appointment]');
  const mine = page.getByRole('button', { name: words('staff.whose.mine'), exact: true });
  await expect(rows.nth(1)).toBeVisible();
  await mine.click();
  await expect(rows).toHaveCount(1);
  await axe(page);

  await page.goto(`/clinic/day?branch=${visit.locationId}&date=${visit.appointmentDate}`);
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('[data-card]')).toHaveCount(1);
  await axe(page);
  await page.goto(`/clinic/calendar?branch=${visit.locationId}&day=${visit.appointmentDate}`);
  await expect(page.locator('[data-visit]')).toHaveCount(1);
  await axe(page);
});
