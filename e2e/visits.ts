import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { DayAvailability, MonthAvailability } from '#shared/contract/schedules.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { daysAhead } from './clock.ts';
import { say } from './words.ts';

/* Appointments in tests: in the lists of staff, in calendars and through the API. */

export const visitRow = (page: Page, id: number) => page.locator(`[data-appointment="${id}"]`);
export const rowMenu = (row: Locator) => row.locator('[data-row-menu]');
export const statusOf = (row: Locator) => row.locator('[data-place=status] > *').first();

/** Address of a dashboard with all appointments that match a search, whatever their date. */
export const allVisitsUrl = (staff: 'doctor' | 'admin', search: string) =>
  `/${staff}/dashboard?period=all&q=${search}`;

/** Days of a branch with several free times, within three weeks from `ahead` days ahead. */
export async function freeDays(api: APIRequestContext, branch: number, ahead = 2): Promise<string[]> {
  const weeks = `from=${daysAhead(ahead)}&to=${daysAhead(ahead + 21)}`;
  const answer = await api.get(`/api/locations/${branch}/availability?${weeks}`);
  const { days } = (await answer.json()) as MonthAvailability;
  return days.filter(({ free }) => free > 4).map(({ date }) => date);
}

/** The first of those days. */
export async function freeDay(api: APIRequestContext, branch: number, ahead?: number): Promise<string> {
  const [day] = await freeDays(api, branch, ahead);
  if (!day) throw new Error('nothing is free in three weeks');
  return day;
}

export async function freeTimes(api: APIRequestContext, branch: number, date: string): Promise<string[]> {
  const answer = await api.get(`/api/locations/${branch}/availability?date=${date}`);
  return ((await answer.json()) as DayAvailability).slots.map(({ time }) => time);
}

export const readVisit = async (api: APIRequestContext, id: number) =>
  (await (await api.get(`/api/appointments/${id}`)).json()) as Appointment;

/** Books an appointment as staff, at the date, time and branch of `at`. */
export async function bookAsStaff(
  api: APIRequestContext,
  userId: number,
  {
    locationId,
    appointmentDate,
    appointmentTime,
  }: Pick<Appointment, 'locationId' | 'appointmentDate' | 'appointmentTime'>,
): Promise<Appointment> {
  const data = { userId, locationId, appointmentDate, appointmentTime, service: '1' };
  const booked = await api.post('/api/appointments', { data });
  expect(booked.status(), 'an appointment').toBe(201);
  return (await booked.json()) as Appointment;
}

/**
 * Chooses a day: among the next free days if they are shown, else in the calendar, turning months until the
 * day appears.
 */
export async function chooseCalendarDay(calendar: Locator, date: string) {
  const next = calendar.locator('button[data-day]');
  const day = calendar.locator(`td[data-day="${date}"] button`);
  const first = calendar.locator('td[data-day]:has(button)').first();
  await expect(next.or(first).first()).toBeVisible();
  const among = calendar.locator(`button[data-day="${date}"]`);
  if (await among.isVisible()) return among.click();
  if (await next.first().isVisible()) await calendar.locator('[data-show-calendar]').click();
  await expect(first).toBeVisible();
  for (let turn = 0; turn < 3 && !(await day.isVisible()); turn += 1) {
    const shown = (await first.getAttribute('data-day')) ?? '';
    await calendar.locator('.cal-next').click();
    await expect(first).not.toHaveAttribute('data-day', shown);
  }
  await day.click();
}

/** The calendar that a date field of a dialog opened. */
export const openCalendar = (page: Page) => page.locator('[data-radix-popper-content-wrapper]');

/** Chooses the date in a staff dialog. */
export async function chooseDay(page: Page, lang: Lang, dialog: Locator, date: string) {
  await dialog.getByLabel(say(lang, 'staff.newAppointment.date'), { exact: true }).click();
  await chooseCalendarDay(openCalendar(page), date);
}

/** Chooses the last full or half hour without a conflict on that day, once its times are loaded. */
export async function chooseFreeTime(lang: Lang, dialog: Locator): Promise<string> {
  const time = dialog.getByLabel(say(lang, 'staff.newAppointment.time'), { exact: true });
  await expect(time).toBeEnabled();
  const offered = await time
    .locator('option:not([disabled])')
    .evaluateAll((options) => (options as HTMLOptionElement[]).map(({ value, text }) => ({ value, text })));
  const plain = offered.filter(
    ({ value, text }) => /:(00|30):00$/.test(value) && text === formatTime(lang, value),
  );
  const { value = '' } = plain.at(-1) ?? {};
  await time.selectOption(value);
  return value;
}
