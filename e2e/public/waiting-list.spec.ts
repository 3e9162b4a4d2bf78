import { randomBytes, randomInt } from 'node:crypto';
import { newBranch } from '../branches.ts';
import { expect, test } from '../fixtures.ts';
import { chooseCalendarDay, freeDay, freeTimes, readVisit } from '../visits.ts';
import { say } from '../words.ts';

const branch = 8;

test('on a full day a visitor joins the waiting list by phone, gets an offer and accepts it', async ({
  browser,
  baseURL,
  page,
  login,
  lang,
  at,
  axe,
  words,
  asAdmin,
  newPatient,
  keptMessage,
}) => {
  // Offers by hand: they work at any hour, and no task makes them first.
  await asAdmin.patch('/api/settings', { data: { waitingList: 'hand' } });
  // A day with a single time, which is taken.
  const day = await freeDay(asAdmin, branch, 25);
  const others = (await (await asAdmin.get(`/api/locations/${branch}/exceptions`)).json()) as object[];
  await asAdmin.put(`/api/locations/${branch}/exceptions`, {
    data: [...others, { date: day, isClosed: false, startTime: '15:00', endTime: '15:20' }],
  });
  const somebody = { userId: (await newPatient()).id, locationId: branch, service: 1 };
  const visit = (await (
    await asAdmin.post('/api/appointments', {
      data: { ...somebody, appointmentDate: day, appointmentTime: '15:00' },
    })
  ).json()) as { id: number };

  await page.goto(at('/book'));
  await page.locator(`label:has(input[name=booking-location][value="${branch}"])`).click();
  await page.locator('label:has(input[name=booking-service])').first().click();
  await chooseCalendarDay(page.locator('#book'), day);
  await page.getByRole('button', { name: words('booking.none.wait') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(words('offer.branch'), { exact: true })).toHaveValue(String(branch));
  await dialog.getByLabel(words('offer.part.afternoon')).check();
  await axe(page);
  await dialog.getByRole('button', { name: words('offer.join.submit') }).click();
  const phone = `010${String(randomInt(1e8)).padStart(8, '0')}`;
  await dialog.getByLabel(words('booking.who.name'), { exact: true }).fill('Fatma Hassan');
  await dialog.getByLabel(words('booking.who.phone'), { exact: true }).fill(phone);
  // The press that showed these fields must not submit them.
  await expect(dialog.getByText(words('booking.who.nameMissing'))).toHaveCount(0);
  await expect(dialog.getByLabel(words('booking.who.name'), { exact: true })).toHaveValue('Fatma Hassan');
  await dialog
    .getByRole('button', { name: words('booking.who.send') })
    .last()
    .click();
  const code = dialog.getByLabel(words('booking.who.code'), { exact: true });
  await expect(code).toBeFocused();
  await axe(page);
  const [digits = ''] = /\d{6}/.exec(await keptMessage(`+2${phone}`, 'code')) ?? [];
  await code.fill(digits);
  await code.press('Enter');
  const done = page.getByRole('dialog', { name: words('offer.join.done') });
  await expect(done).toBeVisible();
  await axe(page);
  await done.getByRole('link', { name: words('offer.join.see') }).click();
  const waits = page.getByRole('heading', { name: words('offer.wait.title'), exact: true });
  await expect(waits).toBeVisible();

  // The patient sees the offer arrive on her page.
  await asAdmin.patch(`/api/appointments/${visit.id}`, { data: { status: 'cancelled' } });
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '', locale: lang })).newPage();
  await login(desk, 'admin');
  await desk.goto('/clinic/disruptions?tab=waiting');
  const branches = desk.getByLabel(words('waiting.branch'), { exact: true });
  await branches.selectOption({ value: String(branch) });
  const waiting = desk.getByRole('table', { name: words('waiting.list') });
  const row = waiting.getByRole('row').filter({ hasText: phone.slice(-4) });
  await expect(row).toContainText(words('offer.part.afternoon'));
  await axe(desk);
  await row.getByRole('button', { name: words('waiting.offer') }).click();
  const times = desk.getByRole('dialog');
  await times.getByRole('radio').first().check();
  await axe(desk);
  await times.getByRole('button', { name: words('waiting.offerDo') }).click();
  await expect(row).toContainText(words('offer.rest.kept'));
  await page.getByRole('button', { name: words('offer.answer.take') }).click();
  const kept = page.getByRole('region', { name: words('offer.list') });
  await expect(kept.getByRole('status')).toContainText(words('offer.state.taken'));
  await expect(waits).toBeHidden();
  const table = page.getByRole('table', { name: words('account.appointments.upcoming') });
  await expect(table).toContainText(say(lang, 'status.confirmed'));
  await axe(page);
});

test('a patient waits for an earlier time, accepts the offer, and her appointment is moved', async ({
  page,
  login,
  newPatient,
  asAdmin,
  axe,
  words,
}) => {
  await asAdmin.patch('/api/settings', { data: { waitingList: 'hand' } });
  const name = `Dokki ${randomBytes(3).toString('hex')}`;
  const { id: locationId } = await newBranch(asAdmin, { name }, ['15:00', '19:00']);
  const patient = await newPatient();
  const told = { email: `told-${patient.username}@mail.example` };
  expect((await asAdmin.patch(`/api/users/${patient.id}`, { data: told })).ok(), 'an address').toBe(true);
  const [day, earlier] = [await freeDay(asAdmin, locationId, 12), await freeDay(asAdmin, locationId, 5)];
  const [appointmentTime] = await freeTimes(asAdmin, locationId, day);
  const booked = await asAdmin.post('/api/appointments', {
    data: { userId: patient.id, locationId, service: '1', appointmentDate: day, appointmentTime },
  });
  expect(booked.status(), 'a visit').toBe(201);
  const visit = (await booked.json()) as { id: number };

  await login(page, patient.username, patient.password);
  await page.goto('/profile?tab=appointments');
  await page.getByRole('button', { name: words('offer.wish.here') }).click();
  await expect(page.getByRole('button', { name: words('offer.wish.leave') })).toBeVisible();
  await axe(page);
  const list = await asAdmin.get(`/api/offers/waiting?userId=${patient.id}`);
  const [wish] = (await list.json()) as { id: number; visit: object }[];
  expect(wish).toMatchObject({ visit: { appointmentDate: day, locationId } });

  const time = { locationId, appointmentDate: earlier, appointmentTime };
  const given = await asAdmin.post('/api/offers', {
    data: { userId: patient.id, serviceId: 1, wishId: wish?.id, ...time },
  });
  expect(given.status(), 'an offer').toBe(201);
  await expect(page.getByRole('heading', { name: words('offer.title.earlier') })).toBeVisible();
  expect((await readVisit(asAdmin, visit.id)).appointmentDate, 'hers stays until she answers').toBe(day);
  await page.getByRole('button', { name: words('offer.answer.take') }).click();
  const kept = page.getByRole('region', { name: words('offer.list') });
  await expect(kept.getByRole('status')).toContainText(words('offer.state.taken'));
  await axe(page);
  expect(await readVisit(asAdmin, visit.id)).toMatchObject({ appointmentDate: earlier });
  expect(await (await asAdmin.get(`/api/offers/waiting?userId=${patient.id}`)).json()).toEqual([]);
});
