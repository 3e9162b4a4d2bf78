import { randomBytes, randomInt } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { User } from '#shared/contract/users.ts';
import { initialsOf } from '#shared/domain/people/other-name.ts';
import { newBranch } from '../branches.ts';
import { byPhone } from '../by-phone.ts';
import { expect, test } from '../fixtures.ts';
import { say } from '../words.ts';

/** A typed name beside the number of an account of another name: one question, and nothing typed is lost. */
const [mother, daughter] = ['Mother One', 'Daughter Two'];
const newPhone = () => `010${String(randomInt(1e8)).padStart(8, '0')}`;

interface Who {
  phone: string;
  keptMessage(address: string, template: string): Promise<string>;
}

async function motherBy(
  playwright: { request: { newContext(options: object): Promise<APIRequestContext> } },
  { phone, origin, keptMessage }: Who & { origin: string },
): Promise<string> {
  const api = await playwright.request.newContext({ baseURL: origin });
  await byPhone(api, { phone, name: mother, origin, keptMessage });
  await api.dispose();
  return keptMessage(`+2${phone}`, 'code');
}

/** Types the code that came after `before`. */
async function enterCode(within: Locator, who: Who & { lang: 'en' | 'ar'; before: string }) {
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

test('a booking asks whom it is for, also after a reload, and books for the typed name', {
  tag: '@both',
}, async ({ page, lang, at, axe, words, playwright, baseURL, keptMessage }) => {
  const phone = newPhone();
  const before = await motherBy(playwright, { phone, origin: baseURL ?? '', keptMessage });
  await page.goto(at('/book'));
  await page.locator('label:has(input[name=booking-location][value="3"])').click();
  await page.locator('#book button[data-day]').last().click();
  await page.locator('label:has(input[name=booking-time]:enabled)').last().click();
  await page.getByLabel(words('booking.who.name'), { exact: true }).fill(daughter);
  await page.getByLabel(words('booking.who.phone'), { exact: true }).fill(phone);
  const bar = page.locator('.book-bar');
  await bar.getByRole('button', { name: words('booking.who.send') }).click();
  // A stranger does not learn who owns the number.
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

test('the waiting list asks the same of who signs in by phone', async ({
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

test('a walk-in by number asks who came', { tag: '@desktop' }, async ({
  page,
  login,
  newStaff,
  asAdmin,
  axe,
  words,
}) => {
  const { id: branch } = await newBranch(asAdmin, { name: `Walk ${randomBytes(3).toString('hex')}` });
  const phone = newPhone();
  const made = await asAdmin.post('/api/patients', { data: { name: mother, phone } });
  expect(made.status()).toBe(201);
  const { username, password } = await newStaff('receptionist', [branch]);
  await login(page, username, password);
  await page.goto('/clinic/day');
  const form = page.locator('form.walk-in');
  await form.getByLabel(words('desk.walkIn.who')).fill(phone);
  await form.getByLabel(words('desk.walkIn.name')).fill(daughter);
  await page.keyboard.press('Enter');
  await expect(form).toContainText(words('desk.walkIn.whose'));
  await expect(form.getByRole('button', { name: mother })).toBeVisible();
  await axe(page);
  await expect(page.locator('[data-card]')).toHaveCount(0);
  await form.getByRole('button', { name: words('desk.walkIn.newPatient', { name: daughter }) }).click();
  await expect(page.locator('[data-column=waiting] [data-card]')).toContainText(daughter);
});
