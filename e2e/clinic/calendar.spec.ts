import { randomBytes } from 'node:crypto';
import type { Appointment } from '#shared/contract/appointments.ts';
import { newBranch } from '../branches.ts';
import { daysAhead } from '../clock.ts';
import { expect, test } from '../fixtures.ts';

test('the front desk books and moves appointments in the calendar by keyboard and pointer', {
  tag: '@desktop',
}, async ({ page, login, newPatient, asAdmin, axe, words, lang }) => {
  const mark = randomBytes(4).toString('hex');
  const branch = await newBranch(asAdmin, { name: `Calendar ${mark}`, rooms: 2 }, ['15:00', '18:00']);
  const day = daysAhead(3);
  const at = { locationId: branch.id, appointmentDate: day };
  const people = [];
  for (const name of [`Hoda ${mark}`, `Salma ${mark}`]) {
    const { id } = await newPatient();
    await asAdmin.patch(`/api/users/${id}`, { data: { name } });
    people.push(id);
  }
  const [hoda, salma] = people;
  const there = { userId: salma, appointmentTime: '15:20:00', service: '1', room: 2, ...at };
  const hers = (await (await asAdmin.post('/api/appointments', { data: there })).json()) as Appointment;
  await login(page, 'admin');
  await page.goto(`/clinic/calendar?branch=${branch.id}&day=${day}`);
  const keys = page.keyboard;
  const slot = (name: string) => page.locator(`[data-slot="${name}"]`);
  const visitsOf = async (id: number | undefined) =>
    (await (
      await asAdmin.get(`/api/appointments?userId=${id}&from=${day}&to=${day}`)
    ).json()) as Appointment[];
  await expect(slot(`visit-${hers.id}`)).toBeVisible();
  await axe(page);

  await test.step('a free time of a room is booked in place', async () => {
    await slot('free-1-900').click();
    await expect(page.getByRole('dialog').getByRole('combobox').first()).toBeFocused();
    // Pressing Enter at once selects the match of the typed text, not the one that was shown before.
    await keys.type(`hoda ${mark}`);
    await keys.press('Enter');
    await expect(page.getByRole('dialog')).toContainText(`Hoda ${mark}`);
    await expect(page.getByRole('button', { name: words('staff.calendar.book') })).toBeFocused();
    await keys.press('Enter');
    await expect(page.locator('[data-slot^="visit-"]', { hasText: 'Hoda' })).toBeVisible();
    expect(await visitsOf(hoda)).toMatchObject([{ room: 1, appointmentTime: '15:00:00' }]);
  });
  await test.step('by keyboard an appointment moves to another room, and a taken place warns before the drop', async () => {
    const [visit] = await visitsOf(hoda);
    const card = slot(`visit-${visit?.id}`);
    const said = page.locator('section > [role=tabpanel] [role=status]');
    const isSaid = (what: string) => expect(said.filter({ hasText: what })).not.toHaveCount(0);
    await card.focus();
    await keys.press('m');
    await keys.press(lang === 'ar' ? 'ArrowLeft' : 'ArrowRight');
    await isSaid(words('staff.calendar.conflict.none'));
    await keys.press('ArrowDown');
    await isSaid('Salma');
    await keys.press('ArrowUp');
    await keys.press('Enter');
    await expect.poll(() => visitsOf(hoda)).toMatchObject([{ room: 2, appointmentTime: '15:00:00' }]);
  });
  await test.step('by pointer an appointment moves to another time', async () => {
    const [visit] = await visitsOf(hoda);
    await expect(slot('free-1-900')).toBeVisible();
    const [from, to] = [slot(`visit-${visit?.id}`), slot('free-1-960')];
    await from.dragTo(to, { sourcePosition: { x: 40, y: 8 }, targetPosition: { x: 40, y: 10 } });
    await expect.poll(() => visitsOf(hoda)).toMatchObject([{ room: 1, appointmentTime: '16:00:00' }]);
  });
  await test.step('a change by another desk appears in this calendar by itself', async () => {
    await asAdmin.patch(`/api/appointments/${hers.id}`, { data: { status: 'cancelled' } });
    await expect(slot('free-2-920')).toBeVisible();
  });
});
