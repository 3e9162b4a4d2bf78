import type { Page } from '@playwright/test';
import type { Location } from '#shared/contract/locations.ts';
import type { Schedule, ScheduleException } from '#shared/contract/schedules.ts';
import { formatDate, weekdayName } from '#shared/domain/format-time.ts';
import { newBranch } from '../branches.ts';
import { daysAhead } from '../clock.ts';
import { expect, test, toast } from '../fixtures.ts';
import { bookAsStaff, chooseCalendarDay, openCalendar, readVisit } from '../visits.ts';
import { say } from '../words.ts';

const tab = '/admin/dashboard?tab=locations';
const cardOf = (page: Page, name: string) =>
  page.locator('main li', { has: page.getByRole('heading', { name, exact: true }) });

/** A picture of 2 × 2 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGPY6p4VpRzAsLNRx78qHQAiMwTKNEm6/wAAAABJRU5ErkJggg==',
  'base64',
);

test('an admin adds a branch in both languages with a picture, and archives it', async ({
  page,
  lang,
  login,
  axe,
}) => {
  const name = `Zamalek ${Date.now().toString(36)}`;
  const nameAr = `الزمالك ${Date.now().toString(36)}`;
  await login(page, 'admin');
  await page.goto(tab);
  await page.getByRole('button', { name: say(lang, 'admin.locations.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say(lang, 'admin.locations.save') }).click();
  await expect(dialog).toContainText(say(lang, 'validation.required'));
  await dialog.getByLabel(say(lang, 'admin.locations.name')).fill(name);
  await dialog.getByLabel(say(lang, 'admin.locations.nameAr')).fill(nameAr);
  await dialog.getByLabel(say(lang, 'admin.locations.address'), { exact: true }).fill('26 July Street');
  await dialog.getByLabel(say(lang, 'admin.locations.rooms')).fill('3');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'branch.png', mimeType: 'image/png', buffer: picture });
  await expect(dialog.locator('img')).toBeVisible();
  await axe(page);
  await dialog.getByRole('button', { name: say(lang, 'admin.locations.save') }).click();
  await expect(toast(page, say(lang, 'admin.locations.savedTitle'))).toBeVisible();

  const shown = lang === 'ar' ? nameAr : name;
  const card = cardOf(page, shown);
  await expect(card).toContainText(say(lang, 'admin.locations.roomCount', { n: 3 }));
  await card.getByRole('button').last().click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say(lang, 'admin.locations.deleteText'));
  await question.getByRole('button', { name: say(lang, 'admin.locations.deleteButton') }).click();
  await expect(card).toHaveCount(0);
});

test('a branch with upcoming appointments is closed from a date, its patients get offers, and it is deleted', async ({
  page,
  other,
  baseURL,
  lang,
  at,
  login,
  newPatientOfDesk,
  bookVisit,
  asAdmin,
  keptMessage,
  axe,
}) => {
  const name = `Agouza ${Date.now().toString(36)}`;
  const branch = await newBranch(asAdmin, { name, nameAr: name }, ['15:00', '19:00']);
  const { id, email } = await newPatientOfDesk();
  const visit = await bookVisit(id, branch.id);
  const wish = { userId: id, locationIds: [branch.id], serviceId: 2, parts: [] };
  const days = { fromDate: daysAhead(3), toDate: daysAhead(9) };
  expect((await asAdmin.post('/api/offers/wishes', { data: { ...wish, ...days } })).status()).toBe(201);
  await login(page, 'admin');
  const question = page.getByRole('alertdialog');
  const remove = async () => {
    await page.goto(tab);
    await cardOf(page, name).getByRole('button').last().click();
    await question.getByRole('button', { name: say(lang, 'admin.locations.deleteButton') }).click();
  };
  await test.step('deleting is rejected with the number and leads to the closing', async () => {
    await remove();
    await expect(question.getByRole('alert')).toContainText(
      say(lang, 'error.hasFutureAppointments', { n: 1 }),
    );
    const list = question.getByRole('link', { name: say(lang, 'admin.stillOpen.appointments') });
    expect(await list.getAttribute('href')).toContain(`location=${branch.id}`);
    await question.getByRole('button', { name: say(lang, 'admin.closing.start') }).click();
    const dialog = page.getByRole('dialog');
    // From today on, so that no day is left at this branch.
    const closedFrom = dialog.getByLabel(say(lang, 'admin.locations.closedFrom'));
    await expect(closedFrom).toBeFocused();
    await expect(closedFrom).toHaveValue(daysAhead(1));
    await closedFrom.fill(daysAhead(0));
    await expect(dialog.locator(`[data-displaced="${visit.id}"]`)).toBeVisible();
    await expect(dialog).toContainText(say(lang, 'plans.alsoClosed', { n: 1 }));
    await axe(page);
    await dialog.getByRole('button', { name: say(lang, 'plans.save.offer') }).click();
    await expect(page).toHaveURL(/\/clinic\/disruptions\/\d+$/);
    await expect(page.locator(`[data-displaced="${visit.id}"][data-state="open"]`)).toBeVisible();
    await page.goto(tab);
    const day = formatDate(lang, daysAhead(0));
    await expect(cardOf(page, name)).toContainText(say(lang, 'common.locations.closedFrom', { date: day }));
    await remove();
    await expect(question.getByRole('alert')).toContainText(
      say(lang, 'error.hasFutureAppointments', { n: 1 }),
    );
    await expect(question.getByRole('button', { name: say(lang, 'admin.closing.start') })).toHaveCount(0);
  });
  await test.step('visitors see the branch without a link to book there', async () => {
    await other.goto(at('/'));
    // On a phone the card is hidden until the list is expanded.
    const card = other.locator('#locations li', { hasText: name });
    const day = formatDate(lang, daysAhead(0));
    await expect(card).toContainText(say(lang, 'common.locations.closedFrom', { date: day }));
    await expect(card.locator('[data-book-location]')).toHaveCount(0);
    const choices = other.locator('input[name=booking-location]');
    await expect(choices.first()).toBeAttached();
    await expect(choices.and(other.locator(`[value="${branch.id}"]`))).toHaveCount(0);
  });
  await test.step('the patient accepts the time at another branch', async () => {
    expect(await keptMessage(email, 'wishClosed')).not.toBe('');
    const link = (await keptMessage(email, 'offerDisplaced')).match(/\S*\/l\/\S+/)?.[0] ?? '';
    await other.goto(new URL(link, baseURL).pathname);
    await other
      .getByRole('button')
      .filter({ has: other.locator('svg.lucide-check') })
      .click();
    await expect.poll(async () => (await readVisit(asAdmin, visit.id)).locationId).not.toBe(branch.id);
  });
  await test.step('the branch is deleted', async () => {
    await remove();
    await expect(toast(page, say(lang, 'admin.locations.deletedTitle'))).toBeVisible();
    await expect(cardOf(page, name)).toHaveCount(0);
  });
});

test('hours with several shifts, duties and a holiday are saved after a preview of displaced appointments', async ({
  page,
  lang,
  login,
  asAdmin,
  newPatient,
  bookVisit,
  axe,
}) => {
  const branch = await newBranch(asAdmin, { name: `Maadi ${Date.now().toString(36)}`, rooms: 1 });
  await login(page, 'admin');
  await page.goto(tab);
  const open = () => cardOf(page, branch.name).getByRole('button').nth(1).click();
  await open();
  const dialog = page.getByRole('dialog');
  const everyday = [0, 1, 2, 3, 4, 5, 6].map((day) => weekdayName(lang, day));
  for (const day of everyday)
    await dialog.getByRole('switch', { name: say(lang, 'admin.schedule.open', { day }) }).click();
  const sunday = dialog.getByRole('group', { name: everyday[0], exact: true });
  await sunday
    .getByRole('button', { name: say(lang, 'admin.schedule.addShiftDay', { day: everyday[0] ?? '' }) })
    .click();
  await expect(sunday.locator('select')).toHaveCount(4);
  await sunday.locator('select').nth(2).selectOption('18:00:00');
  await expect(sunday).toContainText(say(lang, 'admin.schedule.overlap'));
  await sunday.locator('select').nth(2).selectOption('19:30:00');
  const monday = dialog.getByRole('group', { name: everyday[1], exact: true });
  await monday.locator('select').nth(1).selectOption('');
  await expect(monday.getByRole('status')).toBeVisible();
  await axe(page);
  await dialog.getByRole('tab', { name: say(lang, 'admin.schedule.tab.duty') }).click();
  await dialog.getByLabel(say(lang, 'admin.duty.person')).selectOption({ index: 1 });
  await dialog.getByLabel(say(lang, 'admin.duty.day'), { exact: true }).selectOption('6');
  await dialog.getByRole('button', { name: say(lang, 'admin.duty.add') }).click();
  await dialog.getByRole('button', { name: say(lang, 'admin.schedule.save') }).click();
  await expect(toast(page, say(lang, 'admin.schedule.savedTitle'))).toBeVisible();
  await expect(cardOf(page, branch.name).getByRole('button').nth(1)).toBeFocused();
  const saved = (await (await asAdmin.get(`/api/locations/${branch.id}/schedules`)).json()) as Schedule[];
  expect(saved.filter(({ dayOfWeek }) => dayOfWeek === 0).map(({ startTime }) => startTime)).toEqual([
    '15:00:00',
    '19:30:00',
  ]);
  expect(saved.find(({ dayOfWeek }) => dayOfWeek === 1)?.endTime).toBeNull();
  expect(await (await asAdmin.get(`/api/locations/${branch.id}/duties`)).json()).toHaveLength(1);

  const visit = await bookVisit((await newPatient()).id, branch.id);
  await open();
  await dialog.getByRole('tab', { name: say(lang, 'admin.schedule.tab.exceptions') }).click();
  await dialog.getByRole('button', { name: say(lang, 'admin.exceptions.date'), exact: true }).click();
  await chooseCalendarDay(openCalendar(page), visit.appointmentDate);
  await dialog.getByLabel(say(lang, 'admin.exceptions.reason')).fill('National holiday');
  await dialog.getByRole('button', { name: say(lang, 'admin.exceptions.add'), exact: true }).click();
  await expect(dialog).toContainText(say(lang, 'admin.exceptions.hits', { n: 1 }));
  await expect(dialog).toContainText('Mona Samir');
  await axe(page);
  await expect(dialog.getByLabel(say(lang, 'plans.propose.for', { name: 'Mona Samir' }))).toHaveValue('0');
  await dialog.getByRole('button', { name: say(lang, 'plans.save.offer') }).click();
  await expect(page).toHaveURL(/\/clinic\/disruptions\/\d+$/);
  await expect(page.locator(`[data-displaced="${visit.id}"]`)).not.toHaveAttribute('data-state', 'untold');
  // The toast may still be the one for the hours, so check the saved data.
  const exceptions = async () =>
    (await (await asAdmin.get(`/api/locations/${branch.id}/exceptions`)).json()) as ScheduleException[];
  await expect
    .poll(exceptions)
    .toMatchObject([{ date: visit.appointmentDate, isClosed: true, reason: 'National holiday' }]);
});

test('fewer rooms show the later of two bookings, offer another time and list it', async ({
  page,
  lang,
  login,
  asAdmin,
  newPatient,
  newPatientOfDesk,
  bookVisit,
  keptMessage,
  axe,
}) => {
  const name = `Dokki ${Date.now().toString(36)}`;
  const branch = await newBranch(asAdmin, { name, nameAr: name, rooms: 2 }, ['15:00', '19:00']);
  const later = await newPatientOfDesk();
  const first = await bookVisit((await newPatient()).id, branch.id);
  const second = await bookAsStaff(asAdmin, later.id, first);

  await login(page, 'admin');
  await page.goto(tab);
  await cardOf(page, name).getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say(lang, 'admin.locations.rooms')).fill('1');
  await expect(dialog).toContainText(say(lang, 'admin.exceptions.hits', { n: 1 }));
  await expect(dialog.locator('[data-displaced]')).toHaveCount(1);
  await expect(dialog.locator(`[data-displaced="${second.id}"]`)).toBeVisible();
  await axe(page);
  await dialog.getByRole('button', { name: say(lang, 'plans.save.offer') }).click();
  await expect(page).toHaveURL(/\/clinic\/disruptions\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    say(lang, 'plans.changesAt', { branch: name, changes: say(lang, 'plans.change.rooms') }),
  );
  await expect(page.locator(`[data-displaced="${second.id}"][data-state="open"]`)).toBeVisible();
  await expect(page.locator('[data-displaced]')).toHaveCount(1);
  expect(await keptMessage(later.email, 'offerDisplaced')).toContain('/l/');
  const rooms = (await (await asAdmin.get('/api/locations')).json()) as Location[];
  expect(rooms.find(({ id }) => id === branch.id)?.rooms).toBe(1);
});
