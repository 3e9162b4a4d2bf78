import type { Page } from '@playwright/test';
import { formatVisit } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { expect, test, toast } from '../fixtures.ts';
import { chooseCalendarDay, freeDay } from '../visits.ts';
import { say } from '../words.ts';

const password = 'lotus-and-arch-71';
const newName = (lang: Lang) => `nour-${lang}-${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`;

const locationCard = (page: Page, id: number) => page.locator(`input[name=booking-location][value="${id}"]`);
const timeCard = (page: Page, time: string) =>
  page.locator('label', { has: page.locator(`input[name=booking-time][value="${time}"]`) });
const confirmButton = (page: Page, lang: Lang) =>
  page.getByRole('button', { name: say(lang, 'booking.confirm'), exact: true });

test('a visitor chooses, registers, logs in, loses the time to another patient, and books another', {
  tag: '@both',
}, async ({ page, lang, at, axe, asAdmin }) => {
  // The page gets no event that the time is taken: the server refuses it.
  const silence = { contentType: 'text/event-stream', body: 'retry: 600000\n\n' };
  await page.route('**/api/events/times?*', (route) => route.fulfill(silence));
  await page.goto(at('/'));
  await page.keyboard.press('Escape');
  await expect(page.locator('.splash')).toBeHidden();
  await axe(page);

  const branch = 2;
  const day = await freeDay(page.request, branch, 30);
  await page.locator(`a[data-book-location="${branch}"]`).click();
  await expect(locationCard(page, branch)).toBeChecked();
  await expect(page.locator('input[name=booking-service]').first()).toBeChecked();
  await expect(page.locator('#book')).toContainText(say(lang, 'booking.service.minutes', { n: 20 }));

  await chooseCalendarDay(page.locator('#book'), day);
  const times = page.locator('input[name=booking-time]');
  await expect(times.first()).toBeVisible();
  const [first, second] = [await times.nth(0).inputValue(), await times.nth(1).inputValue()];
  await expect(confirmButton(page, lang).and(page.locator(':enabled'))).toHaveCount(0);
  await timeCard(page, first).click();
  await expect(page.getByRole('heading', { name: say(lang, 'booking.loginRequired.title') })).toBeVisible();
  await axe(page);
  await page
    .locator('#book')
    .getByRole('button', { name: say(lang, 'booking.loginRequired.button') })
    .click();

  const username = newName(lang);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: say(lang, 'account.tab.register'), exact: true }).click();
  await dialog.getByLabel(say(lang, 'account.register.username'), { exact: true }).fill(username);
  await dialog.getByLabel(say(lang, 'account.register.password'), { exact: true }).fill(password);
  await dialog.getByRole('button', { name: say(lang, 'account.register.submit') }).click();
  await expect(toast(page, say(lang, 'account.register.successTitle'))).toBeVisible();
  await dialog.getByLabel(say(lang, 'account.login.username'), { exact: true }).fill(username);
  await dialog.getByLabel(say(lang, 'account.login.password'), { exact: true }).fill(password);
  await dialog.getByRole('button', { name: say(lang, 'account.login.submit'), exact: true }).click();
  await expect(dialog).toBeHidden();

  await expect(confirmButton(page, lang)).toBeEnabled();
  await expect(page.getByRole('heading', { name: say(lang, 'booking.loginRequired.title') })).toBeHidden();
  await expect(page.locator(`input[name=booking-time][value="${first}"]`)).toBeChecked();

  const patients = (await (await asAdmin.get('/api/users?role=patient&limit=1')).json()) as { id: number }[];
  const body = {
    userId: patients[0]?.id,
    locationId: branch,
    appointmentDate: day,
    appointmentTime: first,
    service: '1',
  };
  expect((await asAdmin.post('/api/appointments', { data: body })).status()).toBe(201);

  await confirmButton(page, lang).click();
  await expect(toast(page, say(lang, 'booking.failed.title'))).toContainText(say(lang, 'error.slotTaken'));
  await expect(page.locator(`input[name=booking-time][value="${first}"]`)).toBeDisabled();
  await expect(page.locator('#book')).toContainText(say(lang, 'booking.time.taken'));
  await expect(locationCard(page, branch)).toBeChecked();
  await expect(confirmButton(page, lang).and(page.locator(':enabled'))).toHaveCount(0);

  await timeCard(page, second).click();
  await confirmButton(page, lang).click();
  // The account has no contact.
  await expect(toast(page, say(lang, 'booking.success.title'))).toContainText(
    say(lang, 'booking.success.unreached'),
  );
  const panel = page.locator('#book [data-booked]');
  await expect(panel).toContainText(formatVisit(lang, day, second));
  await expect(panel.getByRole('heading', { name: say(lang, 'booking.booked.held') })).toBeFocused();
  await expect(panel.getByRole('link', { name: say(lang, 'booking.success.view') })).toHaveAttribute(
    'href',
    '/profile?tab=appointments',
  );
  await expect(confirmButton(page, lang)).toBeHidden();
  await axe(page);
  await panel.getByRole('button', { name: say(lang, 'booking.success.another') }).click();
  await expect(page.locator('input[name=booking-time]:checked')).toHaveCount(0);
  await expect(page.locator(`input[name=booking-time][value="${second}"]`)).toHaveCount(0);

  const { user } = (await (await page.request.get('/api/auth/user')).json()) as { user: { id: number } };
  const mine = (await (await page.request.get(`/api/appointments/user/${user.id}`)).json()) as object[];
  expect(mine).toEqual([
    expect.objectContaining({
      locationId: branch,
      appointmentDate: day,
      appointmentTime: second,
      status: 'pending',
    }),
  ]);
});

