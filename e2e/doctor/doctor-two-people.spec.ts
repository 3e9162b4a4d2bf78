import type { APIRequestContext } from '@playwright/test';
import type { Appointment } from '#shared/contract/appointments.ts';
import { expect, test } from '../fixtures.ts';
import { allVisitsUrl, readVisit, rowMenu, statusOf, visitRow } from '../visits.ts';
import { say } from '../words.ts';

const change = async (as: APIRequestContext, id: number, data: object) => {
  const answer = await as.patch(`/api/appointments/${id}`, { data });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Appointment;
};

test('a patient’s booking and cancellation appear on the open dashboard without a reload', {
  tag: '@desktop',
}, async ({ page, lang, login, newPatient, bookVisit, playwright, baseURL }) => {
  const patient = await newPatient();
  const first = await bookVisit(patient.id);
  await login(page, 'doctor');
  await page.goto(allVisitsUrl('doctor', patient.username));
  await expect(visitRow(page, first.id)).toBeVisible();

  const her = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL ?? '' } });
  await her.post('/api/auth/login', { data: { username: patient.username, password: patient.password } });
  const booked = await bookVisit(patient.id, 5, her);
  const card = visitRow(page, booked.id);
  await expect(card).toBeVisible();
  await expect(statusOf(card)).toHaveText(say(lang, 'status.pending'));
  await change(her, booked.id, { status: 'cancelled' });
  await expect(statusOf(card)).toHaveText(say(lang, 'status.cancelled'));
  await her.dispose();
});

test('a half-typed note survives changes by others and is saved beside them', async ({
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
  await page.goto(`${allVisitsUrl('doctor', patient.username)}&status=confirmed`);
  const card = visitRow(page, visit.id);
  await rowMenu(card).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.row.addNotes') }).click();
  const box = page.getByRole('textbox', { name: say(lang, 'staff.row.addNotes') });
  await expect(box).toBeFocused();
  await page.keyboard.type('Asked about the results');

  // An admin changes the status: by the filter the row would leave the list, but it must stay while the
  // doctor edits it.
  await change(asAdmin, visit.id, { status: 'cancelled', notes: 'Seen by Dr Hoda.' });
  await expect(page.getByText(say(lang, 'staff.live.staleTitle'))).toBeVisible();
  await expect(page.getByText('Seen by Dr Hoda.').first()).toBeVisible();
  await expect(box).toBeFocused();
  await page.keyboard.type(', will call.');
  await expect(box).toHaveValue('Asked about the results, will call.');
  // At the top nothing is partly under the bar, which axe would report as a small target.
  await page.evaluate(() => scrollTo(0, 0));
  await axe(page);
  await page.getByRole('button', { name: say(lang, 'staff.live.saveAnyway') }).click();
  await expect(box).toBeHidden();
  const kept = await readVisit(asAdmin, visit.id);
  expect(kept.notes).toContain('Seen by Dr Hoda.');
  expect(kept.notes).toContain('Asked about the results, will call.');
  expect(kept.status).toBe('cancelled');
});

test('a note whose appointment was deleted can still be copied', { tag: '@desktop' }, async ({
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
  await page.goto(allVisitsUrl('doctor', patient.username));
  await rowMenu(visitRow(page, visit.id)).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.row.addNotes') }).click();
  const box = page.getByRole('textbox', { name: say(lang, 'staff.row.addNotes') });
  await box.fill('Her words');
  expect((await asAdmin.delete(`/api/appointments/${visit.id}`)).status()).toBe(204);
  await expect(page.getByText(say(lang, 'staff.live.deleted'))).toBeVisible();
  await expect(box).toHaveValue('Her words');
  await page.getByRole('button', { name: say(lang, 'staff.notes.cancel'), exact: true }).click();
  await expect(visitRow(page, visit.id)).toHaveCount(0);
});

test('two users set the status of one appointment: the second sees the current state and decides', async ({
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
  await change(asAdmin, visit.id, { status: 'pending' });
  await login(page, 'doctor');
  // Without live events the doctor sees the old state until the server refuses the change.
  await page.route('**/api/events?*', (route) => route.fulfill({ status: 204 }));
  await page.goto(allVisitsUrl('doctor', patient.username));
  const card = visitRow(page, visit.id);
  await expect(card).toBeVisible();
  await change(asAdmin, visit.id, { status: 'cancelled' });
  await rowMenu(card).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.act.confirmed') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say(lang, 'staff.live.staleTitle'));
  await expect(question).toContainText(say(lang, 'status.cancelled'));
  await axe(page);
  await question.getByRole('button', { name: say(lang, 'staff.live.saveAnyway') }).click();
  await expect(statusOf(card)).toHaveText(say(lang, 'status.confirmed'));
});
