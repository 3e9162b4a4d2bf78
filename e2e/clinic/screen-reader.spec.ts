import { randomBytes } from 'node:crypto';
import { formatTime } from '#shared/domain/format-time.ts';
import { langs } from '#shared/domain/languages.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import type { MessageKey } from '#shared/messages/dictionaries.ts';
import { daysAhead } from '../clock.ts';
import { expect, test } from '../fixtures.ts';
import { runsEveryConfiguration } from '../project-tags.ts';
import * as screenReader from '../screen-reader.ts';
import { listWords, say } from '../words.ts';

/* A morning with a screen reader: the focused element by name and role, and live announcements. */

for (const lang of runsEveryConfiguration ? langs : (['en'] as const)) {
  test(`a morning at the desk with a screen reader, ${lang}`, { tag: '@desktop' }, async ({
    page,
    context,
    baseURL,
    openDesk,
    asAdmin,
  }) => {
    const words = (key: MessageKey, params?: MessageParams) => say(lang, key, params);
    const digit = (n: number) => (lang === 'ar' ? String.fromCharCode(0x660 + n) : String(n));
    const mark = randomBytes(3).toString('hex');
    const made = { name: `Heard ${mark}`, nameAr: `مسموع ${mark}`, rooms: 2 };
    const name = `هدى سمير ${mark}`;
    await context.addInitScript(screenReader.recordAnnouncements);
    const { branch, visits } = await openDesk(made, [name], ['15:00', '18:00']);
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL ?? '' }]);
    const keys = page.keyboard;
    const hears = (sentence: string) => screenReader.expectAnnouncement(page, sentence);
    const focusIs = (what: string | RegExp) => screenReader.expectFocus(page, what);

    await test.step('the board opens with focus on its search, and every element has a name', async () => {
      await page.goto('/clinic/day');
      await focusIs(`combobox: ${words('desk.find.label')}`);
      await expect(page.locator('[data-column=expected] [data-card]')).toHaveCount(1);
      expect(await screenReader.unnamedControls(page)).toEqual([]);
    });
    await test.step('a found patient is announced as an option, and Enter announces her arrival once', async () => {
      await keys.type('هدى');
      await expect
        .poll(async () =>
          (await screenReader.accessibleNodes(page)).filter(
            (one) => one.role === 'option' && one.name.includes(name),
          ),
        )
        .not.toEqual([]);
      await screenReader.takeAnnouncements(page);
      await keys.press('Enter');
      await hears(words('desk.did.waiting', { name, ticket: digit(1) }));
      await focusIs(new RegExp(`article: .*${name}.*${words('desk.card.ticket', { n: digit(1) })}`));
    });
    await test.step('Tab leads to the patient’s next step by name, and each step is announced', async () => {
      await keys.press('Tab');
      await keys.press('Tab');
      await focusIs(new RegExp(`button: ${words('desk.step.with_doctor')}.*${name}`));
      await keys.press('Enter');
      await hears(words('desk.did.with_doctor', { name, room: words('desk.room', { n: digit(1) }) }));
      await focusIs(new RegExp(name));
      await keys.press('s');
      await hears(words('desk.did.seen', { name }));
      await focusIs(new RegExp(`article: .*${name}`));
    });
    await test.step('a walk-in field has a name, and the ticket is announced once', async () => {
      await keys.press('w');
      await focusIs(new RegExp(`combobox: ${words('desk.walkIn.who')}`));
      await keys.type(`Nadia ${mark}`);
      await keys.press('Enter');
      await hears(words('desk.walkIn.done', { name: `Nadia ${mark}`, ticket: digit(2) }));
    });
    await test.step('a free time announces when and where, and a moved appointment its target', async () => {
      const day = daysAhead(3);
      const asked = {
        userId: visits[0]?.userId,
        locationId: branch.id,
        appointmentDate: day,
        appointmentTime: '15:00:00',
      };
      await asAdmin.post('/api/appointments', { data: { ...asked, service: '1', room: 1 } });
      await page.goto(`/clinic/calendar?branch=${branch.id}&day=${day}`);
      const room = (n: number) => words('staff.calendar.room', { n: digit(n) });
      const free = page.locator('[data-slot="free-2-900"]');
      await free.focus();
      const at = formatTime(lang, '15:00:00');
      await focusIs(`button: ${words('staff.calendar.newAt', { time: at, room: room(2) })}`);
      expect(await screenReader.unnamedControls(page)).toEqual([]);
      await page.locator('[data-slot^="visit-"]').first().focus();
      await focusIs(new RegExp(`button: ${at}.*${name}`));
      await screenReader.takeAnnouncements(page);
      await keys.press('m');
      const place = listWords(lang, [at, room(1)]);
      await hears(words('staff.calendar.carry.taken', { name, place }));
      await keys.press('ArrowDown');
      await hears(words('staff.calendar.conflict.none'));
      await keys.press('Escape');
      await hears(words('staff.calendar.carry.back', { name }));
    });
    await test.step('every element of the appointments list has a name', async () => {
      await page.goto('/clinic/appointments?period=all');
      await expect(page.locator('[data-appointment]').first()).toBeVisible();
      expect(await screenReader.unnamedControls(page)).toEqual([]);
    });
  });
}
