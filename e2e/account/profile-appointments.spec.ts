import type { Route } from '@playwright/test';
import { formatTime, formatVisit } from '#shared/domain/format-time.ts';
import { expect, test } from '../fixtures.ts';
import { chooseCalendarDay, readVisit } from '../visits.ts';
import { say } from '../words.ts';

test('a patient sees her appointments, moves one and cancels it', async ({
  page,
  lang,
  axe,
  newPatient,
  bookVisit,
  login,
}) => {
  const her = await newPatient();
  await login(page, her.username, her.password);
  await page.goto('/profile?tab=appointments');
  await expect(page.getByText(say(lang, 'account.appointments.emptyTitle'))).toBeVisible();
  await expect(page.getByRole('link', { name: say(lang, 'account.appointments.bookNew') })).toHaveAttribute(
    'href',
    /#book$/,
  );
  await axe(page);

  const visit = await bookVisit(her.id, 6, page.request);
  await page.reload();
  const next = page.getByRole('region', {
    name: formatVisit(lang, visit.appointmentDate, visit.appointmentTime),
  });
  await expect(next).toBeVisible();
  const table = page.getByRole('table', { name: say(lang, 'account.appointments.upcoming') });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText(say(lang, 'status.pending'));
  await expect(table).toContainText(say(lang, 'account.appointments.viaWebsite'));
  await axe(page);
  const file = await page.request.get(
    (await next.getByRole('link', { name: say(lang, 'account.appointments.ics') }).getAttribute('href')) ??
      '',
  );
  expect(file.headers()['content-type']).toContain('text/calendar');

  await next.getByRole('button', { name: say(lang, 'account.appointments.reschedule') }).click();
  const move = page.getByRole('dialog', { name: say(lang, 'booking.move.title') });
  await expect(move.getByRole('button', { name: say(lang, 'booking.move.submit') })).toBeDisabled();
  await chooseCalendarDay(move, visit.appointmentDate);
  const time = move.getByRole('radio', { disabled: false }).last();
  const chosen = (await time.getAttribute('value')) ?? '';
  await time.check();
  await axe(page);
  await move.getByRole('button', { name: say(lang, 'booking.move.submit') }).click();
  await expect(move).toBeHidden();
  await expect(page.locator('.toast')).toContainText(say(lang, 'booking.move.doneTitle'));
  await expect(table).toContainText(formatTime(lang, chosen));

  const moved = formatVisit(lang, visit.appointmentDate, chosen);
  await table.getByRole('button', { name: say(lang, 'common.action.actionsFor', { name: moved }) }).click();
  await page.getByRole('menuitem', { name: say(lang, 'account.appointments.cancel') }).click();
  const ask = page.getByRole('alertdialog', { name: say(lang, 'booking.cancel.title') });
  await expect(ask).toContainText(formatTime(lang, chosen));
  await expect(ask.getByRole('button', { name: say(lang, 'booking.cancel.keep') })).toBeFocused();
  await axe(page);
  await ask.getByRole('button', { name: say(lang, 'booking.cancel.submit') }).click();
  await expect(page.locator('.toast')).toContainText(say(lang, 'booking.cancel.doneTitle'));
  await expect(
    page.getByRole('heading', { name: say(lang, 'account.appointments.title'), exact: true }),
  ).toBeFocused();
  await expect(page.getByRole('table', { name: say(lang, 'account.appointments.past') })).toContainText(
    say(lang, 'status.cancelled'),
  );
  await expect(table).toBeHidden();
  await expect(page.getByRole('region', { name: moved })).toBeHidden();
});

test.describe('a lost answer', () => {
  test.use({ losesAnswers: true });
  test('moves and cancels the appointment once, and the patient is told', { tag: '@phone' }, async ({
    page,
    lang,
    newPatient,
    bookVisit,
    login,
  }) => {
    const her = await newPatient();
    await login(page, her.username, her.password);
    const visit = await bookVisit(her.id, 6, page.request);
    let lost = 0;
    await page.route(`**/api/appointments/${visit.id}`, async (route: Route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      lost += 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.goto('/profile?tab=appointments');
    await page
      .getByRole('button', { name: say(lang, 'account.appointments.reschedule') })
      .first()
      .click();
    const move = page.getByRole('dialog', { name: say(lang, 'booking.move.title') });
    await chooseCalendarDay(move, visit.appointmentDate);
    await move.getByRole('radio', { disabled: false }).last().check();
    await move.getByRole('button', { name: say(lang, 'booking.move.submit') }).click();
    await expect(page.locator('.toast')).toContainText(say(lang, 'booking.move.doneTitle'));
    await page
      .getByRole('button', { name: say(lang, 'account.appointments.cancel') })
      .first()
      .click();
    // The button that opens the dialog has the same name in Arabic.
    const cancel = page.getByRole('alertdialog');
    await cancel.getByRole('button', { name: say(lang, 'booking.cancel.submit') }).click();
    await expect(page.locator('.toast').last()).toContainText(say(lang, 'booking.cancel.doneTitle'));
    expect(lost).toBe(2);
    expect(await readVisit(page.request, visit.id)).toMatchObject({
      status: 'cancelled',
      version: visit.version + 2,
    });
  });
});
