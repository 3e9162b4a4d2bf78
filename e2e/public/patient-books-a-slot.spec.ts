import type { APIRequestContext, Page } from '@playwright/test';
import { formatVisit } from '#shared/domain/time-words.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { daysAhead } from '../clock.ts';
import { expect, test } from '../fixtures.ts';

type Lang = 'en' | 'ar';
interface Day {
  date: string;
  open: boolean;
  free: number;
}

const password = 'lotus-and-arch-71';
const newName = (lang: Lang) => `nour-${lang}-${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`;

async function freeDays(request: APIRequestContext, location: number): Promise<Day[]> {
  const answer = await request.get(
    `/api/locations/${location}/availability?from=${daysAhead(0)}&to=${daysAhead(59)}&service=1`,
  );
  return ((await answer.json()) as { days: Day[] }).days.filter(({ free }) => free > 3);
}

/** A session apart from the page's: somebody else in the clinic. */
async function someoneElse(page: Page, origin: string, username: string): Promise<APIRequestContext> {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const context = await browser.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const signedIn = await context.request.post('/api/auth/login', {
    data: { username, password: 'demo-clinic' },
  });
  expect(signedIn.status()).toBe(200);
  return context.request;
}

/** Shows the month of a day in the calendar, then chooses the day. */
async function chooseDay(page: Page, lang: Lang, date: string) {
  const day = page.locator(`#book td[data-day="${date}"] button`);
  const next = page.getByRole('button', { name: say(lang, 'common.time.nextMonth') });
  await expect(page.locator('#book .cal-grid')).toBeVisible();
  for (let turn = 0; turn < 3 && !(await day.isVisible()); turn += 1) await next.click();
  await day.click();
}

const toast = (page: Page, title: string) => page.locator('.toast', { hasText: title });
const locationCard = (page: Page, id: number) => page.locator(`input[name=booking-location][value="${id}"]`);
const timeCard = (page: Page, time: string) =>
  page.locator('label', { has: page.locator(`input[name=booking-time][value="${time}"]`) });
const confirmButton = (page: Page, lang: Lang) =>
  page.getByRole('button', { name: say(lang, 'booking.confirm'), exact: true });

test('a visitor chooses, registers, logs in, loses a time to someone quicker, and books another', async ({
  page,
  lang,
  at,
  axe,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  await page.goto(at('/'));
  await page.keyboard.press('Escape');
  await expect(page.locator('.splash')).toBeHidden();
  await axe(page);

  const branch = lang === 'en' ? 2 : 3;
  const [day] = await freeDays(page.request, branch);
  if (!day) throw new Error('no free day');
  await page.locator(`a[data-book-location="${branch}"]`).click();
  await expect(locationCard(page, branch)).toBeChecked();
  await expect(page.locator('input[name=booking-service]').first()).toBeChecked();
  await expect(page.locator('#book')).toContainText(say(lang, 'booking.service.minutes', { n: 20 }));

  await chooseDay(page, lang, day.date);
  const times = page.locator('input[name=booking-time]');
  await expect(times.first()).toBeVisible();
  const [first, second] = [await times.nth(0).inputValue(), await times.nth(1).inputValue()];
  await expect(confirmButton(page, lang)).toBeDisabled();
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

  const quicker = await someoneElse(page, origin, 'admin');
  const patients = (await (await quicker.get('/api/users?limit=1')).json()) as { id: number }[];
  const body = {
    userId: patients[0]?.id,
    locationId: branch,
    appointmentDate: day.date,
    appointmentTime: first,
    service: '1',
  };
  expect((await quicker.post('/api/appointments', { data: body })).status()).toBe(201);

  await confirmButton(page, lang).click();
  await expect(toast(page, say(lang, 'booking.failed.title'))).toContainText(say(lang, 'error.slotTaken'));
  await expect(page.locator(`input[name=booking-time][value="${first}"]`)).toBeDisabled();
  await expect(page.locator('#book')).toContainText(say(lang, 'booking.time.taken'));
  await expect(locationCard(page, branch)).toBeChecked();
  await expect(confirmButton(page, lang)).toBeDisabled();

  await timeCard(page, second).click();
  await confirmButton(page, lang).click();
  await expect(toast(page, say(lang, 'booking.success.title'))).toContainText(
    say(lang, 'booking.success.text'),
  );
  const panel = page.locator('#book [data-booked]');
  await expect(panel).toContainText(formatVisit(lang, day.date, second));
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
      appointmentDate: day.date,
      appointmentTime: second,
      status: 'pending',
    }),
  ]);
});

test('a day without free times says so and shows the way to the next free one', async ({
  page,
  lang,
  at,
  axe,
  baseURL,
  login,
}) => {
  const branch = lang === 'en' ? 6 : 7;
  const staff = await someoneElse(page, baseURL ?? '', 'admin');
  const [full, next] = await freeDays(staff, branch);
  if (!full || !next) throw new Error('no free days');
  const before = (await (await staff.get(`/api/locations/${branch}/exceptions`)).json()) as {
    date: string;
  }[];
  const short = { date: full.date, isClosed: false, startTime: '21:00', endTime: '21:20' };
  const saved = await staff.put(`/api/locations/${branch}/exceptions`, {
    data: [...before.filter(({ date }) => date !== full.date), short],
  });
  expect(saved.status()).toBe(200);
  const patients = (await (await staff.get('/api/users?limit=2')).json()) as { id: number }[];
  const body = {
    userId: patients[1]?.id,
    locationId: branch,
    appointmentDate: full.date,
    appointmentTime: '21:00',
    service: '1',
  };
  expect((await staff.post('/api/appointments', { data: body })).status()).toBe(201);

  await login(page, 'patient');
  await page.goto(at('/book'));
  await page.locator('label', { has: locationCard(page, branch) }).click();
  const step = say(lang, 'booking.step.date');
  await page.getByRole('button', { name: say(lang, 'booking.next', { step }) }).click();
  await chooseDay(page, lang, full.date);
  await expect(page.getByText(say(lang, 'booking.none.title'))).toBeVisible();
  await expect(page.getByText(say(lang, 'booking.none.text'))).toBeVisible();
  await axe(page);
  const [wayOn] = say(lang, 'booking.none.nextFree').split('{');
  await page.getByRole('button', { name: wayOn?.trim() }).click();
  await expect(page.locator('input[name=booking-time]').first()).toBeVisible();
});

test('who is not a patient is told so and shown where to ask', async ({ page, lang, at, axe, login }) => {
  await login(page, 'doctor');
  await page.goto(at('/book'));
  const role = say(lang, 'role.sentence.doctor');
  await expect(page.getByRole('heading', { name: say(lang, 'booking.notAvailable.title') })).toBeVisible();
  await expect(page.getByText(say(lang, 'booking.notAvailable.text', { role }))).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: say(lang, 'booking.notAvailable.button') }).click();
  await expect(page).toHaveURL(/#contact$/);
});
