import type { APIRequestContext, Page } from '@playwright/test';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { Schedule } from '#shared/contract/schedules.ts';
import type { StaffMember } from '#shared/contract/staff.ts';
import { weekdayOf } from '#shared/domain/clinic-time.ts';
import { weekdayName } from '#shared/domain/format-time.ts';
import { newBranch } from '../branches.ts';
import { daysAhead } from '../clock.ts';
import { assignDoctor, fetchJson, findDisruptionRows } from '../disruptions.ts';
import { expect, test } from '../fixtures.ts';
import { chooseInStaffMenu } from '../staff-list.ts';
import { bookAsStaff, chooseCalendarDay, openCalendar } from '../visits.ts';

/*
 * The preview of displaced appointments: nothing is saved while it cannot be loaded, and it follows what another
 * admin saved.
 */

const mark = () => Date.now().toString(36);
const memberOf = async (asAdmin: APIRequestContext, userId: number) => {
  const member = (await fetchJson<StaffMember[]>(asAdmin, '/api/staff')).find(
    ({ user }) => user.id === userId,
  );
  if (!member) throw new Error('the doctor is not in the list of staff');
  return member;
};

/**
 * Lets every request for a preview fail. The returned function lets them through again: the route stays,
 * because a change elsewhere may send a request at the moment when a route is removed.
 */
async function failPreviews(page: Page, path: RegExp): Promise<() => void> {
  const json = { code: 'malformed', message: 'The preview failed' };
  let isFailing = true;
  await page.route(path, (route) => (isFailing ? route.fulfill({ status: 400, json }) : route.continue()));
  return () => {
    isFailing = false;
  };
}

test('fewer rooms, fewer branches and a deactivation are not saved while the preview fails', async ({
  page,
  login,
  newStaff,
  newPatient,
  bookVisit,
  asAdmin,
  words,
  axe,
}) => {
  const name = `Unseen ${mark()}`;
  const branch = await newBranch(asAdmin, { name, nameAr: name, rooms: 2 }, ['15:00', '19:00']);
  const other = await newBranch(asAdmin, { name: `Other ${name}` }, ['15:00', '19:00']);
  const doctor = await newStaff('doctor', [branch.id, other.id]);
  const visit = await bookVisit((await newPatient()).id, branch.id);
  const second = await bookAsStaff(asAdmin, (await newPatient()).id, visit);
  await assignDoctor(asAdmin, visit, doctor.id);
  await login(page, 'admin');
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const retry = dialog.getByRole('button', { name: words('common.action.retry') });
  /** A change elsewhere in the clinic may load the preview again before the button is pressed. */
  const loadAgain = async ({ id }: Appointment) => {
    const shown = dialog.locator(`[data-displaced="${id}"]`);
    await expect(retry.or(shown).first()).toBeVisible();
    if (await retry.isVisible()) await retry.click({ timeout: 5000 }).catch(() => undefined);
    await expect(shown).toBeVisible();
    await expect(retry).toBeHidden();
  };

  await test.step('fewer rooms', async () => {
    const restore = await failPreviews(page, /\/hours-preview$/);
    await page.goto('/admin/dashboard?tab=locations');
    const edit = new RegExp(`^${words('admin.locations.edit')}.*${name}`);
    await page.getByRole('button', { name: edit }).first().press('Enter');
    await dialog.getByLabel(words('admin.locations.rooms')).fill('1');
    await dialog.getByRole('button', { name: words('admin.locations.save'), exact: true }).click();
    await expect(retry).toBeVisible();
    await axe(page);
    const branches = await fetchJson<Location[]>(asAdmin, '/api/locations');
    expect(branches.find(({ id }) => id === branch.id)?.rooms).toBe(2);
    restore();
    await loadAgain(second);
  });

  await test.step('fewer branches of a doctor', async () => {
    const restore = await failPreviews(page, /\/api\/staff\/\d+\/preview$/);
    await chooseInStaffMenu(page, doctor, words('common.action.edit'));
    await dialog.getByRole('checkbox', { name, exact: true }).uncheck();
    await dialog.getByRole('button', { name: words('admin.staff.save'), exact: true }).click();
    await expect(retry).toBeVisible();
    expect((await memberOf(asAdmin, doctor.id)).locationIds).toHaveLength(2);
    restore();
    await loadAgain(visit);
  });
  await test.step('a deactivation', async () => {
    const restore = await failPreviews(page, /\/api\/staff\/\d+\/preview$/);
    await chooseInStaffMenu(page, doctor, words('admin.staff.deactivate'));
    await expect(retry).toBeVisible();
    await dialog.getByRole('button', { name: words('admin.staff.deactivate'), exact: true }).click();
    await axe(page);
    expect((await memberOf(asAdmin, doctor.id)).user.deactivated).toBe(false);
    restore();
    await loadAgain(visit);
  });
});

