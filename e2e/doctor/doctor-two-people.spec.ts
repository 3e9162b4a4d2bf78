import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Appointment } from '#shared/contract/appointments.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { expect, test } from '../fixtures.ts';

const dashboard = '/doctor/dashboard';
const cardOf = (page: Page, id: number) => page.locator(`[data-appointment="${id}"]`);
const actionsOf = (card: Locator) => card.locator('[data-place=actions] button').first();
const within2s = { timeout: 2000 };

const change = async (as: APIRequestContext, id: number, data: object) => {
  const answer = await as.patch(`/api/appointments/${id}`, { data });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Appointment;
};

test('what a patient books and cancels stands on the open dashboard within two seconds', async ({
  page,
  lang,
  login,
  newPatient,
  bookVisit,
  playwright,
  baseURL,
}) => {
  const patient = await newPatient();
  const first = await bookVisit(patient.id);
  await login(page, 'doctor');
  await page.goto(`${dashboard}?period=all&q=${patient.username}`);
  await expect(cardOf(page, first.id)).toBeVisible();

  const her = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL ?? '' } });
  await her.post('/api/auth/login', { data: { username: patient.username, password: patient.password } });
  const days = (await (
    await her.get(`/api/locations/5/availability?from=${first.appointmentDate}&to=${first.appointmentDate}`)
  ).json()) as {
    days: { free: number }[];
  };
  expect(days.days[0]?.free).toBeGreaterThan(0);
  const { slots } = (await (
    await her.get(`/api/locations/5/availability?date=${first.appointmentDate}`)
  ).json()) as {
    slots: { time: string }[];
  };
  let booked: Appointment | null = null;
  for (const { time } of slots.toReversed()) {
    const data = {
      userId: patient.id,
      locationId: 5,
      appointmentDate: first.appointmentDate,
      appointmentTime: time,
      service: '1',
    };
    const answer = await her.post('/api/appointments', { data });
    if (answer.status() === 201) {
      booked = (await answer.json()) as Appointment;
      break;
    }
  }
  if (!booked) throw new Error('nothing could be booked');
  const card = cardOf(page, booked.id);
  await expect(card).toBeVisible(within2s);
  await expect(card.locator('[data-place=status]')).toHaveText(say(lang, 'status.pending'));
  await change(her, booked.id, { status: 'cancelled' });
  await expect(card.locator('[data-place=status]')).toHaveText(say(lang, 'status.cancelled'), within2s);
  await her.dispose();
});

test('a half-typed note survives what others do, and is saved beside it', async ({
  page,
  lang,
  login,
  newPatient,
  bookVisit,
  asAdmin,
  axe,
}) => {
  const patient = await newPatient();
  const visit = await bookVisit(patient.id);
  await login(page, 'doctor');
  await page.goto(`${dashboard}?period=all&status=confirmed&q=${patient.username}`);
  const card = cardOf(page, visit.id);
  await actionsOf(card).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.row.addNotes') }).click();
  const box = page.getByRole('textbox', { name: say(lang, 'staff.row.addNotes') });
  await expect(box).toBeFocused();
  await page.keyboard.type('Asked about the results');

  // An admin marks the visit: by the filter it leaves the list, but not from under her hands.
  await change(asAdmin, visit.id, { status: 'cancelled', notes: 'Seen by Dr Hoda.' });
  await expect(page.getByText(say(lang, 'staff.live.staleTitle'))).toBeVisible();
  await expect(page.getByText('Seen by Dr Hoda.').first()).toBeVisible();
  await expect(box).toBeFocused();
  await page.keyboard.type(', will call.');
  await expect(box).toHaveValue('Asked about the results, will call.');
  // At the top nothing lies half under the bar, where axe would take it for a small target.
  await page.evaluate(() => scrollTo(0, 0));
  await axe(page);
  await page.getByRole('button', { name: say(lang, 'staff.live.saveAnyway') }).click();
  await expect(box).toBeHidden();
  const kept = (await (await asAdmin.get(`/api/appointments/${visit.id}`)).json()) as Appointment;
  expect(kept.notes).toContain('Seen by Dr Hoda.');
  expect(kept.notes).toContain('Asked about the results, will call.');
  expect(kept.status).toBe('cancelled');
});

test('a note whose visit was deleted is still there to copy', async ({
  page,
  lang,
  login,
  newPatient,
  bookVisit,
  asAdmin,
}) => {
  const patient = await newPatient();
  const visit = await bookVisit(patient.id);
  await login(page, 'doctor');
  await page.goto(`${dashboard}?period=all&q=${patient.username}`);
  await actionsOf(cardOf(page, visit.id)).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.row.addNotes') }).click();
  const box = page.getByRole('textbox', { name: say(lang, 'staff.row.addNotes') });
  await box.fill('Her words');
  expect((await asAdmin.delete(`/api/appointments/${visit.id}`)).status()).toBe(204);
  await expect(page.getByText(say(lang, 'staff.live.deleted'))).toBeVisible();
  await expect(box).toHaveValue('Her words');
  await page.getByRole('button', { name: say(lang, 'staff.notes.cancel'), exact: true }).click();
  await expect(cardOf(page, visit.id)).toHaveCount(0);
});

test('two people mark one visit: the second is shown how it stands, and decides', async ({
  page,
  lang,
  login,
  newPatient,
  visitToday,
  asAdmin,
  axe,
}) => {
  const patient = await newPatient();
  const visit = await visitToday(patient.id);
  await login(page, 'doctor');
  // Her line is cut: she sees the old state until the server tells her.
  await page.route('**/api/events', (route) => route.fulfill({ status: 204 }));
  await page.goto(`${dashboard}?period=all&q=${patient.username}`);
  const card = cardOf(page, visit.id);
  await expect(card).toBeVisible();
  await change(asAdmin, visit.id, { status: 'cancelled' });
  await actionsOf(card).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.act.attended') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say(lang, 'staff.live.staleTitle'));
  await expect(question).toContainText(say(lang, 'status.cancelled'));
  await axe(page);
  await question.getByRole('button', { name: say(lang, 'staff.live.saveAnyway') }).click();
  await expect(card.locator('[data-place=status]')).toHaveText(say(lang, 'status.attended'));
});
