import type { Page } from '@playwright/test';
import { newBranch } from '../branches.ts';
import { expect, test } from '../fixtures.ts';
import { chooseCalendarDay, freeDay } from '../visits.ts';

const time = (page: Page, at: string) => page.locator(`input[name=booking-time][value="${at}"]`);
const branchCard = (page: Page, id: number) =>
  page.locator('label', { has: page.locator(`input[name=booking-location][value="${id}"]`) });

test('free times update while others book, and an offered time can be booked', async ({
  page,
  lang,
  at,
  axe,
  words,
  login,
  asAdmin,
  newPatient,
}) => {
  const branch = await newBranch(asAdmin, { name: `Live ${lang}`, nameAr: 'فرع حي' }, ['15:00', '17:00']);
  const day = await freeDay(asAdmin, branch.id, 30);
  const [mona, other] = [await newPatient(), await newPatient()];
  const visit = { locationId: branch.id, appointmentDate: day };
  const kept = { ...visit, userId: mona.id, serviceId: 1, appointmentTime: '16:00', minutes: 60 };
  expect((await asAdmin.post('/api/offers', { data: kept })).status()).toBe(201);

  await login(page, mona.username, mona.password);
  await page.goto(at('/book'));
  await branchCard(page, branch.id).click();
  await chooseCalendarDay(page.locator('#book'), day);
  await expect(time(page, '15:00:00')).toBeVisible();
  await time(page, '15:20:00').check();

  await test.step('a time taken by others disappears at once, also the chosen one', async () => {
    const book = (appointmentTime: string) =>
      asAdmin.post('/api/appointments', {
        data: { ...visit, userId: other.id, service: '1', appointmentTime },
      });
    expect((await book('15:00')).status()).toBe(201);
    await expect(time(page, '15:00:00')).toHaveCount(0, { timeout: 3000 });
    expect((await book('15:20')).status()).toBe(201);
    await expect(time(page, '15:20:00')).toBeDisabled({ timeout: 3000 });
    await expect(page.locator('#book')).toContainText(words('booking.time.taken'));
  });
  await test.step('the offered time is marked, and booking it confirms it', async () => {
    const hers = page.locator('label', { has: time(page, '16:00:00') });
    await expect(hers).toContainText(words('booking.time.kept'));
    await axe(page);
    await time(page, '16:00:00').check();
    await page.getByRole('button', { name: words('booking.confirm'), exact: true }).click();
    await expect(page.locator('#book [data-booked]')).toBeVisible();
    const mine = await (await asAdmin.get(`/api/appointments/user/${mona.id}`)).json();
    expect(mine).toMatchObject([{ appointmentTime: '16:00:00', status: 'confirmed' }]);
    const offers = await (await asAdmin.get('/api/offers')).json();
    expect(offers).toContainEqual(
      expect.objectContaining({ appointmentTime: '16:00:00', patientId: mona.id, state: 'taken' }),
    );
  });
});
