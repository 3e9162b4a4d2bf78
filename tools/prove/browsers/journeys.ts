import { randomBytes, randomInt } from 'node:crypto';
import { type Lang, localPath } from '#shared/domain/languages.ts';
import { type MessageKey, say } from '#shared/messages/dictionaries.ts';
import type { Clinic } from './clinic.ts';
import { type KeyboardEngine, type Person, person, tabTo } from './engine.ts';

/** Context of a journey. */
interface Scene {
  readonly engine: KeyboardEngine;
  readonly her: Person;
  readonly clinic: Clinic;
  readonly lang: Lang;
  words(key: MessageKey): string;
  at(path: string): string;
}

/** A branch that books by room, and one that books by doctor. */
const [byRoom, byDoctor] = [2, 3];

/** Chooses a branch, a service, any doctor, the last offered day and its last free time. */
async function choose({ her, at, words }: Scene, branch: number): Promise<void> {
  await her.open(at('/book'));
  await her.press({ css: `label:has(input[name=booking-location][value="${branch}"])` });
  await her.press({ css: 'label:has(input[name=booking-service])' });
  if (branch === byDoctor)
    await her.press({ css: 'label:has(input[name=booking-doctor])', text: words('booking.doctor.any') });
  await her.press({ css: '#book button[data-day]', last: true });
  await her.press({ css: 'label:has(input[name=booking-time]:enabled)', last: true });
}

const newPhone = () => `010${String(randomInt(1e8)).padStart(8, '0')}`;

/** Moves the shown appointment to the first free time of the last offered day, then cancels it. */
async function moveAndCancel({ her, words }: Scene): Promise<void> {
  await her.press({ css: 'button', text: words('account.appointments.reschedule') });
  const dialog = '[role=dialog]';
  await her.press({ css: `${dialog} button[data-day]`, last: true });
  await her.press({ css: `${dialog} label:has(input[type=radio]:enabled)` });
  await her.press({ css: `${dialog} button`, text: words('booking.move.submit') });
  await her.sees({ css: '.toast', text: words('booking.move.doneTitle') });
  await her.press({ css: 'button', text: words('account.appointments.cancel') });
  await her.press({ css: '[role=alertdialog] button', text: words('booking.cancel.submit') });
  await her.sees({ css: '.toast', text: words('booking.cancel.doneTitle') });
}

