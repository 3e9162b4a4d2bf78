import { randomBytes } from 'node:crypto';
import type { Appointment } from '#shared/contract/appointments.ts';
import { newBranch } from '../branches.ts';
import { daysAhead } from '../clock.ts';
import { expect, test, toast } from '../fixtures.ts';
import { chooseCalendarDay, freeDay, openCalendar, readVisit } from '../visits.ts';

/**
 * The desk closes its day and sends a notice to the patients of another day; the patient reads both and
 * answers.
 */
test('a no-show explains it, books pending a call, is excused, and gets one notice of a moved entrance', async ({
  page,
  login,
  newStaff,
  newPatient,
  bookVisit,
  visitToday,
  asAdmin,
  axe,
  words,
  at,
}) => {
  const mark = randomBytes(3).toString('hex');
  const made = { name: `Zamalek ${mark}`, nameAr: `الزمالك ${mark}`, rooms: 2 };
  const branch = await newBranch(asAdmin, made, ['15:00', '19:00']);
  await asAdmin.patch('/api/settings', { data: { noShowsBeforeCall: 1 } });
  const desk = await newStaff('receptionist', [branch.id, 4]);
  const patient = await newPatient();
  // In the first hour of the clinic day, and overbooked: it is over at any time of the run.
  const over = {
    userId: patient.id,
    locationId: branch.id,
    appointmentDate: daysAhead(0),
    appointmentTime: '03:00:00',
    service: '1',
    overbook: true,
  };
  const missed = (await (await asAdmin.post('/api/appointments', { data: over })).json()) as Appointment;
  const coming = await bookVisit(patient.id, branch.id);
  const row = page
    .locator('article, tr, li')
    .filter({ hasText: words('booking.missed.noted') })
    .last();

  await test.step('closing the day proposes the absent patient, who is marked', async () => {
    await login(page, desk.username, desk.password);
    await page.goto(`/clinic/day?branch=${branch.id}`);
    const panel = page.getByRole('region', { name: words('desk.end.title', { n: 1 }) });
    const close = page.getByRole('button', { name: words('desk.day.close'), exact: true });
    await expect(close.or(panel).first()).toBeVisible();
    if (await close.isVisible()) await close.click();
    await panel.getByRole('button', { name: words('desk.end.mark', { n: 1 }) }).click();
    await expect(page.getByRole('heading', { name: words('desk.end.missed', { n: 1 }) })).toBeVisible();
    await axe(page);
  });
  await test.step('the patient reads it among her appointments and explains it', async () => {
    await login(page, patient.username, patient.password);
    await page.goto('/profile?tab=appointments');
    const why = page.getByRole('button', { name: words('booking.missed.why') });
    const box = page.getByRole('textbox', { name: words('booking.missed.box') });
    let isComing = () => {};
    const held = new Promise<void>((come) => {
      isComing = come;
    });
    await page.route('**/own-why-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await why.focus();
    await page.keyboard.press('Enter');
    await page.waitForTimeout(300);
    // While the form is loading, the button keeps the focus.
    await expect(why).toBeFocused();
    isComing();
    await expect(box).toBeFocused();
    await box.fill('The bridge was closed');
    await axe(page);
    await page.getByRole('button', { name: words('booking.missed.send') }).click();
    // The text of the row includes the text box, so the row alone does not show that it was saved.
    await expect(toast(page, words('booking.missed.sent'))).toBeVisible();
    await expect(row).toContainText('The bridge was closed');
  });
  await test.step('she is told before her next booking that it waits for a call', async () => {
    await page.goto(at('/book'));
    const form = page.locator('#book');
    await form.locator(`label:has(input[name=booking-location][value="${branch.id}"])`).click();
    await form.locator('label:has(input[name=booking-service])').first().click();
    await chooseCalendarDay(form, await freeDay(page.request, branch.id));
    // Not the hour of the patient's existing appointment.
    await form.locator('label:has(input[name=booking-time])').last().click();
    await expect(form.getByText(words('booking.call.before', { n: 1 }))).toBeVisible();
    await axe(page);
    await page.getByRole('button', { name: words('booking.confirm'), exact: true }).click();
    await expect(form.locator('[data-booked]')).toContainText(words('booking.call.pill'));
    await axe(page);
  });
  await test.step('the booking is among the open tasks and marked in the list', async () => {
    await login(page, desk.username, desk.password);
    await page.goto('/clinic/appointments');
    const now = page.getByRole('region', { name: words('staff.now.title') });
    const { id } = await visitToday((await newPatient()).id, branch.id);
    await now.getByText(words('staff.now.title')).click();
    await expect(now.getByRole('listitem').filter({ hasText: mark })).toBeVisible();
    await asAdmin.post(`/api/arrivals/${id}/stage`, { data: { from: 'expected', to: 'waiting' } });
    await expect(now.getByRole('listitem').filter({ hasText: mark })).toContainText(
      words('staff.now.waiting', { n: 1 }),
    );
    await axe(page);
    await page.getByText(words('staff.waiting.label')).click();
    await page.getByRole('link', { name: words('staff.waiting.calls') }).click();
    await expect(page.locator('[data-appointment]')).toHaveCount(1);
    await expect(page.getByText(words('staff.missed.callFirst')).first()).toBeVisible();
    await asAdmin.patch('/api/settings', { data: { noShowsBeforeCall: null } });
  });
  await test.step('the desk reads her explanation in the file and excuses it', async () => {
    await page.goto(`/clinic/patients/${patient.id}`);
    await expect(page.getByText('The bridge was closed')).toBeVisible();
    await page.getByRole('button', { name: words('staff.missed.excuse'), exact: true }).click();
    await page.getByRole('textbox', { name: words('staff.missed.reason') }).fill('Everybody was late');
    await page.getByRole('button', { name: words('staff.missed.saveExcuse') }).click();
    await expect(page.getByText(words('staff.missed.state.excused'), { exact: true }).last()).toBeVisible();
    expect((await readVisit(asAdmin, missed.id)).status).toBe('no_show');
  });
  await test.step('a notice of a moved entrance is previewed and sent once', async () => {
    // A number that staff entered, because nobody has confirmed the patient's address.
    const phone = `010${String(Date.now()).slice(-8)}`;
    expect((await asAdmin.patch(`/api/users/${patient.id}`, { data: { phone } })).ok()).toBe(true);
    await page.goto(`/clinic/day?branch=${branch.id}`);
    await page.getByRole('button', { name: words('staff.notice.open') }).click();
    const dialog = page.getByRole('dialog');
    // Patients who wait today belong to other tests: use the day of this patient's appointment.
    for (const end of ['from', 'to'] as const) {
      await dialog.getByLabel(words(`notice.day.${end}`), { exact: true }).click();
      await chooseCalendarDay(openCalendar(page), coming.appointmentDate);
    }
    await dialog.getByText(words('notice.template.entrance')).click();
    await dialog.getByLabel(words('notice.where.words')).fill('by the garden gate');
    await dialog.getByLabel(words('notice.where.wordsAr')).fill('من باب الحديقة');
    await axe(page);
    await dialog.getByRole('button', { name: words('notice.look') }).click();
    await expect(dialog.getByText('by the garden gate').first()).toBeVisible();
    await expect(dialog.getByText('من باب الحديقة').first()).toBeVisible();
    await axe(page);
    await dialog.getByRole('button', { name: words('notice.send', { n: 1 }) }).click();
    await expect(page.getByText(words('notice.sentTo', { n: 1 })).first()).toBeVisible();
  });
  await login(page, patient.username, patient.password);
  const told: object[] = await (await page.request.get('/api/notifications')).json();
  const ofEntrance = told.filter((one) => /by the garden gate|من باب الحديقة/.test(JSON.stringify(one)));
  expect(ofEntrance).toHaveLength(1);
});