test('a day without free times says so and offers the next free one', async ({
  page,
  lang,
  at,
  axe,
  asAdmin,
  login,
}) => {
  const branch = lang === 'en' ? 5 : 7;
  // So far ahead that no parallel test has an appointment then.
  const full = await freeDay(asAdmin, branch, 45);
  const before = (await (await asAdmin.get(`/api/locations/${branch}/exceptions`)).json()) as {
    date: string;
  }[];
  const short = { date: full, isClosed: false, startTime: '21:00', endTime: '21:20' };
  const saved = await asAdmin.put(`/api/locations/${branch}/exceptions`, {
    data: [...before.filter(({ date }) => date !== full), short],
  });
  expect(saved.status()).toBe(200);
  const patients = (await (await asAdmin.get('/api/users?role=patient&limit=2')).json()) as { id: number }[];
  const body = {
    userId: patients[1]?.id,
    locationId: branch,
    appointmentDate: full,
    appointmentTime: '21:00',
    service: '1',
  };
  expect((await asAdmin.post('/api/appointments', { data: body })).status()).toBe(201);

  await login(page, 'patient');
  await page.goto(at('/book'));
  await page.locator('label', { has: locationCard(page, branch) }).click();
  await chooseCalendarDay(page.locator('#book'), full);
  await expect(page.getByText(say(lang, 'booking.none.title'))).toBeVisible();
  await expect(page.getByText(say(lang, 'booking.none.text'))).toBeVisible();
  await axe(page);
  const [wayOn] = say(lang, 'booking.none.nextFree').split('{');
  await page.getByRole('button', { name: wayOn?.trim() }).click();
  await expect(page.locator('input[name=booking-time]').first()).toBeVisible();
});

test('a user who is not a patient is told so and where to ask', async ({ page, lang, at, axe, login }) => {
  await login(page, 'doctor');
  await page.goto(at('/book'));
  const role = say(lang, 'role.sentence.doctor');
  await expect(page.getByRole('heading', { name: say(lang, 'booking.notAvailable.title') })).toBeVisible();
  await expect(page.getByText(say(lang, 'booking.notAvailable.text', { role }))).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: say(lang, 'booking.notAvailable.button') }).click();
  await expect(page).toHaveURL(/#contact$/);
});