test('a doctor is removed from a branch that another admin has just added, then from the clinic', async ({
  page,
  login,
  newStaff,
  newPatient,
  bookVisit,
  asAdmin,
  words,
}) => {
  const name = `Added ${mark()}`;
  const first = await newBranch(asAdmin, { name: `First ${name}` }, ['15:00', '19:00']);
  const added = await newBranch(asAdmin, { name, nameAr: name }, ['15:00', '19:00']);
  const doctor = await newStaff('doctor', [first.id]);
  const visit = await bookVisit((await newPatient()).id, added.id);
  await assignDoctor(asAdmin, visit, doctor.id);
  const saveElsewhere = async (change: object) => {
    const { version } = await memberOf(asAdmin, doctor.id);
    const saved = await asAdmin.patch(`/api/staff/${doctor.id}`, { data: { ...change, version } });
    expect(saved.ok()).toBe(true);
  };
  await login(page, 'admin');
  await chooseInStaffMenu(page, doctor, words('common.action.edit'));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('admin.staff.nameAr')).fill('ولاء عادل');
  await saveElsewhere({ locationIds: [first.id, added.id] });
  await dialog.getByRole('button', { name: words('admin.staff.save'), exact: true }).click();
  await expect(dialog.getByText(words('common.stale.title')).first()).toBeVisible();
  await dialog.getByRole('checkbox', { name, exact: true }).uncheck();
  await expect(dialog.locator(`[data-displaced="${visit.id}"]`)).toBeVisible();

  await chooseInStaffMenu(page, doctor, words('admin.staff.deactivate'));
  await expect(dialog.locator(`[data-displaced="${visit.id}"]`)).toBeVisible();
  await saveElsewhere({ name: `Walaa ${name}` });
  const deactivate = dialog.getByRole('button', { name: words('admin.staff.deactivateAndOffer') });
  await deactivate.click();
  await expect(dialog.getByText(words('admin.staff.saveFailed'))).toBeVisible();
  await deactivate.click();
  await expect(page).toHaveURL(/\/clinic\/disruptions\/\d+$/);
  expect((await memberOf(asAdmin, doctor.id)).user.deactivated).toBe(true);
});

test('hours and exceptions are saved together or not at all when another admin saved the exceptions first', async ({
  page,
  lang,
  login,
  newPatient,
  bookVisit,
  asAdmin,
  words,
}) => {
  const name = `Halves ${mark()}`;
  const branch = await newBranch(asAdmin, { name, nameAr: name }, ['15:00', '19:00']);
  const weekly = await bookVisit((await newPatient()).id, branch.id);
  const holiday = daysAhead(15);
  const single = await bookAsStaff(asAdmin, (await newPatient()).id, { ...weekly, appointmentDate: holiday });
  const rows = async () =>
    (await Promise.all([weekly, single].map((visit) => findDisruptionRows(asAdmin, visit)))).flat();
  await login(page, 'admin');
  await page.goto('/admin/dashboard?tab=locations');
  const schedule = new RegExp(`^${words('admin.locations.schedule')}.*${name}`);
  await page.getByRole('button', { name: schedule }).press('Enter');
  const dialog = page.getByRole('dialog');
  const weekday = weekdayOf(weekly.appointmentDate);
  const day = weekdayName(lang, weekday);
  await dialog.getByRole('switch', { name: words('admin.schedule.open', { day }) }).click();
  await dialog.getByRole('tab', { name: words('admin.schedule.tab.exceptions') }).press('Enter');
  await dialog.getByRole('button', { name: words('admin.exceptions.date'), exact: true }).click();
  await chooseCalendarDay(openCalendar(page), holiday);
  await dialog.getByRole('button', { name: words('admin.exceptions.add'), exact: true }).click();
  for (const { id } of [weekly, single])
    await expect(dialog.locator(`[data-displaced="${id}"]`)).toBeVisible();
  const theirs = await asAdmin.put(`/api/locations/${branch.id}/exceptions`, {
    data: [{ date: daysAhead(40), isClosed: true }],
  });
  expect(theirs.ok()).toBe(true);
  const save = dialog.getByRole('button', { name: words('plans.save.offer') });
  await save.click();
  await expect(dialog.getByText(words('common.stale.title')).first()).toBeVisible();
  const isOpenThen = async () =>
    (await fetchJson<Schedule[]>(asAdmin, `/api/locations/${branch.id}/schedules`)).find(
      ({ dayOfWeek }) => dayOfWeek === weekday,
    )?.isAvailable;
  expect([await isOpenThen(), await rows()]).toEqual([true, []]);
  // Closing the dialog asks before the edit is lost.
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: words('common.action.stay') }).click();
  for (const { id } of [weekly, single])
    await expect(dialog.locator(`[data-displaced="${id}"]`)).toBeVisible();
  await save.click();
  await expect(page).toHaveURL(/\/clinic\/disruptions\/\d+$/);
  expect(await isOpenThen()).toBe(false);
  await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['call', 'call']);
});
