import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Locator, Page, Route } from '@playwright/test';
import type { User } from '#shared/contract/users.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { initialsOf } from '#shared/domain/people/name-match.ts';
import { newBranch } from '../branches.ts';
import { signInByPhone } from '../by-phone.ts';
import { expect, test } from '../fixtures.ts';
import { freeTimes } from '../visits.ts';
import { say } from '../words.ts';

const newPhone = () => `010${String(Math.floor(Math.random() * 90_000_000) + 10_000_000)}`;
const international = (phone: string) => `+2${phone}`;
const bar = (page: Page) => page.locator('.book-bar');
const confirm = (page: Page, lang: Lang) =>
  page.getByRole('button', { name: say(lang, 'booking.confirm'), exact: true });

/** Uses the branch of this test, so that parallel tests do not take each other's times. */
async function chooseVisit(page: Page, branch: number, slot: number) {
  await page.locator(`label:has(input[name=booking-location][value="${branch}"])`).click();
  await page.locator('label:has(input[name=booking-service])').nth(1).click();
  await page.locator('#book button[data-day]').last().click();
  await page.locator('label:has(input[name=booking-time]:enabled)').nth(slot).click();
}

async function myVisits(page: Page) {
  const { user } = (await (await page.request.get('/api/auth/user')).json()) as { user: { id: number } };
  return (await (await page.request.get(`/api/appointments/user/${user.id}`)).json()) as object[];
}

test('a visitor books by name, mobile and code alone, one step at a time', {
  tag: '@both',
}, async ({ page, lang, at, axe, keptMessage }) => {
  await page.setViewportSize(lang === 'en' ? { width: 1366, height: 768 } : { width: 360, height: 640 });
  await page.goto(at('/book'));
  await expect(
    page.getByRole('heading', { name: say(lang, 'booking.loginRequired.title') }),
  ).toBeInViewport();
  const button = bar(page).locator('button:visible');
  const isPhone = lang === 'ar';
  // On a phone the bar at the bottom is empty until there is an action, then at most one line high.
  const oneLine = async () => {
    if (!isPhone) return expect(button).toBeInViewport({ ratio: 0.99 });
    await expect(button).toHaveCount(0);
    expect((await bar(page).boundingBox())?.height ?? 0).toBeLessThan(60);
  };
  await oneLine();
  await page.locator('label:has(input[name=booking-location][value="4"])').click();
  // The first service is preselected, and the days are shown at once.
  await expect(page.locator('input[name=booking-service]').first()).toBeChecked();
  const days = page.locator('#book button[data-day]');
  await expect(days.first()).toBeVisible();
  await oneLine();
  await days.last().click();
  await expect(page.locator('input[name=booking-time]').first()).toBeVisible();
  await oneLine();
  await page.locator('label:has(input[name=booking-time])').first().click();
  await expect(button).toBeInViewport({ ratio: 0.99 });

  // Back goes one step back and keeps the choices.
  await page.goBack();
  await expect(page.locator('#book-time')).toBeVisible();
  await page.goBack();
  await expect(days.first()).toBeVisible();
  await page.goForward();
  await page.goForward();
  await expect(page.locator('#book-who')).toBeVisible();

  const phone = newPhone();
  await page.getByLabel(say(lang, 'booking.who.name'), { exact: true }).fill('Fatma Hassan');
  await page.getByLabel(say(lang, 'booking.who.phone'), { exact: true }).fill(phone);
  await page.reload();
  await expect(page.getByLabel(say(lang, 'booking.who.name'), { exact: true })).toHaveValue('Fatma Hassan');
  await bar(page)
    .getByRole('button', { name: say(lang, 'booking.who.send') })
    .click();
  const code = page.getByLabel(say(lang, 'booking.who.code'), { exact: true });
  await expect(code).toBeFocused();
  await axe(page);
  const [digits = ''] = /\d{6}/.exec(await keptMessage(international(phone), 'code')) ?? [];
  await code.fill(digits);
  await confirm(page, lang).click();
  const panel = page.locator('[data-booked]');
  await expect(panel.getByRole('heading', { name: say(lang, 'booking.booked.held') })).toBeFocused();
  await expect(panel).toContainText(say(lang, 'booking.booked.toldApp'));
  await axe(page);
  expect(await myVisits(page)).toEqual([expect.objectContaining({ status: 'pending', locationId: 4 })]);
});

