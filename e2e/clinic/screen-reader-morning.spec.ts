import { randomBytes } from 'node:crypto';
import { formatTime, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { langs } from '#shared/domain/languages.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import type { MessageKey } from '#shared/messages/dictionaries.ts';
import { daysAhead } from '../clock.ts';
import { expect, test } from '../fixtures.ts';
import { runsEveryConfiguration } from '../project-tags.ts';
import * as screenReader from '../screen-reader.ts';
import { say } from '../words.ts';

/*
 * The rest of a morning with a screen reader (`screen-reader.spec.ts` is the beginning): notes, dialogs, the queue,
 * the end of the day, a booking and a move. After each action the focus must be on a named element.
 */

for (const lang of runsEveryConfiguration ? langs : (['ar'] as const)) {
  test(`the rest of a morning with a screen reader, ${lang}`, { tag: '@desktop' }, async ({
    page,
    context,
    baseURL,
    openDesk,
    newPatient,
    asAdmin,
  }) => {
    const words = (key: MessageKey, params?: MessageParams) => say(lang, key, params);
    const digit = (n: number) => (lang === 'ar' ? String.fromCharCode(0x660 + n) : String(n));
    const mark = randomBytes(3).toString('hex');
    const made = { name: `Morning ${mark}`, nameAr: `صباح ${mark}`, rooms: 2 };
    const [hoda, salma, mona] = [`هدى ${mark}`, `سلمى ${mark}`, `منى ${mark}`] as const;
    await context.addInitScript(screenReader.recordAnnouncements);
    // Open until the end of the clinic day, so that the board never closes the day automatically.
    const { branch } = await openDesk(made, [hoda, salma], ['15:00', '27:00']);
    const { id: userId } = await newPatient();
    await asAdmin.patch(`/api/users/${userId}`, { data: { name: mona } });
    // In the first hour of the clinic day, and overbooked: it is over at any time of the run.
    const over = { userId, locationId: branch.id, appointmentDate: daysAhead(0) };
    const atNight = { appointmentTime: '03:00:00', service: '1', overbook: true };
    await asAdmin.post('/api/appointments', { data: { ...over, ...atNight } });
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL ?? '' }]);
    const keys = page.keyboard;
    const hears = (sentence: string) => screenReader.expectAnnouncement(page, sentence);
    const focusIs = (what: string | RegExp) => screenReader.expectFocus(page, what);
    const card = (name: string) => new RegExp(`article: .*${name}`);
    const dialog = page.getByRole('dialog');
    const heading = (title: string) => `heading: ${title}`;

    await test.step('the focus goes from the search to the cards', async () => {
      await page.goto('/clinic/day');
      await expect(page.locator('[data-column=expected] [data-card]')).toHaveCount(3);
      await keys.press('Escape');
      await focusIs(card(mona));
      await keys.press('ArrowDown');
      await focusIs(card(hoda));
    });
    await test.step('saving a note is announced, and reopening it shows no conflict', async () => {
      const box = new RegExp(`textbox: (${words('staff.row.addNotes')}|${words('staff.row.editNotes')})`);
      await keys.press('n');
      await focusIs(box);
      await keys.type('Has her papers');
      await screenReader.takeAnnouncements(page);
      await keys.press('Control+Enter');
      await hears(words('staff.notes.updatedText'));
      await focusIs(card(hoda));
      await keys.press('n');
      await focusIs(box);
      await page.waitForTimeout(500);
      expect((await screenReader.takeAnnouncements(page)).join(' ')).not.toContain(
        words('staff.live.staleTitle'),
      );
      await keys.press('Escape');
      await focusIs(card(hoda));
    });
    await test.step('dialogs over the board return the focus to the card', async () => {
      for (const key of ['f', 'o', '?']) {
        await keys.press(key);
        await expect(dialog).toBeVisible();
        // The selected option has the focus, not the first one.
        if (key === 'f') await focusIs(`radio: ${words('staff.followUp.weeks', { n: 6 })}`);
        await keys.press('Escape');
        await expect(dialog).toBeHidden();
        await focusIs(card(hoda));
      }
    });
    await test.step('a new position in the queue is announced', async () => {
      await keys.press('a');
      await hears(words('desk.did.waiting', { name: hoda, ticket: digit(1) }));
      await focusIs(card(salma));
      await keys.press('a');
      await hears(words('desk.did.waiting', { name: salma, ticket: digit(2) }));
      await keys.press('2');
      await focusIs(card(hoda));
      await keys.press('Alt+ArrowDown');
      await focusIs(`combobox: ${words('desk.move.where')}`);
      await keys.press('Tab');
      await keys.type('She is in pain');
      await keys.press('Enter');
      await hears(words('desk.move.didLast', { name: hoda }));
      await focusIs(card(hoda));
    });
    await test.step('a patient leaves unseen and comes back', async () => {
      await keys.press('l');
      await hears(words('desk.did.left', { name: hoda }));
      await focusIs(card(salma));
      await keys.press('4');
      await focusIs(card(hoda));
      await keys.press('u');
      await hears(words('desk.did.waiting', { name: hoda, ticket: digit(1) }));
      await focusIs(card(hoda));
    });
    await test.step('a known walk-in is chosen by keyboard and gets a ticket, and Esc leads to the cards', async () => {
      await keys.press('w');
      await focusIs(new RegExp(`combobox: ${words('desk.walkIn.who')}`));
      await keys.type(`منى ${mark}`);
      await expect(page.getByRole('option', { name: mona, selected: true })).toBeVisible();
      await keys.press('Enter');
      await focusIs(`button: ${words('desk.walkIn.ticket', { n: digit(3) })}`);
      await keys.press('Enter');
      await hears(words('desk.walkIn.done', { name: mona, ticket: digit(3) }));
      await keys.press('Escape');
      await focusIs(/article: /);
    });
    await test.step('closing the day announces its number, and one mark is undone', async () => {
      const close = page.getByRole('button', { name: words('desk.day.close'), exact: true });
      await close.press('Enter');
      await focusIs(heading(words('desk.end.title', { n: 1 })));
      await keys.press('Tab');
      await focusIs(`button: ${words('desk.end.mark', { n: 1 })}`);
      await keys.press('Enter');
      await hears(words('desk.end.done', { n: 1 }));
      await focusIs(heading(words('desk.end.none')));
      const missed = page.getByRole('region', { name: words('desk.end.missed', { n: 1 }) });
      await missed.getByRole('button', { name: words('staff.missed.takeBack') }).press('Enter');
      await expect(missed).toBeHidden();
      await focusIs(heading(words('desk.end.title', { n: 1 })));
    });
    await test.step('booking and moving are announced, and the focus follows', async () => {
      const day = daysAhead(3);
      await page.goto(`/clinic/calendar?branch=${branch.id}&day=${day}`);
      await page.locator('[data-slot="free-1-900"]').press('Enter');
      await focusIs(/combobox: /);
      await keys.type(salma);
      await keys.press('Enter');
      await focusIs(new RegExp(`button: ${words('staff.calendar.book')}`));
      await screenReader.takeAnnouncements(page);
      await keys.press('Enter');
      await hears(words('staff.newAppointment.doneText'));
      await focusIs(new RegExp(`button: ${formatTime(lang, '15:00:00')}.*${salma}`));
      await keys.press('m');
      await keys.press('ArrowDown');
      await hears(words('staff.calendar.conflict.none'));
      await keys.press('Enter');
      const to = { date: formatWeekdayDate(lang, day), time: formatTime(lang, '15:20:00') };
      await hears(words('staff.move.doneText', to));
      await focusIs(new RegExp(`button: ${to.time}.*${salma}`));
    });
  });
}
