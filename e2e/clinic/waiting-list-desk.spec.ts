import { randomBytes } from 'node:crypto';
import type { Waiting } from '#shared/contract/offers.ts';
import { formatDate } from '#shared/domain/format-time.ts';
import { newBranch } from '../branches.ts';
import { daysAhead } from '../clock.ts';
import { expect, test } from '../fixtures.ts';
import { freeDay, freeTimes } from '../visits.ts';
import { say } from '../words.ts';

/** Buttons of the desk for offers and waiting-list entries, after a patient's answer. */
test('a patient who answers an offer with a request for a call is on the call list until called', async ({
  browser,
  baseURL,
  lang,
  page,
  login,
  newPatient,
  asAdmin,
  axe,
  words,
}) => {
  const branch = await newBranch(asAdmin, { name: `Dokki ${randomBytes(3).toString('hex')}` }, [
    '15:00',
    '19:00',
  ]);
  const patient = await newPatient();
  const day = await freeDay(asAdmin, branch.id, 3);
  const [appointmentTime] = await freeTimes(asAdmin, branch.id, day);
  const time = { locationId: branch.id, appointmentDate: day, appointmentTime };
  const made = await asAdmin.post('/api/offers', { data: { userId: patient.id, serviceId: 1, ...time } });
  expect(made.status(), 'an offer').toBe(201);
  const { id } = (await made.json()) as { id: number };

  await login(page, patient.username, patient.password);
  await page.goto('/profile?tab=appointments');
  await page.getByRole('button', { name: words('offer.answer.call') }).click();
  await expect(page.getByRole('region', { name: words('offer.list') })).toContainText(
    words('offer.state.call'),
  );

  const desk = await (await browser.newContext({ baseURL: baseURL ?? '', locale: lang })).newPage();
  await login(desk, 'admin');
  await test.step('a call is recorded on the call list and undone', async () => {
    await desk.goto('/clinic/disruptions?tab=calls');
    const call = desk.locator(`[data-call="offer-${id}"]`);
    await expect(call).toContainText('Mona Samir');
    await axe(desk);
    await call.getByRole('button', { name: words('plans.call.called') }).click();
    await desk.keyboard.type('any Sunday');
    await call.getByRole('button', { name: words('plans.call.note') }).click();
    await expect(call).toBeHidden();
    const called = desk.locator(`[data-called="offer-${id}"]`);
    await desk.locator('details', { has: called }).locator('summary').click();
    await expect(called).toContainText('any Sunday');
    await called.getByRole('button', { name: words('plans.call.undo') }).click();
    await expect(call).toBeVisible();
  });
  await test.step('a call is also recorded in the list of offers, where the time can be withdrawn', async () => {
    await desk.getByRole('tab', { name: words('plans.tab.offers') }).click();
    const row = desk.getByRole('table', { name: words('plans.offers.list') }).locator(`[data-offer="${id}"]`);
    await expect(row).toContainText(words('plans.offerState.call'));
    await axe(desk);
    await row.getByRole('button', { name: words('plans.call.called') }).click();
    await expect(row.getByRole('button', { name: words('plans.call.called') })).toBeHidden();
    // The button was removed: the focus is on the heading of the list, not at the top of the page.
    const head = desk.getByRole('heading', { name: words('plans.offers.list') });
    await expect(head).toBeFocused();
    await row.getByRole('button', { name: words('plans.offers.withdraw') }).click();
    await desk
      .getByRole('alertdialog')
      .getByRole('button', { name: words('plans.offers.withdraw') })
      .click();
    const over = desk.getByRole('table', { name: words('plans.offers.over') });
    await expect(over.locator(`[data-offer="${id}"]`)).toContainText(words('plans.offerState.withdrawn'));
    await expect(head).toBeFocused();
  });
});

test('the desk adds a patient to the waiting list from her file and removes her with a reason', async ({
  page,
  lang,
  login,
  newPatient,
  asAdmin,
  axe,
  words,
}) => {
  const branch = await newBranch(asAdmin, { name: `Dokki ${randomBytes(3).toString('hex')}` }, [
    '15:00',
    '19:00',
  ]);
  const closedFrom = daysAhead(9);
  expect((await asAdmin.patch(`/api/locations/${branch.id}`, { data: { closedFrom } })).ok()).toBe(true);
  const patient = await newPatient();
  const waiting = async () =>
    (await (await asAdmin.get(`/api/offers/waiting?userId=${patient.id}`)).json()) as Waiting[];
  await login(page, 'admin');
  await page.goto(`/clinic/patients/${patient.id}`);
  await page.getByRole('button', { name: words('desk.file.wait') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('offer.branch'), { exact: true }).selectOption({ value: String(branch.id) });
  await expect(dialog).toContainText(
    say(lang, 'common.locations.closedFrom', { date: formatDate(lang, closedFrom) }),
  );
  await axe(page);
  await dialog.getByRole('button', { name: words('offer.join.staffSubmit') }).click();
  await expect.poll(async () => (await waiting()).length).toBe(1);
  const [wish] = await waiting();
  expect(wish).toMatchObject({ locationIds: [branch.id], patient: { id: patient.id } });
  expect((wish?.fromDate ?? '') >= daysAhead(0)).toBe(true);

  await page.goto('/clinic/disruptions?tab=waiting');
  const row = page.locator(`[data-wish="${wish?.id}"]`);
  await expect(row).toContainText('Mona Samir');
  await row.getByRole('button', { name: words('offer.wait.takeOff') }).click();
  const ending = page.getByRole('dialog');
  await ending.getByLabel(words('waiting.why.unreached')).check();
  await axe(page);
  await ending.getByRole('button', { name: words('offer.wait.takeOff') }).click();
  await expect(row).toBeHidden();
  expect(await waiting()).toEqual([]);
});

test('a patient joins the waiting list from the empty calendar of a full branch', async ({
  page,
  login,
  newPatient,
  asAdmin,
  at,
  axe,
  words,
}) => {
  // Parallel tests share this setting, so all of them use the same value.
  await asAdmin.patch('/api/settings', { data: { waitingList: 'hand' } });
  const branch = await newBranch(asAdmin, { name: `Dokki ${randomBytes(3).toString('hex')}` });
  const patient = await newPatient();
  // An address entered by the desk counts as confirmed, so the patient can be notified.
  const told = { email: `told-${patient.username}@mail.example` };
  expect((await asAdmin.patch(`/api/users/${patient.id}`, { data: told })).ok(), 'an address').toBe(true);
  await login(page, patient.username, patient.password);
  await page.goto(at('/book'));
  await page.locator(`label:has(input[name=booking-location][value="${branch.id}"])`).click();
  await page.locator('label:has(input[name=booking-service])').first().click();
  await page.getByRole('button', { name: words('booking.none.wait') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(words('offer.branch'), { exact: true })).toHaveValue(String(branch.id));
  await axe(page);
  await dialog.getByRole('button', { name: words('offer.join.submit') }).click();
  await expect(page.getByRole('dialog', { name: words('offer.join.done') })).toBeVisible();
  const waiting = (await (
    await asAdmin.get(`/api/offers/waiting?locationId=${branch.id}`)
  ).json()) as Waiting[];
  expect(waiting).toMatchObject([{ patient: { id: patient.id }, rests: 'hand' }]);
});
