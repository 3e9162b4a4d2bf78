import type { Page } from '@playwright/test';
import type { FoundPatient, User } from '#shared/contract/users.ts';
import { addDays, weekdayOf } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { daysAhead } from '../clock.ts';
import { expect, test, toast } from '../fixtures.ts';
import { allVisitsUrl, chooseDay, chooseFreeTime } from '../visits.ts';
import { say } from '../words.ts';

const dashboard = '/doctor/dashboard';
const newAppointment = (page: Page, lang: Lang) =>
  page.getByRole('button', { name: say(lang, 'staff.appointments.addAppointment') });
const dialogOf = (page: Page, lang: Lang) =>
  page.getByRole('dialog', { name: say(lang, 'staff.newAppointment.title') });

/** A date from Sunday to Thursday, at least `ahead` days ahead. */
function openDay(ahead: number): string {
  const day = daysAhead(ahead);
  return weekdayOf(day) > 4 ? addDays(day, 7 - weekdayOf(day)) : day;
}

test('a doctor sees missing fields, adds a patient, books, and overbooks only on confirmation', async ({
  page,
  lang,
  login,
  newPatient,
  axe,
  playwright,
  baseURL,
}) => {
  const branch = lang === 'en' ? '6' : '7';
  const day = openDay(30);
  const other = await newPatient();
  await login(page, 'doctor');
  await page.goto(dashboard);
  await newAppointment(page, lang).click();
  const dialog = dialogOf(page, lang);
  const create = dialog.getByRole('button', { name: say(lang, 'staff.newAppointment.submit') });
  const time = dialog.getByLabel(say(lang, 'staff.newAppointment.time'));
  const found = dialog.getByRole('listbox').getByRole('option');
  await expect(found).toHaveCount(6);
  await expect(time).toBeDisabled();
  await axe(page);

  await create.click();
  await expect(dialog.getByText(say(lang, 'validation.selectDate'))).toBeVisible();
  await expect(dialog.getByText(say(lang, 'validation.selectTime'))).toHaveCount(0);
  await dialog.getByLabel(say(lang, 'staff.newAppointment.location')).selectOption(branch);
  await chooseDay(page, lang, dialog, day);
  await create.click();
  await expect(dialog.getByText(say(lang, 'validation.selectTime'))).toBeVisible();
  const free = await chooseFreeTime(lang, dialog);
  await create.click();
  await expect(dialog.getByText(say(lang, 'validation.selectPatient'))).toBeVisible();

  await dialog.getByRole('option', { name: say(lang, 'staff.newAppointment.addPatient') }).click();
  const making = page.getByRole('dialog', { name: say(lang, 'staff.newPatient.title') });
  const add = making.getByRole('button', { name: say(lang, 'staff.newPatient.submit') });
  await add.click();
  await expect(toast(page, say(lang, 'staff.newPatient.missingNamePhone'))).toBeVisible();
  const name = `Rania ${Date.now().toString(36)}`;
  await making.getByLabel(say(lang, 'staff.newPatient.name')).fill(name);
  await making.getByLabel(say(lang, 'staff.newPatient.phone'), { exact: true }).fill('01012345678');
  await axe(page);
  await add.click();
  const slip = page.getByRole('dialog', { name: say(lang, 'staff.handOver.title', { name }) });
  await expect(slip).toBeVisible();
  const [username = '', password = ''] = await slip.locator('dd').allInnerTexts();
  expect(password).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  await page.keyboard.press('Escape');
  await expect(slip).toBeVisible();
  await axe(page);
  await slip.getByRole('button', { name: say(lang, 'staff.handOver.done') }).click();
  await expect(
    dialog.getByRole('button', { name: say(lang, 'staff.newAppointment.clearPatient', { name }) }),
  ).toBeVisible();
  await expect(time).toHaveValue(free);
  await create.click();
  await expect(toast(page, say(lang, 'staff.newAppointment.doneTitle'))).toBeVisible();
  await expect(dialog).toBeHidden();

  const her = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL ?? '' } });
  const signedIn = await her.post('/api/auth/login', { data: { username, password } });
  expect(((await signedIn.json()) as { user: { requires: string[] } }).user.requires).toEqual(['new-secret']);
  await her.dispose();

  await newAppointment(page, lang).click();
  await dialog
    .getByRole('combobox', { name: say(lang, 'staff.newAppointment.patient') })
    .fill(other.username);
  await expect(found).toHaveCount(2);
  await page.keyboard.press('Enter');
  await dialog.getByLabel(say(lang, 'staff.newAppointment.location')).selectOption(branch);
  await chooseDay(page, lang, dialog, day);
  const taken = time.locator(`option[value="${free}"]`);
  await expect(taken).toBeDisabled();
  await dialog.getByRole('checkbox', { name: say(lang, 'staff.overbook.option') }).check();
  await time.selectOption(free);
  await create.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say(lang, 'staff.overbook.title'));
  await axe(page);
  await question.getByRole('button', { name: say(lang, 'staff.overbook.back') }).click();
  await expect(dialog).toBeVisible();
  await create.click();
  await question.getByRole('button', { name: say(lang, 'staff.overbook.confirm') }).click();
  // The dialog is already hidden behind the confirmation: leaving before the toast would abort the booking.
  await expect(toast(page, say(lang, 'staff.newAppointment.doneTitle'))).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goto(allVisitsUrl('doctor', other.username));
  await expect(page.locator('[data-appointment]')).toContainText(say(lang, 'staff.appointments.overbooked'));
});