/** Core journeys of a patient. */
export const journeys: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  'books as a visitor by a code to her phone, moves the visit and cancels it': async (scene) => {
    const { her, words, clinic } = scene;
    await choose(scene, byRoom);
    const phone = newPhone();
    await her.write({ label: words('booking.who.name') }, 'Fatma Hassan');
    await her.write({ label: words('booking.who.phone') }, phone);
    await her.press({ css: '.book-bar button', text: words('booking.who.send') });
    await her.sees({ label: words('booking.who.code') });
    await her.write({ label: words('booking.who.code') }, await clinic.codeFor(`+2${phone}`));
    await her.press({ css: '.book-bar button', text: words('booking.confirm') });
    await her.sees({ css: '[data-booked]', text: words('booking.booked.held') });
    await her.open(`${clinic.origin}/profile?tab=appointments`);
    await moveAndCancel(scene);
  },

  'registers, signs in with the password and books': async (scene) => {
    const { her, words, at } = scene;
    const username = `nour-${randomBytes(4).toString('hex')}`;
    await her.open(`${at('/')}?dialog=login`);
    const dialog = '[role=dialog]';
    await her.press({ css: `${dialog} [role=tab]`, text: words('account.tab.register') });
    await her.write({ label: words('account.register.username') }, username);
    await her.write({ label: words('account.register.password') }, 'lotus-and-arch-71');
    await her.press({ css: `${dialog} button`, text: words('account.register.submit') });
    await her.sees({ css: '.toast', text: words('account.register.successTitle') });
    await her.write({ label: words('account.login.username') }, username);
    await her.write({ label: words('account.login.password') }, 'lotus-and-arch-71');
    await her.press({ css: `${dialog} button[type=submit]`, text: words('account.login.submit') });
    await her.misses({ css: dialog });
    await choose(scene, byDoctor);
    await her.press({ css: '.book-bar button', text: words('booking.confirm') });
    await her.sees({ css: '[data-booked]', text: words('booking.booked.held') });
  },

  'signs in by a code to her phone': async ({ her, words, at, clinic }) => {
    const phone = newPhone();
    await her.open(`${at('/')}?dialog=login`);
    await her.press({ css: '[role=dialog] button', text: words('account.login.phoneLong') });
    await her.write({ label: words('account.phone.number') }, phone);
    await her.press({ css: '[role=dialog] button', text: words('account.phone.send') });
    await her.sees({ label: words('account.phone.code') });
    await her.write({ label: words('account.phone.code') }, await clinic.codeFor(`+2${phone}`));
    await her.press({ css: '[role=dialog] button', text: words('account.phone.verify') });
    await her.sees({ css: '.toast', text: words('account.phone.successTitle') });
    await her.open(`${clinic.origin}/profile`);
    await her.sees({ css: 'h1', text: words('account.profile.title') });
  },

  'books by keyboard alone': async ({ engine, her, words, at, clinic }) => {
    const phone = newPhone();
    await her.open(at('/book'));
    await tabTo(engine, { css: '#book input[name=booking-location]' });
    await engine.key(' ');
    await tabTo(engine, { css: '#book input[name=booking-service]' });
    await engine.key(' ');
    await tabTo(engine, { css: '#book button[data-day]' });
    await engine.key('Enter');
    await tabTo(engine, { css: '#book input[name=booking-time]' });
    await engine.key(' ');
    await tabTo(engine, { css: '#book input[name=who-name]' });
    await engine.keys('Fatma Hassan');
    await tabTo(engine, { css: '#book input[name=who-phone]' });
    await engine.keys(phone);
    await tabTo(engine, { css: '.book-bar button', text: words('booking.who.send') });
    await engine.key('Enter');
    await her.sees({ css: 'input[name=who-otp]:focus' });
    await engine.keys(await clinic.codeFor(`+2${phone}`));
    await tabTo(engine, { css: '.book-bar button', text: words('booking.confirm') });
    await engine.key('Enter');
    await her.sees({ css: '[data-booked]', text: words('booking.booked.held') });
  },

  'joins the waiting list of a full day by a code to her phone, and leaves it': async (scene) => {
    const { engine, her, words, at, clinic, lang } = scene;
    const branch = lang === 'ar' ? 4 : 5;
    const day = await clinic.fillDay(branch);
    await her.open(at('/book'));
    await her.press({ css: `label:has(input[name=booking-location][value="${branch}"])` });
    await her.press({ css: 'label:has(input[name=booking-service])' });
    await her.press({ css: '#book [data-show-calendar]' });
    const days = '#book td[data-day]:has(button)';
    await her.sees({ css: days });
    const shown = await engine.run<string>(`return document.querySelector(arguments[0]).dataset.day`, days);
    if (shown.slice(0, 7) < day.slice(0, 7)) await her.press({ css: '#book .cal-next' });
    await her.press({ css: `#book td[data-day="${day}"] button` });
    await her.press({ css: 'button', text: words('booking.none.wait') });
    const dialog = '[role=dialog]';
    await her.press({ css: `${dialog} button`, text: words('offer.join.submit') });
    const phone = newPhone();
    await her.write({ label: words('booking.who.name') }, 'Fatma Hassan');
    await her.write({ label: words('booking.who.phone') }, phone);
    await her.press({ css: `${dialog} button`, text: words('booking.who.send') });
    await her.sees({ label: words('booking.who.code') });
    await her.write({ label: words('booking.who.code') }, await clinic.codeFor(`+2${phone}`));
    await her.press({ css: `${dialog} button`, text: words('offer.join.submit') });
    await her.sees({ css: dialog, text: words('offer.join.done') });
    await her.press({ css: `${dialog} a`, text: words('offer.join.see') });
    await her.sees({ css: 'h2, h3', text: words('offer.wait.title') });
    await her.press({ css: 'button', text: words('offer.wish.leave') });
    await her.misses({ css: 'h2, h3', text: words('offer.wait.title') });
  },
};

export async function walk(engine: KeyboardEngine, clinic: Clinic, lang: Lang, name: string): Promise<void> {
  const scene: Scene = {
    engine,
    her: person(engine),
    clinic,
    lang,
    words: (key) => say(lang, key),
    at: (path) => `${clinic.origin}${localPath(path, lang)}`,
  };
  await journeys[name]?.(scene);
}
