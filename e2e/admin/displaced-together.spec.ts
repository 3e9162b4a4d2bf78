import type { APIRequestContext, Page } from '@playwright/test';
import type { Location } from '#shared/contract/locations.ts';
import { newBranch } from '../branches.ts';
import { repeats } from '../corners.ts';
import { assignDoctor, read, rowsAbout } from '../disruptions.ts';
import { expect, test } from '../fixtures.ts';
import { bookAt, visitRow } from '../visits.ts';

/*
 * Two people change the same thing in separate browsers. No patient gets two messages about it.
 */

const mark = () => Date.now().toString(36);
const dialogOf = (page: Page) => page.getByRole('dialog');

/** Messages of one kind that were written to an address. */
const messagesTo = async (asAdmin: APIRequestContext, address: string, template: string) =>
  (
    await read<{ address: string | null; template: string }[]>(asAdmin, '/api/logs/messages?limit=100')
  ).filter((one) => one.address === address && one.template === template);

async function editBranch(page: Page, name: string, edit: string): Promise<void> {
  await page.goto('/admin/dashboard?tab=locations');
  await page.getByRole('button', { name: new RegExp(`^${edit}.*${name}`) }).press('Enter');
}

test('two admins take away the same room: the second sees it, and the patient is told once', async ({
  page,
  other,
  login,
  newStaff,
  newPatient,
  newPatientOfDesk,
  bookVisit,
  asAdmin,
  words,
}) => {
  const name = `Shared ${mark()}`;
  const branch = await newBranch(asAdmin, { name, nameAr: name, rooms: 2 }, ['15:00', '19:00']);
  const first = await bookVisit((await newPatient()).id, branch.id);
  const later = await newPatientOfDesk();
  const visit = await bookAt(asAdmin, later.id, first);

  await login(page, 'admin');
  const { username, password } = await newStaff('admin');
  await login(other, username, password);
  for (const one of [page, other]) {
    await editBranch(one, name, words('admin.locations.edit'));
    await dialogOf(one).getByLabel(words('admin.locations.rooms')).fill('1');
    await expect(dialogOf(one).locator(`[data-displaced="${visit.id}"]`)).toBeVisible();
  }
  await dialogOf(other)
    .getByRole('button', { name: words('plans.save.offer') })
    .click();
  await expect(other).toHaveURL(/\/clinic\/disruptions\/\d+$/);
  // The open preview of the second admin changes by itself: nobody is left to displace.
  await expect(dialogOf(page).locator('[data-displaced]')).toHaveCount(0);
  const save = dialogOf(page).getByRole('button', { name: words('admin.locations.save'), exact: true });
  await save.click();
  await expect(page.getByText(words('common.stale.title')).first()).toBeVisible();
  await expect(dialogOf(page).getByLabel(words('admin.locations.rooms'))).toHaveValue('1');
  await save.click();
  await expect(dialogOf(page)).toBeHidden();
  await expect
    .poll(async () => (await rowsAbout(asAdmin, visit)).map(({ state }) => state))
    .toEqual(['open']);
  expect(await messagesTo(asAdmin, later.email, 'offerDisplaced')).toHaveLength(1);
});

test('an admin closes a branch for good while its doctor enters an absence: one offer, one message', {
  tag: repeats,
}, async ({ page, other, login, newStaff, newPatientOfDesk, bookVisit, asAdmin, words }) => {
  const name = `Closing ${mark()}`;
  const branch = await newBranch(asAdmin, { name, nameAr: name }, ['15:00', '19:00']);
  const doctor = await newStaff('doctor', [branch.id]);
  const patient = await newPatientOfDesk();
  const visit = await bookVisit(patient.id, branch.id);
  await assignDoctor(asAdmin, visit, doctor.id);

  await login(page, 'admin');
  await login(other, doctor.username, doctor.password);
  await page.goto('/admin/dashboard?tab=locations');
  await page
    .getByRole('button', { name: new RegExp(`^${words('admin.locations.delete')}.*${name}`) })
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: words('admin.locations.deleteButton') }).click();
  await question.getByRole('button', { name: words('admin.closing.start') }).click();
  await expect(dialogOf(page).locator(`[data-displaced="${visit.id}"]`)).toBeVisible();
  await other.goto('/clinic/disruptions');
  const day = { startDate: visit.appointmentDate, endDate: visit.appointmentDate };
  const absent = await other.request.post('/api/absences', {
    data: { userId: doctor.id, ...day },
    headers: { origin: new URL(other.url()).origin },
  });
  expect(absent.status()).toBe(201);
  await dialogOf(page)
    .getByRole('button', { name: words('plans.save.offer') })
    .click();
  await expect(page).toHaveURL(/\/clinic\/disruptions/);
  await expect
    .poll(async () => (await rowsAbout(asAdmin, visit)).map(({ state }) => state))
    .toEqual(expect.arrayContaining(['open']));
  expect(new Set((await rowsAbout(asAdmin, visit)).map(({ state }) => state))).toEqual(new Set(['open']));
  expect(await messagesTo(asAdmin, patient.email, 'offerDisplaced')).toHaveLength(1);
  // The doctor sees the list of the change at once.
  await expect(other.getByText(words('plans.hours', { branch: name })).first()).toBeVisible();
  const still = await asAdmin.delete(`/api/locations/${branch.id}`);
  expect(still.status(), 'the branch ends only after the patient has answered').toBe(409);
  expect((await read<Location[]>(asAdmin, '/api/locations')).some(({ id }) => id === branch.id)).toBe(true);
});

test('two admins end a service that somebody books meanwhile: it is refused with the number', {
  tag: repeats,
}, async ({ page, other, login, newStaff, newPatient, asAdmin, bookVisit, words }) => {
  const name = `Together ${mark()}`;
  const data = { name, nameAr: name, icon: 'laboratory', durationMinutes: 20 };
  const service = (await (await asAdmin.post('/api/services', { data })).json()) as { id: number };
  await login(page, 'admin');
  const { username, password } = await newStaff('admin');
  await login(other, username, password);
  const ask = async (one: Page) => {
    await one.goto('/admin/homepage-editor');
    await one.getByRole('tab', { name: words('admin.homepage.tab.services') }).press('Enter');
    await one.getByRole('button', { name: words('admin.service.deleteNamed', { name }) }).click();
    return one.getByRole('alertdialog');
  };
  const [mine, theirs] = [await ask(page), await ask(other)];
  const visit = await bookVisit((await newPatient()).id);
  const change = { service: String(service.id), version: visit.version };
  expect((await asAdmin.patch(`/api/appointments/${visit.id}`, { data: change })).ok()).toBe(true);
  for (const dialog of [mine, theirs]) {
    await dialog.getByRole('button', { name: words('common.action.delete'), exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      words('error.stillOpen', { visits: 1, offers: 0, wishes: 0 }),
    );
  }
  await mine.getByRole('link', { name: words('admin.stillOpen.appointments') }).click();
  await expect(page.locator('[data-appointment]')).toHaveCount(1);
  await expect(visitRow(page, visit.id)).toBeVisible();
});
