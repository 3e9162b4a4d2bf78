import type { Page } from '@playwright/test';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { langs } from '#shared/domain/languages.ts';
import { newBranch } from '../branches.ts';
import { daysAhead } from '../clock.ts';
import { expect, test } from '../fixtures.ts';
import { allVisitsUrl, rowMenu, visitRow } from '../visits.ts';
import { say } from '../words.ts';

/* The desk's list while scrolling: search and filters stay visible, and nothing covers the rows. */

/** Lower edge of the table head above the rows. */
const headEnd = (page: Page) =>
  page
    .locator('thead')
    .first()
    .evaluate((head) => head.getBoundingClientRect().bottom);

/** The focused element and the place of the table head, if the head covers it; empty if it does not. */
const describeCovered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const { top } = focused.getBoundingClientRect();
    const end = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
    if (top >= Math.floor(end) - 1) return '';
    return `${focused.outerHTML.slice(0, 160)} begins at ${top}, the head ends at ${end}, scrolled by ${scrollY}`;
  });

test('search, day and columns stay visible while the list scrolls', { tag: '@desktop' }, async ({
  page,
  login,
  newPatient,
  newStaff,
  asAdmin,
  words,
  axe,
}) => {
  const branch = await newBranch(asAdmin, { name: 'List at work', rooms: 2 });
  const { id } = await newPatient();
  for (let visit = 0; visit < 14; visit++) {
    const at = { appointmentDate: daysAhead(0), appointmentTime: timeOfMinutes(9 * 60 + 20 * visit) };
    const data = { userId: id, locationId: branch.id, service: '1', overbook: true, ...at };
    expect((await asAdmin.post('/api/appointments', { data })).status(), at.appointmentTime).toBe(201);
  }
  const { username, password } = await newStaff('receptionist', [branch.id]);
  await login(page, username, password);
  await page.goto('/clinic/appointments');
  const rows = page.locator('[data-appointment]');
  await expect(rows).toHaveCount(14);

  await test.step('the list opens at today with at least eight rows visible', async () => {
    const whole = () =>
      rows.evaluateAll(
        (all) =>
          all.map((row) => row.getBoundingClientRect()).filter((box) => box.bottom <= innerHeight).length,
      );
    await expect.poll(whole).toBeGreaterThanOrEqual(8);
    const head = await headEnd(page);
    expect((await rows.first().boundingBox())?.y).toBeGreaterThanOrEqual(Math.floor(head));
  });

  const finds = [
    page.getByRole('button', { name: words('staff.find.label') }),
    page.getByRole('searchbox', { name: words('staff.filter.searchLabel') }),
    page.getByRole('combobox', { name: words('staff.filter.status') }),
    page.locator('section[data-day] h3'),
    page.getByRole('columnheader', { name: words('staff.column.time') }),
  ];
  await test.step('after scrolling the search is visible and nothing covers it', async () => {
    await page.mouse.move(800, 600);
    await page.mouse.wheel(0, 240);
    await expect
      .poll(async () => (await rows.first().boundingBox())?.y ?? 0)
      .toBeLessThan(await headEnd(page));
    for (const one of finds) {
      await expect(one).toBeInViewport({ ratio: 1 });
      expect(
        await one.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const there = document.elementFromPoint(x + width / 2, y + height / 2);
          return there === element || element.contains(there);
        }),
      ).toBe(true);
    }
    await axe(page);
  });
  await test.step('“/” focuses the search without scrolling', async () => {
    const at = await page.evaluate(() => scrollY);
    expect(at).toBeGreaterThan(0);
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: words('staff.find.label') })).toBeFocused();
    await page.keyboard.press('Escape');
    for (let times = 0; times < 3; times++) await page.keyboard.press('Tab');
    await (finds[2] as ReturnType<Page['locator']>).focus();
    expect(await page.evaluate(() => scrollY)).toBe(at);
  });
  await test.step('Shift+Tab never moves the focus below sticky elements', async () => {
    await rows.last().getByRole('checkbox').focus();
    for (let times = 0; times < 26; times++) {
      await page.keyboard.press('Shift+Tab');
      await expect.poll(() => describeCovered(page)).toBe('');
    }
  });
});

test('the press that opens a row’s menu selects nothing in it', { tag: '@desktop' }, async ({
  page,
  login,
  newPatient,
  visitToday,
  words,
}) => {
  const patient = await newPatient();
  const visit = await visitToday(patient.id);
  await login(page, 'doctor');
  await page.goto(allVisitsUrl('doctor', patient.username));
  await rowMenu(visitRow(page, visit.id)).hover();
  await page.mouse.down();
  const item = page.getByRole('menuitem', { name: words('staff.visit.title') });
  await item.hover();
  await page.mouse.up();
  await expect(item).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await item.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('an admin’s list begins at today, below the sticky elements', { tag: '@desktop' }, async ({
  page,
  login,
  newPatient,
  visitToday,
  asAdmin,
}) => {
  await visitToday((await newPatient()).id);
  const today = daysAhead(0);
  const ofToday = await asAdmin.get(`/api/appointments?from=${today}&to=${today}&limit=1`);
  const [first] = (await ofToday.json()) as { id: number }[];
  await login(page, 'admin');
  await page.goto('/admin/dashboard?tab=appointments');
  const row = page.locator(`[data-appointment="${first?.id}"]`);
  await expect(row).toBeInViewport({ ratio: 1 });
  expect((await row.boundingBox())?.y).toBeGreaterThanOrEqual(Math.floor(await headEnd(page)) - 1);
});

for (const lang of langs)
  test(`the add button covers no status and no item of the bar, ${lang}`, { tag: '@phone' }, async ({
    page,
    context,
    baseURL,
    login,
  }) => {
    await login(page, 'admin');
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL ?? '' }]);
    await page.goto('/admin/dashboard?period=all');
    const add = page.getByRole('button', { name: say(lang, 'admin.floating.addAppointment'), exact: true });
    const states = page.locator('[data-appointment] [data-place=status] > :first-child');
    const places = page
      .getByRole('navigation', { name: say(lang, 'common.nav.quickMenu') })
      .getByRole('link');
    await expect(states.first()).toBeVisible();
    const button = await add.boundingBox();
    const { x: from, width } = button ?? { x: 0, width: 0 };
    expect(width).toBeGreaterThan(0);
    for (const others of [states, places]) {
      const sides = await others.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
      );
      expect(sides.length).toBeGreaterThan(3);
      expect(sides.filter(({ left, right }) => left < from + width && right > from)).toEqual([]);
    }
  });
