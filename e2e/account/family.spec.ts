import { expect, test } from '../fixtures.ts';
import { chooseCalendarDay, freeDay } from '../visits.ts';
import { say } from '../words.ts';

test('a daughter adds her mother by keyboard, books for her and sees her appointments', async ({
  page,
  lang,
  words,
  axe,
  login,
  newPatient,
}) => {
  const { username, password } = await newPatient();
  await login(page, username, password);
  const mother = lang === 'ar' ? 'فاطمة حسن' : 'Fatma Hassan';
  await page.goto('/profile?tab=family');
  await page.getByLabel(words('account.family.name')).focus();
  await page.keyboard.type(mother);
  await page.keyboard.press('Tab');
  await page.keyboard.type('1958');
  await page.keyboard.press('Tab');
  const relation = page.getByRole('radio', { name: words('account.family.relation.mother'), exact: true });
  await expect(relation).toBeFocused();
  await page.keyboard.press('Enter');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: mother }) });
  await expect(card).toContainText(words('account.family.may.noNotes'));
  await axe(page);

  await card.getByRole('link', { name: words('account.family.book') }).click();
  const book = page.locator('#book');
  await expect(page).toHaveURL(/\/book\?for=\d+$/);
  await expect(book.getByText(words('booking.for.person', { name: mother }))).toBeVisible();
  await page.locator('label', { has: page.locator('input[name=booking-location][value="5"]') }).click();
  await book
    .locator('label', { has: page.locator('input[name=booking-service]') })
    .first()
    .click();
  await chooseCalendarDay(book, await freeDay(page.request, 5, 30));
  await book
    .locator('label', { has: page.locator('input[name=booking-time]') })
    .first()
    .click();
  await expect(book.getByRole('radio', { name: mother })).toBeChecked();
  await axe(page);
  const booked = page.waitForResponse((answer) => answer.url().endsWith('/api/appointments'));
  await page.getByRole('button', { name: words('booking.confirm'), exact: true }).click();
  const { patient } = (await (await booked).json()) as { patient: { name: string; phone: string | null } };
  expect(patient).toMatchObject({ name: mother, phone: null });

  await page.goto('/profile?tab=appointments');
  await page.getByRole('radio', { name: mother }).check({ force: true });
  await expect(
    page.getByRole('heading', { name: say(lang, 'account.family.visitsOf', { name: mother }) }),
  ).toBeVisible();
  await page
    .getByRole('table')
    .getByRole('button', { name: say(lang, 'common.action.actionsFor', { name: '' }).trim() })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: words('account.appointments.reschedule') })).toBeVisible();
  await axe(page);
});