test('a doctor chooses the channels and the language of messages for a patient who calls', async ({
  page,
  lang,
  login,
  axe,
}) => {
  const mark = Date.now().toString(36);
  const name = lang === 'en' ? `Huda ${mark}` : `هدى ${mark}`;
  const other = lang === 'en' ? 'ar' : 'en';
  await login(page, 'doctor');
  await page.goto(dashboard);
  await newAppointment(page, lang).click();
  const dialog = dialogOf(page, lang);
  await dialog.getByRole('combobox', { name: say(lang, 'staff.newAppointment.patient') }).fill(name);
  await dialog.getByRole('option', { name: say(lang, 'staff.find.new', { name }) }).click();
  const caller = dialog.getByRole('group', { name: say(lang, 'staff.newCaller.title') });
  const phone = caller.getByLabel(say(lang, 'staff.newPatient.phone'));
  await phone.fill(`010${String(Date.now()).slice(-8)}`);
  const messages = caller.locator('summary');
  const summary = (channel: 'sms' | 'whatsapp', language: Lang) =>
    say(lang, 'staff.messages.summary', {
      ways: say(lang, `common.notifications.channel.${channel}`),
      language: say(lang, `common.lang.${language}`),
    });
  await expect(messages).toHaveText(summary('sms', lang));
  await messages.click();
  await caller.getByLabel(say(lang, 'common.notifications.channel.sms')).uncheck();
  await caller.getByLabel(say(lang, 'common.notifications.channel.whatsapp')).check();
  await caller.getByText(say(lang, `common.lang.${other}`), { exact: true }).click();
  await expect(messages).toHaveText(summary('whatsapp', other));
  await axe(page);
  await phone.press('Enter');
  await expect(
    dialog.getByRole('button', { name: say(lang, 'staff.newAppointment.clearPatient', { name }) }),
  ).toBeVisible();
  const found = (await (
    await page.request.get(`/api/patients/find?q=${encodeURIComponent(name)}`)
  ).json()) as FoundPatient[];
  const made = (await (await page.request.get(`/api/users/${found[0]?.id}`)).json()) as User;
  expect(made).toMatchObject({ name, channels: ['whatsapp'], locale: other });
});

test('the calendar is used by keyboard, and a free time is booked in place', {
  tag: '@both',
}, async ({ page, lang, login, axe }) => {
  const branch = '8';
  const day = openDay(lang === 'en' ? 20 : 24);
  await login(page, 'doctor');
  await page.goto(`${dashboard}?tab=calendar`);
  const grid = page.getByRole('grid');
  await expect(grid.locator('[data-day]').first()).toBeVisible();
  await axe(page);
  await grid.locator('[data-day][tabindex="0"]').focus();
  const before = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.day ?? '');
  await page.keyboard.press('ArrowDown');
  const week = addDays(before, 7);
  await expect(grid.locator(`[data-day="${week}"]`)).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(page).toHaveURL(/month=/);
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day ?? ''))
    .not.toBe(week);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/day=/);
  // The day of all branches is shown below the month, because no branch is selected.
  await expect(grid).toBeVisible();
  await expect(page).not.toHaveURL(/view=day/);

  await page.goto(`${dashboard}?tab=calendar&view=day&day=${day}&branch=${branch}`);
  const free = page.locator('[data-slot^="free-1-"]').first();
  await expect(free).toBeVisible();
  await axe(page);
  await free.click();
  const booking = page.getByRole('dialog');
  await expect(booking.getByRole('combobox').first()).toBeVisible();
  await expect(booking).toContainText(say(lang, 'staff.calendar.room', { n: lang === 'ar' ? '١' : 1 }));
  await axe(page);
});