/** Counts the user's own taps on all pages of this tab; typing does not count. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const onTap = ({ isTrusted }: Event) => {
      if (isTrusted) sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1));
    };
    addEventListener('pointerdown', onTap, { capture: true });
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem('taps')));
}

test('from the landing page a new visitor books with 8 taps, a signed-in patient with 5', {
  tag: '@phone',
}, async ({ page, other, lang, at, words, login, newPatient, keptMessage }) => {
  const branch = 8;
  const chooseTime = async (tab: Page) => {
    await tab.setViewportSize({ width: 360, height: 640 });
    await tab.goto(at('/'));
    // The welcome screen closes without a tap.
    await expect(tab.locator('.splash')).toBeHidden();
    await tab.locator('main a[href="#book"]:visible').first().click();
    await tab.locator(`label:has(input[name=booking-location][value="${branch}"])`).click();
    await tab.locator('#book button[data-day]').nth(1).click();
    await tab.locator('label:has(input[name=booking-time]:enabled)').last().click();
  };
  const visitorTaps = await countTaps(page);
  await chooseTime(page);
  const phone = newPhone();
  await page.getByLabel(words('booking.who.name'), { exact: true }).click();
  await page.keyboard.type('Fatma Hassan');
  await page.getByLabel(words('booking.who.phone'), { exact: true }).click();
  await page.keyboard.type(phone);
  await bar(page)
    .getByRole('button', { name: words('booking.who.send') })
    .click();
  await expect(page.getByLabel(words('booking.who.code'), { exact: true })).toBeFocused();
  const [digits = ''] = /\d{6}/.exec(await keptMessage(international(phone), 'code')) ?? [];
  await page.keyboard.type(digits);
  await confirm(page, lang).click();
  await expect(page.locator('[data-booked]')).toBeVisible();
  expect(await visitorTaps()).toBe(8);

  const mona = await newPatient();
  await login(other, mona.username, mona.password);
  const patientTaps = await countTaps(other);
  await chooseTime(other);
  await confirm(other, lang).click();
  await expect(other.locator('[data-booked]')).toBeVisible();
  expect(await patientTaps()).toBe(5);
});

test('a service chosen on its card stays chosen after choosing a branch', async ({ page, lang, at }) => {
  await page.goto(at('/'));
  await page.keyboard.press('Escape');
  await page.locator('a[data-book-service]').nth(2).click();
  const name = (await page.locator('a[data-book-service] h3').nth(2).textContent()) ?? '';
  await expect(bar(page)).toContainText(name);
  await page.locator('label:has(input[name=booking-location][value="5"])').click();
  const chosen = page.locator('input[name=booking-service]:checked');
  await expect(chosen).toHaveValue(
    (await page.locator('a[data-book-service]').nth(2).getAttribute('data-book-service')) ?? '',
  );
  await expect(page.locator('#book button[data-day]').first()).toBeVisible();
  await expect(page.locator('[data-step=book-service]')).toContainText(say(lang, 'booking.step.change'));
});

/** The server handles the request, but its reply is lost: once. */
async function loseOneAnswer(page: Page, path: string) {
  const lost = { yes: false };
  await page.route(path, async (route: Route) => {
    if (lost.yes || route.request().method() === 'GET') return route.fallback();
    lost.yes = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
  return lost;
}

test.describe('a lost answer', () => {
  test.use({ losesAnswers: true });
  for (const [index, path] of [
    '**/api/auth/phone/request-otp',
    '**/api/auth/phone/verify',
    '**/api/appointments',
  ].entries()) {
    test(`of ${path} leaves one appointment, and the visitor knows of it`, async ({
      page,
      lang,
      at,
      keptMessage,
    }) => {
      const lost = await loseOneAnswer(page, path);
      await page.goto(at('/book'));
      await chooseVisit(page, lang === 'en' ? 7 : 8, index);
      const phone = newPhone();
      await page.getByLabel(say(lang, 'booking.who.name'), { exact: true }).fill('Fatma Hassan');
      await page.getByLabel(say(lang, 'booking.who.phone'), { exact: true }).fill(phone);
      await bar(page)
        .getByRole('button', { name: say(lang, 'booking.who.send') })
        .click();
      const code = page.getByLabel(say(lang, 'booking.who.code'), { exact: true });
      await expect(code).toBeVisible();
      const [digits = ''] = /\d{6}/.exec(await keptMessage(international(phone), 'code')) ?? [];
      await code.fill(digits);
      await confirm(page, lang).click();
      await expect(page.locator('[data-booked]')).toBeVisible();
      expect(lost.yes).toBe(true);
      expect(await myVisits(page)).toHaveLength(1);
    });
  }

  test('is resolved after the page was left and opened again', { tag: '@phone' }, async ({
    page,
    lang,
    at,
    newPatient,
    login,
  }) => {
    const mona = await newPatient();
    await login(page, mona.username, mona.password);
    await page.goto(at('/book'));
    await chooseVisit(page, 2, lang === 'en' ? 0 : 1);
    await page.route('**/api/appointments/attempts', (route) => route.abort('connectionreset'));
    await loseOneAnswer(page, '**/api/appointments');
    await confirm(page, lang).click();
    await expect(bar(page)).toContainText(say(lang, 'booking.waiting.unsure'));
    await page.unrouteAll();
    await page.reload();
    await expect(page.locator('[data-booked]')).toContainText(say(lang, 'booking.waiting.earlier'));
    expect(await myVisits(page)).toHaveLength(1);
  });
});

test('a booking works by keyboard alone in forced colours', { tag: '@both' }, async ({
  page,
  lang,
  at,
  newPatient,
  login,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const mona = await newPatient();
  await login(page, mona.username, mona.password);
  await page.goto(at('/book'));
  await expect(bar(page)).toContainText('Mona Samir');
  const location = page.locator('input[name=booking-location]').first();
  await location.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#book-location')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('#book-service')).toBeFocused();
  await page.keyboard.press('Tab');
  const free = page.locator('#book button[data-day]');
  await expect(free.first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(free.first()).toBeFocused();
  await page.locator('[data-show-calendar]').focus();
  await page.keyboard.press('Enter');
  const day = page.locator('.cal-free button').first();
  await expect(day).toBeVisible();
  const bars = await day.evaluate((cell) => getComputedStyle(cell, '::after').backgroundColor);
  expect(bars).not.toBe('rgba(0, 0, 0, 0)');
  await day.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#book-time')).toBeFocused();
  await expect(page.locator('input[name=booking-time]').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const time = page.locator('label:has(input[name=booking-time]:checked)');
  const other = page.locator('label:has(input[name=booking-time]:not(:checked):enabled)').first();
  const groundOf = (label: typeof time) => label.evaluate((box) => getComputedStyle(box).backgroundColor);
  // The background changes with a short transition.
  await expect.poll(async () => (await groundOf(time)) === (await groundOf(other))).toBe(false);
  await page.keyboard.press('Enter');
  await expect(page.locator('#book-who')).toBeFocused();
  await confirm(page, lang).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-booked] h1:focus')).toBeVisible();
});

/** A typed name beside the number of another person's account: one question, and no input is lost. */
const [mother, daughter] = ['Mother One', 'Daughter Two'];

interface Who {
  phone: string;
  keptMessage(address: string, template: string): Promise<string>;
}

async function motherBy(
  playwright: { request: { newContext(options: object): Promise<APIRequestContext> } },
  { phone, origin, keptMessage }: Who & { origin: string },
): Promise<string> {
  const api = await playwright.request.newContext({ baseURL: origin });
  await signInByPhone(api, { phone, name: mother, origin, keptMessage });
  await api.dispose();
  return keptMessage(`+2${phone}`, 'code');
}

/** Enters the code that was sent after `before`. */
async function enterCode(within: Locator, who: Who & { lang: Lang; before: string }) {
  const code = within.getByLabel(say(who.lang, 'booking.who.code'), { exact: true });
  await expect(code).toBeVisible();
  const newest = () => who.keptMessage(`+2${who.phone}`, 'code');
  await expect.poll(newest).not.toBe(who.before);
  const [digits = ''] = /\d{6}/.exec(await newest()) ?? [];
  await code.fill(digits);
}

const account = async (page: Page): Promise<User> =>
  ((await (await page.request.get('/api/auth/user')).json()) as { user: User }).user;
const visitsOf = async (page: Page, id: number) =>
  (await (await page.request.get(`/api/appointments/user/${id}`)).json()) as object[];

test('a booking asks for whom it is, also after a reload, and books for the typed name', async ({
  page,
  lang,
  at,
  axe,
  words,
  playwright,
  baseURL,
  keptMessage,
}) => {
  const phone = newPhone();
  const before = await motherBy(playwright, { phone, origin: baseURL ?? '', keptMessage });
  await page.goto(at('/book'));
  await page.locator('label:has(input[name=booking-location][value="7"])').click();
  await page.locator('#book button[data-day]').last().click();
  await page.locator('label:has(input[name=booking-time]:enabled)').last().click();
  await page.getByLabel(words('booking.who.name'), { exact: true }).fill(daughter);
  await page.getByLabel(words('booking.who.phone'), { exact: true }).fill(phone);
  const bar = page.locator('.book-bar');
  await bar.getByRole('button', { name: words('booking.who.send') }).click();
  // A stranger must not learn who owns the number.
  await expect(page.getByText(mother)).toHaveCount(0);
  await enterCode(page.locator('#book'), { lang, phone, before, keptMessage });
  await page.getByRole('button', { name: words('booking.confirm'), exact: true }).click();

  const question = page.getByRole('dialog', { name: words('booking.step.whose') });
  await expect(question).toContainText(initialsOf(mother));
  await expect(question).toContainText(daughter);
  await expect(question).not.toContainText(mother);
  await axe(page);
  const { id } = await account(page);
  expect(await visitsOf(page, id)).toEqual([]);
  await page.reload();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words('booking.confirm'), exact: true }).click();
  await question.getByRole('button', { name: words('booking.whose.typed', { name: daughter }) }).click();
  await expect(page.locator('[data-booked]')).toBeVisible();
  const { caresFor, name } = await account(page);
  expect(name).toBe(mother);
  expect(caresFor).toMatchObject([{ name: daughter }]);
  expect(await visitsOf(page, id)).toEqual([]);
  expect(await visitsOf(page, caresFor[0]?.id ?? 0)).toHaveLength(1);
});

test('a booking with the phone of several patients asks about a name that none of them has', async ({
  page,
  lang,
  at,
  axe,
  words,
  keptMessage,
  asAdmin,
}) => {
  const [phone, name] = [newPhone(), 'Nada Unknown'];
  for (const other of [mother, daughter])
    expect((await asAdmin.post('/api/patients', { data: { name: other, phone } })).status()).toBe(201);
  await page.goto(at('/book'));
  await page.locator('label:has(input[name=booking-location][value="7"])').click();
  await page.locator('#book button[data-day]').last().click();
  await page.locator('label:has(input[name=booking-time]:enabled)').last().click();
  const typed = page.getByLabel(words('booking.who.name'), { exact: true });
  await typed.fill('Nadda Unknown');
  await page.getByLabel(words('booking.who.phone'), { exact: true }).fill(phone);
  await bar(page)
    .getByRole('button', { name: words('booking.who.send') })
    .click();
  await expect(page.getByText(words('account.phone.nameUnknown'))).toHaveCount(0);
  await enterCode(page.locator('#book'), { lang, phone, before: '', keptMessage });
  await confirm(page, lang).click();
  await expect(typed).toBeFocused();
  await expect(typed).toHaveAccessibleDescription(words('account.phone.nameUnknown'));
  await axe(page);
  // The same code serves for the corrected name.
  await typed.fill(name);
  await confirm(page, lang).click();
  await expect(typed).toBeFocused();
  await page.getByRole('button', { name: words('booking.who.newPatient', { name }) }).click();
  await expect(page.locator('[data-booked]')).toBeVisible();
  const user = await account(page);
  expect(user.name).toBe(name);
  expect(await visitsOf(page, user.id)).toHaveLength(1);
});

test('a visitor who books for somebody else is asked whether the account with another name is hers', async ({
  page,
  lang,
  at,
  axe,
  words,
  playwright,
  baseURL,
  keptMessage,
  asAdmin,
}) => {
  const [phone, typed, patient] = [newPhone(), 'Karim Adel', 'Lina Adel'];
  const origin = baseURL ?? '';
  const api = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  await signInByPhone(api, { phone, name: mother, origin, keptMessage });
  const { user } = (await (await api.get('/api/auth/user')).json()) as { user: User };
  await api.post(`/api/patients/${user.id}/family`, { data: { name: patient, relation: 'daughter' } });
  const { caresFor } = ((await (await api.get('/api/auth/user')).json()) as { user: User }).user;
  const patientId = caresFor[0]?.id ?? 0;
  await api.dispose();

  const { id: locationId } = await newBranch(asAdmin, { name: `Open ${randomBytes(3).toString('hex')}` }, [
    '15:00',
    '19:00',
  ]);
  await page.goto(at('/book'));
  await page.locator(`label:has(input[name=booking-location][value="${locationId}"])`).click();
  const day = page.locator('#book button[data-day]').last();
  const appointmentDate = (await day.getAttribute('data-day')) ?? '';
  await day.click();
  await page.locator('label:has(input[name=booking-time]:enabled)').last().click();
  // Another appointment of the patient on that day: she sees it before she books.
  const [appointmentTime] = await freeTimes(asAdmin, locationId, appointmentDate);
  const data = { userId: patientId, locationId, service: '1', appointmentDate, appointmentTime };
  expect((await asAdmin.post('/api/appointments', { data })).status()).toBe(201);
  await page.locator('label:has(input[name=booking-for][value=other])').click();
  await page.getByLabel(words('booking.who.patient'), { exact: true }).fill(patient);
  await page.getByLabel(words('booking.who.name'), { exact: true }).fill(typed);
  await page.getByLabel(words('booking.who.phone'), { exact: true }).fill(phone);
  const before = await keptMessage(international(phone), 'code');
  await bar(page)
    .getByRole('button', { name: words('booking.who.send') })
    .click();
  await enterCode(page.locator('#book'), { lang, phone, before, keptMessage });
  await confirm(page, lang).click();

  const question = page.getByRole('dialog', { name: words('booking.whose.accountTitle') });
  await expect(question).toContainText(initialsOf(mother));
  await expect(question).toContainText(typed);
  await expect(question).not.toContainText(mother);
  await axe(page);
  await question.getByRole('button', { name: words('booking.whose.otherAccount') }).click();
  await expect(question).toHaveCount(0);
  expect(await visitsOf(page, patientId)).toHaveLength(1);
  await confirm(page, lang).click();
  await question.getByRole('button', { name: words('booking.whose.thisAccount', { name: patient }) }).click();
  await expect(bar(page)).toContainText(patient);
  expect(await visitsOf(page, patientId)).toHaveLength(1);
  await confirm(page, lang).click();
  await expect(page.locator('[data-booked]')).toBeVisible();
  expect(await visitsOf(page, patientId)).toHaveLength(2);
  expect(await visitsOf(page, user.id)).toEqual([]);
});

test('the waiting list asks a user who signs in by phone the same', async ({
  page,
  lang,
  at,
  words,
  playwright,
  baseURL,
  keptMessage,
  asAdmin,
}) => {
  const phone = newPhone();
  const before = await motherBy(playwright, { phone, origin: baseURL ?? '', keptMessage });
  const { id: branch } = await newBranch(asAdmin, { name: `Full ${randomBytes(3).toString('hex')}` });
  await page.goto(at('/book'));
  await page.locator(`label:has(input[name=booking-location][value="${branch}"])`).click();
  await page.getByRole('button', { name: words('booking.none.wait') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words('offer.join.submit') }).click();
  await dialog.getByLabel(words('booking.who.name'), { exact: true }).fill(daughter);
  await dialog.getByLabel(words('booking.who.phone'), { exact: true }).fill(phone);
  await dialog
    .getByRole('button', { name: words('booking.who.send') })
    .last()
    .click();
  await enterCode(dialog, { lang, phone, before, keptMessage });
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: words('booking.step.whose') });
  await expect(question).toContainText(initialsOf(mother));
  await question.getByRole('button', { name: words('booking.whose.typed', { name: daughter }) }).click();
  await expect(page.getByRole('dialog', { name: words('offer.join.done') })).toBeVisible();
  const { id, caresFor } = await account(page);
  const wishesOf = async (userId: number) =>
    (await (await asAdmin.get(`/api/offers/waiting?userId=${userId}`)).json()) as object[];
  expect(await wishesOf(id)).toEqual([]);
  expect(await wishesOf(caresFor[0]?.id ?? 0)).toHaveLength(1);
});
