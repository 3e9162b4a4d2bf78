import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { langs } from '#shared/domain/languages.ts';
import { formatTime } from '#shared/domain/time-words.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import { type MessageKey, say } from '#shared/messages/dictionaries.ts';
import { newBranch } from '../branches.ts';
import { daysAhead } from '../clock.ts';
import { expect, test } from '../fixtures.ts';

/* A morning as a screen reader tells it: what has the focus, by name and role, and what is said by itself. */

interface Spoken {
  role: string;
  name: string;
  focused: boolean;
}

/** What the browser hands a screen reader, of what is not hidden from it. */
async function spoken(page: Page): Promise<Spoken[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties = [] }) => ({
      role: String(role?.value ?? ''),
      name: String(name?.value ?? ''),
      focused: properties.some((one) => one.name === 'focused' && one.value.value === true),
    }));
}

/** The innermost of what has the focus: the page itself has it as well. */
async function atFocus(page: Page): Promise<string> {
  const found = (await spoken(page)).filter(({ focused, role }) => focused && role !== 'RootWebArea').at(-1);
  return found ? `${found.role}: ${found.name}` : '';
}

const acting = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'switch',
  'tab',
]);
const unnamed = async (page: Page) =>
  (await spoken(page)).filter(({ role, name }) => acting.has(role) && name.trim() === '');

/** Notes every sentence that a live region is given, in its order. */
function listen(): void {
  const heard: string[] = [];
  Object.assign(globalThis, { heard });
  const live = ':is([role=status], [role=alert], [aria-live]):not([aria-live=off])';
  const told = new WeakMap<Element, string>();
  const look = (node: Node | null) => {
    const region = (node instanceof Element ? node : node?.parentElement)?.closest(live);
    const text = region?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    if (!region || told.get(region) === text) return;
    told.set(region, text);
    if (text) heard.push(text);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      look(target);
      for (const node of addedNodes) {
        look(node);
        if (node instanceof Element) for (const inside of node.querySelectorAll(live)) look(inside);
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** What was said since it was last asked. */
const heardBy = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.splice(0));

for (const lang of langs) {
  test(`a morning at the desk as it is heard, ${lang}`, { tag: '@desktop' }, async ({
    page,
    context,
    baseURL,
    login,
    newPatient,
    newStaff,
    visitToday,
    asAdmin,
  }) => {
    const words = (key: MessageKey, params?: MessageParams) => say(lang, key, params);
    const digit = (n: number) => (lang === 'ar' ? String.fromCharCode(0x660 + n) : String(n));
    const mark = randomBytes(3).toString('hex');
    const made = { name: `Heard ${mark}`, nameAr: `مسموع ${mark}`, rooms: 2 };
    const branch = await newBranch(asAdmin, made, ['15:00', '18:00']);
    const name = `هدى سمير ${mark}`;
    const { id } = await newPatient();
    await asAdmin.patch(`/api/users/${id}`, { data: { name } });
    await visitToday(id, branch.id);
    const { username, password } = await newStaff('receptionist', [branch.id]);
    await context.addInitScript(listen);
    await login(page, username, password);
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL ?? '' }]);
    const keys = page.keyboard;
    /** Waits until it is said, and asks that it was said once. */
    const hears = async (sentence: string) => {
      const all: string[] = [];
      await expect
        .poll(async () => {
          all.push(...(await heardBy(page)));
          return all.filter((one) => one.includes(sentence)).length;
        }, sentence)
        .toBeGreaterThan(0);
      await page.waitForTimeout(300);
      all.push(...(await heardBy(page)));
      expect(
        all.filter((one) => one.includes(sentence)),
        all.join(' | '),
      ).toHaveLength(1);
    };
    const focusIs = (what: string | RegExp) => expect.poll(() => atFocus(page)).toMatch(what);

    await test.step('the board opens on its search; nothing on it is without a name', async () => {
      await page.goto('/clinic/day');
      await focusIs(`combobox: ${words('desk.find.label')}`);
      await expect(page.locator('[data-column=expected] [data-card]')).toHaveCount(1);
      expect(await unnamed(page)).toEqual([]);
    });
    await test.step('who was found is told as an option, and Enter says that she waits, once', async () => {
      await keys.type('هدى');
      await expect
        .poll(async () =>
          (await spoken(page)).filter((one) => one.role === 'option' && one.name.includes(name)),
        )
        .not.toEqual([]);
      await heardBy(page);
      await keys.press('Enter');
      await hears(words('desk.did.waiting', { name, ticket: digit(1) }));
      await focusIs(new RegExp(`article: .*${name}.*${words('desk.card.ticket', { n: digit(1) })}`));
    });
    await test.step('Tab leads to what comes next for her and says for whom; each step is told', async () => {
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
    await test.step('a walk-in: the field has a name, her ticket is told once', async () => {
      await keys.press('w');
      await focusIs(new RegExp(`textbox: ${words('desk.walkIn.who')}`));
      await keys.type('Nadia Walk');
      await keys.press('Enter');
      await hears(words('desk.walkIn.done', { name: 'Nadia Walk', ticket: digit(2) }));
    });
    await test.step('a free time says when and where, a visit in hand where it would go', async () => {
      const day = daysAhead(3);
      const asked = { userId: id, locationId: branch.id, appointmentDate: day, appointmentTime: '15:00:00' };
      await asAdmin.post('/api/appointments', { data: { ...asked, service: '1', room: 1 } });
      await page.goto(`/clinic/calendar?branch=${branch.id}&day=${day}`);
      const room = (n: number) => words('staff.calendar.room', { n: digit(n) });
      const free = page.locator('[data-slot="free-2-900"]');
      await free.focus();
      const at = formatTime(lang, '15:00:00');
      await focusIs(`button: ${words('staff.calendar.newAt', { time: at, room: room(2) })}`);
      expect(await unnamed(page)).toEqual([]);
      await page.locator('[data-slot^="visit-"]').first().focus();
      await focusIs(new RegExp(`button: ${at}.*${name}`));
      await heardBy(page);
      await keys.press('m');
      const join = lang === 'ar' ? '، ' : ', ';
      await hears(words('staff.calendar.carry.taken', { name, place: `${at}${join}${room(1)}` }));
      await keys.press('ArrowDown');
      await hears(words('staff.calendar.conflict.none'));
      await keys.press('Escape');
      await hears(words('staff.calendar.carry.back', { name }));
    });
    await test.step('her list of visits: nothing without a name', async () => {
      await page.goto('/clinic/appointments?period=all');
      await expect(page.locator('[data-appointment]').first()).toBeVisible();
      expect(await unnamed(page)).toEqual([]);
    });
  });
}
