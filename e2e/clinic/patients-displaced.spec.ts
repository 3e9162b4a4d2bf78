import { randomBytes } from 'node:crypto';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Doctor } from '#shared/contract/doctors.ts';
import { newBranch } from '../branches.ts';
import { atClinicTime, daysAhead } from '../clock.ts';
import { expect, test } from '../fixtures.ts';
import { chooseCalendarDay, openCalendar, readVisit } from '../visits.ts';

/**
 * From the report of a doctor's illness to the last patient: no appointment changes before its patient
 * answers.
 */
test('a doctor’s illness is previewed, patients get offers, answer by link, and are called', async ({
  page,
  browser,
  baseURL,
  login,
  newStaff,
  newPatientOfDesk,
  asAdmin,
  keptMessage,
  axe,
  words,
}) => {
  const mark = randomBytes(3).toString('hex');
  const made = { name: `Dokki ${mark}`, nameAr: `الدقي ${mark}`, rooms: 2 };
  const branch = await newBranch(asAdmin, made, ['15:00', '19:00']);
  await newStaff('doctor', [branch.id]);
  const doctors = (await (await asAdmin.get('/api/doctors')).json()) as Doctor[];
  const ill = doctors.find(({ locationIds }) => locationIds.includes(branch.id));
  const day = daysAhead(4);
  const visitOf = async ({ id: userId }: { id: number }, appointmentTime: string) => {
    const at = {
      locationId: branch.id,
      appointmentDate: day,
      appointmentTime,
      service: '1',
      doctorId: ill?.id,
    };
    const booked = await asAdmin.post('/api/appointments', { data: { userId, ...at } });
    expect(booked.status(), appointmentTime).toBe(201);
    return (await booked.json()) as Appointment;
  };
  const hanan = await newPatientOfDesk({ name: 'Hanan Lotfy' });
  const told = await visitOf(hanan, '15:00');
  const soad = await newPatientOfDesk({ name: 'Soad Ibrahim', phone: '01000000080' });
  const texted = await visitOf(soad, '16:00');
  const landline = { phone: '02 2345 6789', channels: [] };
  const zeinab = await newPatientOfDesk({ name: 'Zeinab Adly', ...landline });
  const unheard = await visitOf(zeinab, '17:00');

  await test.step('before saving the preview lists the patients, channels and another time for each', async () => {
    await login(page, 'admin');
    await page.goto(`/clinic/disruptions/new?doctor=${ill?.id}`);
    await page.getByRole('button', { name: words('staff.absence.from'), exact: true }).click();
    await chooseCalendarDay(openCalendar(page), day);
    const rows = page.locator('[data-displaced]');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(0)).toContainText('Hanan Lotfy');
    await expect(rows.nth(0)).toContainText(words('plans.reach.email'));
    await expect(rows.nth(1)).toContainText('0100 000 0080');
    await expect(rows.nth(1)).toContainText(words('plans.reach.sms'));
    await expect(rows.nth(2)).toContainText('02 2345 6789');
    await expect(rows.nth(2)).toContainText(words('plans.reach.none'));
    await axe(page);
  });
  await test.step('one press saves and sends the offers, and the page of answers opens', async () => {
    await page.getByRole('button', { name: words('plans.save.offer') }).click();
    await expect(page).toHaveURL(/\/clinic\/disruptions\/\d+$/);
    for (const { id } of [told, texted])
      await expect(page.locator(`[data-displaced="${id}"][data-state="open"]`)).toBeVisible();
    await expect(page.locator('[data-call]')).toHaveCount(1);
    await expect(page.locator(`[data-call="${unheard.id}"]`)).toContainText(words('plans.why.unreached'));
    await axe(page);
  });
  await test.step('a patient answers by the link on a phone without an account', async () => {
    const text = await keptMessage(hanan.email, 'offerDisplaced');
    const link = text.match(/\S*\/l\/\S+/)?.[0] ?? '';
    const phone = await browser.newContext({
      baseURL,
      viewport: { width: 360, height: 780 },
      hasTouch: true,
      isMobile: true,
    });
    await atClinicTime(phone);
    const hers = await phone.newPage();
    await hers.goto(new URL(link, baseURL).pathname);
    await expect(hers.getByRole('heading', { level: 1 })).toBeVisible();
    await axe(hers);
    expect((await readVisit(asAdmin, told.id)).appointmentDate, 'looking decides nothing').toBe(day);
    await hers
      .getByRole('button')
      .filter({ has: hers.locator('svg.lucide-check') })
      .click();
    await expect(hers.getByRole('status').filter({ has: hers.locator('b') })).toBeVisible();
    await phone.close();
  });
  await test.step('her answer appears without a reload, and the other patient is called', async () => {
    await expect(page.locator(`[data-displaced="${told.id}"][data-state="taken"]`)).toBeVisible();
    const call = page.locator(`[data-call="${unheard.id}"]`);
    const row = page.locator(`[data-displaced="${unheard.id}"]`);
    await call.getByRole('button', { name: words('plans.call.called') }).click();
    await page.keyboard.type('comes on Sunday');
    await call.getByRole('button', { name: words('plans.call.note') }).click();
    await expect(row).toContainText('comes on Sunday');
    await expect(row).toHaveAttribute('data-state', 'called');
    await page.getByText(words('plans.call.over', { n: 1 })).click();
    await page.getByRole('button', { name: words('plans.call.undo') }).click();
    await expect(call).toBeVisible();
    await call.getByRole('button', { name: words('plans.call.called') }).click();
    await call.getByRole('button', { name: words('plans.call.note') }).click();
    await expect(row).toHaveAttribute('data-state', 'called');
    await expect(page.locator('[data-call]')).toHaveCount(0);
    expect((await readVisit(asAdmin, told.id)).appointmentDate).not.toBe(day);
    expect(await readVisit(asAdmin, unheard.id)).toMatchObject({ appointmentDate: day, status: 'confirmed' });
  });
});
