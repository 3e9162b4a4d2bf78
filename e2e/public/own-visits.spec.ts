import type { Page } from '@playwright/test';
import type { Appointment } from '#shared/contract/appointments.ts';
import { minutesOf } from '#shared/domain/clinic-time.ts';
import { formatTimeOf } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { newBranch } from '../branches.ts';
import { expect, test, toast } from '../fixtures.ts';
import { chooseCalendarDay, freeDay, freeTimes } from '../visits.ts';
import { say } from '../words.ts';

const time = (page: Page, at: string) => page.locator(`input[name=booking-time][value="${at}"]`);
const confirm = (page: Page, lang: Lang) =>
  page.getByRole('button', { name: say(lang, 'booking.confirm'), exact: true });

async function chooseDay(page: Page, branch: number, day: string) {
  await page
    .locator('label', { has: page.locator(`input[name=booking-location][value="${branch}"]`) })
    .click();
  await chooseCalendarDay(page.locator('#book'), day);
}

test('an appointment on the same day is named while choosing, and can be moved instead', async ({
  page,
  lang,
  at,
  axe,
  words,
  login,
  asAdmin,
  newPatient,
  bookVisit,
}) => {
  const mona = await newPatient();
  const visit = await bookVisit(mona.id);
  const branch = await newBranch(asAdmin, { name: `Other ${lang}`, nameAr: 'فرع آخر' }, ['15:00', '19:00']);
  const day = visit.appointmentDate;
  const free = await freeTimes(asAdmin, branch.id, day);
  const apart = free.find((one) => Math.abs(minutesOf(one) - minutesOf(visit.appointmentTime)) >= 40);
  if (!apart) throw new Error('no time is apart');

  await login(page, mona.username, mona.password);
  await page.goto(at('/book'));
  await chooseDay(page, branch.id, day);
  const named = page.locator(`[data-own-visit="${visit.id}"]`).filter({ visible: true });
  await expect(named).toContainText(formatTimeOf(lang, day, visit.appointmentTime));
  await expect(page.locator('#book')).toContainText(words('booking.own.sameDay'));

  await time(page, visit.appointmentTime).check();
  await expect(page.locator('#book')).toContainText(words('booking.own.overlapping'));
  await confirm(page, lang).click();
  await expect(toast(page, words('booking.own.overlapping'))).toBeVisible();

  await page.goBack();
  await time(page, apart).check();
  await expect(named).toContainText(words('booking.own.moveOrBoth'));
  await axe(page);
  await page
    .getByRole('button', { name: words('booking.own.move', { time: formatTimeOf(lang, day, apart) }) })
    .click();
  await expect(page.locator('[data-booked]')).toContainText(words('booking.own.moved'));
  const mine = (await (await asAdmin.get(`/api/appointments/user/${mona.id}`)).json()) as Appointment[];
  expect(mine).toMatchObject([{ id: visit.id, locationId: branch.id, appointmentTime: apart }]);
});

test('a time booked in another tab is shown as the patient’s own, not as an error', async ({
  page,
  lang,
  at,
  words,
  login,
  asAdmin,
  newPatient,
}) => {
  const mona = await newPatient();
  const day = await freeDay(asAdmin, 5, 20);
  const [first = ''] = await freeTimes(asAdmin, 5, day);
  // The page gets no events about bookings in the other tab.
  const silence = { contentType: 'text/event-stream', body: 'retry: 600000\n\n' };
  await page.route('**/api/events*', (route) => route.fulfill(silence));
  await page.route('**/api/events/times?*', (route) => route.fulfill(silence));
  await login(page, mona.username, mona.password);
  await page.goto(at('/book'));
  await chooseDay(page, 5, day);
  await time(page, first).check();
  const wish = { userId: mona.id, locationId: 5, appointmentDate: day, appointmentTime: first, service: '1' };
  const made = await page.request.post('/api/appointments', {
    data: wish,
    headers: { origin: new URL(page.url()).origin },
  });
  expect(made.status()).toBe(201);
  await confirm(page, lang).click();
  await expect(page.locator('[data-booked]')).toContainText(words('booking.own.already'));
  await expect(toast(page, words('booking.failed.title'))).toHaveCount(0);
  const mine = (await (await asAdmin.get(`/api/appointments/user/${mona.id}`)).json()) as Appointment[];
  expect(mine).toHaveLength(1);
});
