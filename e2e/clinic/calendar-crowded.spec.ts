import { randomBytes } from 'node:crypto';
import type { Locator } from '@playwright/test';
import type { Appointment } from '#shared/contract/appointments.ts';
import { minutesOf } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import { newBranch } from '../branches.ts';
import { daysAhead } from '../clock.ts';
import { expect, test } from '../fixtures.ts';

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (!box) throw new Error('it is not drawn');
  return box;
};

test('a day with many rooms and many overbooked appointments is readable and usable', {
  tag: '@both',
}, async ({ page, login, newPatient, asAdmin, axe, words, lang, isMobile }) => {
  const mark = randomBytes(4).toString('hex');
  // Open for longer than fits on a screen.
  const branch = await newBranch(asAdmin, { name: `Crowded ${mark}`, rooms: 12 }, ['09:00', '21:00']);
  const day = daysAhead(3);
  const at = { locationId: branch.id, appointmentDate: day, appointmentTime: '10:00:00', service: '1' };
  const visits: Appointment[] = [];
  const longName = `Fatma Elzahraa Abdelrahman Mahmoud Elsherbiny ${mark}`;
  for (let n = 0; n < 6; n += 1) {
    const { id } = await newPatient();
    const name = n === 0 ? longName : `Crowd ${n} ${mark}`;
    await asAdmin.patch(`/api/users/${id}`, { data: { name } });
    const booked = await asAdmin.post('/api/appointments', { data: { userId: id, ...at, overbook: true } });
    expect(booked.status()).toBe(201);
    visits.push((await booked.json()) as Appointment);
  }
  await login(page, 'admin');
  await page.goto(`/clinic/calendar?branch=${branch.id}&day=${day}`);
  const slot = (name: string) => page.locator(`[data-slot="${name}"]`);
  if (isMobile) {
    // Consecutive, so none of them is folded away.
    for (const { id } of visits) await expect(slot(`visit-${id}`)).toBeVisible();
    await axe(page);
    return;
  }
  const roomOf = (n: number) => n.toLocaleString(lang === 'ar' ? 'ar-EG' : 'en');
  const keys = page.keyboard;
  const read = async (id: number) =>
    (await (await asAdmin.get(`/api/appointments/${id}`)).json()) as Appointment;
  const pane = page.locator('.tg-pane');
  const hour = page.locator('.tg-axis > span').first();
  const more = slot('more-over-600');
  const [, , third] = visits;
  if (!third) throw new Error('six were booked');

  await test.step('the headers of rooms and hours stay visible while scrolling', async () => {
    await expect(hour).toBeVisible();
    const [frame, before] = [await boxOf(pane), await boxOf(hour)];
    expect(frame.height).toBeLessThan(800);
    await pane.evaluate((element, rtl) => {
      element.scrollTo({ left: rtl ? -900 : 900, top: 700 });
    }, lang === 'ar');
    await expect.poll(async () => (await boxOf(hour)).y).toBeLessThan(before.y - 500);
    expect((await boxOf(hour)).x).toBeCloseTo(before.x, 0);
    const head = page.getByRole('columnheader', {
      name: new RegExp(words('staff.calendar.room', { n: roomOf(12) })),
    });
    await expect(head).toBeInViewport();
    expect((await boxOf(head)).y).toBeCloseTo(frame.y + 1, 0);
  });
  await test.step('of six at one time two are cards, the others a list', async () => {
    await pane.evaluate((element) => element.scrollTo({ left: 0, top: 0 }));
    await more.scrollIntoViewIfNeeded();
    await expect(more).toHaveAccessibleName(
      words('staff.calendar.moreAt', { n: 4, time: formatTime(lang, '10:00:00') }),
    );
    for (const one of visits.slice(0, 2))
      expect((await boxOf(slot(`visit-${one.id}`))).width).toBeGreaterThan(90);
    await expect(slot(`visit-${third.id}`)).toBeHidden();
    await axe(page);
  });
  await test.step('a name is shown in full on several lines, a longer one on hover or focus', async () => {
    const [long, other] = visits;
    const who = (one?: Appointment) => slot(`visit-${one?.id}`).locator('.tg-who');
    const isWhole = (element: Element) => element.scrollHeight <= element.clientHeight + 1;
    expect(await who(other).evaluate(isWhole)).toBe(true);
    expect(await who(long).evaluate(isWhole)).toBe(false);
    const peek = page.locator('.tg-peek');
    await who(long).hover();
    await expect(peek.locator('b')).toHaveText(longName);
    await expect(peek).toContainText(words('staff.appointments.overbooked'));
    await axe(page);
    // The preview can be hovered, and closed without moving the pointer.
    await peek.hover();
    await page.waitForTimeout(500);
    await expect(peek).toBeVisible();
    // The pointer now rests on the card under the preview, and must not interfere with keyboard users.
    await slot(`visit-${long?.id}`).evaluate((card) => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
      (card as HTMLElement).focus();
    });
    await expect(peek).toBeHidden();
    await expect(peek.locator('b')).toHaveText(longName);
    await keys.press(lang === 'ar' ? 'ArrowRight' : 'ArrowLeft');
    await expect(peek).toBeHidden();
  });
  await test.step('by keyboard an appointment is picked up in the list and dropped in a room', async () => {
    await more.focus();
    await keys.press('Enter');
    const list = page.getByRole('dialog');
    await expect(list.locator('[data-visit]')).toHaveCount(4);
    await axe(page);
    await keys.press('Escape');
    await expect(list).toBeHidden();
    await expect(more).toBeFocused();
    await keys.press('Enter');
    await list.locator(`[data-slot="visit-${third.id}"]`).focus();
    await keys.press('m');
    await expect(list).toBeHidden();
    await expect(more).toBeFocused();
    await expect(page.locator('.tg-ghost')).toContainText('Crowd 2');
    await keys.press('Enter');
    await expect.poll(async () => (await read(third.id)).room).toBe(1);
    await expect(more).toHaveAccessibleName(
      words('staff.calendar.moreAt', { n: 3, time: formatTime(lang, '10:00:00') }),
    );
  });
  await test.step('by pointer an appointment is dragged out of the list to a time that was below it', async () => {
    await more.click();
    const list = page.getByRole('dialog');
    const card = list.locator('.tg-visit').nth(1);
    const fourth = Number(await card.locator('[data-visit]').getAttribute('data-visit'));
    await expect(card).toBeVisible();
    const [under, from] = [await boxOf(list), await boxOf(card)];
    const middles = await page.locator('[data-slot^="free-12-"]').evaluateAll((times) =>
      times.map((time) => {
        const { x, y, width, height } = time.getBoundingClientRect();
        return { slot: time.getAttribute('data-slot'), x: x + width / 2, y: y + height / 2 };
      }),
    );
    const beneath = middles.find(
      ({ x, y }) => x > under.x && x < under.x + under.width && y > under.y && y < under.y + under.height,
    );
    if (!beneath) throw new Error('no time lies under the list');
    const { mouse } = page;
    await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await mouse.down();
    await mouse.move(from.x + from.width / 2 + 8, from.y + from.height / 2 + 8, { steps: 2 });
    await expect(page.locator('.tg-ghost')).toBeVisible();
    await mouse.move(beneath.x, beneath.y, { steps: 8 });
    await expect(page.locator('.tg-ghost')).toContainText(words('staff.calendar.room', { n: roomOf(12) }));
    await mouse.up();
    await expect(list).toBeHidden();
    await expect.poll(async () => (await read(fourth)).room).toBe(12);
    expect(beneath.slot).toBe(`free-12-${minutesOf((await read(fourth)).appointmentTime)}`);
    await expect(more).toHaveAccessibleName(
      words('staff.calendar.moreAt', { n: 2, time: formatTime(lang, '10:00:00') }),
    );
  });
});
