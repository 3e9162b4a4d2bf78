import type { Appointment } from '#shared/contract/appointments.ts';
import type { ClinicDay } from '#shared/contract/arrivals.ts';
import { formatDayOfMonth, formatTimeOf, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { withDemoServer } from '../../tools/test-run/demo-server.mjs';
import { shiftDate } from '../../tools/test-run/shift-date.mjs';
import { newBranch } from '../branches.ts';
import { test as base, expect } from '../fixtures.ts';
import { rowMenu, visitRow } from '../visits.ts';

/** A clinic day (Wednesday) that has not ended: the calendar date is already Thursday. */
const [evening, nightAt] = ['2027-03-03', '2027-03-04T00:40:00+02:00'];
const shift = Date.parse(nightAt) - Date.now();
/** The computer of the desk is five hours ahead: on its clock the next clinic day has begun. */
const wrongBy = 5 * 3_600_000;

const test = base.extend<{ atNight: string }>({
  atNight: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures this one needs: none
    async ({}, provide) => {
      await withDemoServer((origin: string) => provide(origin), { CLOCK_SHIFT_MS: String(shift) });
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ atNight }, provide) => {
    await provide(atNight);
  },
});
test.use({ ownClock: true });

test('after midnight the desks show the clinic’s day, whatever the computer’s clock says', async ({
  page,
  context,
  login,
  newStaff,
  newPatient,
  asAdmin,
  axe,
  words,
  lang,
  isMobile,
}) => {
  await context.addInitScript(shiftDate, shift + wrongBy);
  const made = { name: 'Night Branch', nameAr: 'فرع الليل', rooms: 2 };
  const branch = await newBranch(asAdmin, made, ['20:00', '26:00']);
  const visit = async (name: string, appointmentTime: string) => {
    const { id: userId } = await newPatient();
    await asAdmin.patch(`/api/users/${userId}`, { data: { name } });
    const asked = { userId, locationId: branch.id, appointmentDate: evening, appointmentTime, service: '1' };
    const booked = await asAdmin.post('/api/appointments', { data: { ...asked, overbook: true } });
    expect(booked.status(), appointmentTime).toBe(201);
    return (await booked.json()) as Appointment;
  };
  const missed = await visit('Hoda Evening', '22:00:00');
  const coming = await visit('Salma Night', '25:00:00');
  const desk = await newStaff('receptionist', [branch.id]);
  const dayName = formatWeekdayDate(lang, evening);
  const clock = words('common.time.inCairo', { time: formatTimeOf(lang, evening, '24:40:00') });
  /** The time changes during the test, so match only the part that names the night. */
  const clockLine = page
    .locator('header p')
    .filter({ hasText: clock.slice(clock.indexOf('(')) })
    .first();
  const board = async () =>
    (await (await asAdmin.get(`/api/arrivals?locationId=${branch.id}&date=${evening}`)).json()) as ClinicDay;
  const cards = (column: string) => page.locator(`[data-column="${column}"] [data-card]`);

  await test.step('the board is that of the evening, and its clock names the night', async () => {
    await login(page, desk.username, desk.password);
    await page.goto('/clinic/day');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(dayName);
    await expect(clockLine).toBeVisible();
    if (isMobile) await page.locator('[data-tab=expected]').click();
    await expect(cards('expected')).toHaveCount(2);
    await axe(page);
  });
  await test.step('an arrival and a walk-in after midnight belong to the same day', async () => {
    const hers = cards('expected').filter({ hasText: 'Salma Night' });
    await hers.getByRole('button', { name: words('desk.step.waiting') }).click();
    await expect.poll(async () => (await board()).cards.find(({ id }) => id === coming.id)?.ticket).toBe(1);
    if (isMobile) await page.getByRole('button', { name: words('desk.walkIn.open'), exact: true }).click();
    await page.getByLabel(words('desk.walkIn.who')).last().fill('Nadia Walk');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await board()).cards.filter(({ walkIn }) => walkIn).map(({ ticket }) => ticket))
      .toEqual([2]);
  });
  await test.step('the calendar shows the evening as today, with the appointment of the night', async () => {
    await page.goto(`/clinic/calendar?branch=${branch.id}`);
    await expect(page.locator(`[data-slot="visit-${coming.id}"]`)).toBeVisible();
    await expect(clockLine).toBeVisible();
    await expect(page.locator('.tg-axis > b, .tg-now-line').first()).toBeVisible();
  });
  await test.step('closing the day proposes only the evening’s absent patients', async () => {
    await page.goto(`/clinic/day?branch=${branch.id}`);
    const panel = page.getByRole('region', { name: words('desk.end.title', { n: 1 }) });
    await page.getByRole('button', { name: words('desk.day.close'), exact: true }).click();
    await expect(panel).toContainText('Hoda Evening');
    await panel.getByRole('button', { name: words('desk.end.mark', { n: 1 }) }).click();
    await expect
      .poll(async () => (await board()).cards.find(({ id }) => id === missed.id)?.status)
      .toBe('no_show');
  });
  await test.step('a doctor’s list of today is that of the evening', async () => {
    await login(page, 'doctor');
    await page.goto(`/doctor/dashboard?period=today&location=${branch.id}`);
    await expect(clockLine).toBeVisible();
    await expect(clockLine).toContainText(formatDayOfMonth(lang, evening));
    await expect(visitRow(page, coming.id)).toBeVisible();
    await expect(rowMenu(visitRow(page, missed.id))).toBeVisible();
  });
});
