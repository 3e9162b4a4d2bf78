import { randomBytes, randomInt } from 'node:crypto';
import { type Lang, localPath } from '#shared/domain/languages.ts';
import { type MessageKey, say } from '#shared/messages/dictionaries.ts';
import type { Clinic } from './clinic.ts';
import { type Engine, type Person, person } from './engine.ts';

/** Context of a journey. */
interface Scene {
  readonly engine: Engine;
  readonly her: Person;
  readonly clinic: Clinic;
  readonly lang: Lang;
  words(key: MessageKey): string;
  at(path: string): string;
}

/** Chooses a branch, a service, the last offered day and its last free time. */
async function choose({ her, at }: Scene, branch: number): Promise<void> {
  await her.open(at('/book'));
  await her.press({ css: `label:has(input[name=booking-location][value="${branch}"])` });
  await her.press({ css: 'label:has(input[name=booking-service])' });
  await her.press({ css: '#book button[data-day]', last: true });
  await her.press({ css: 'label:has(input[name=booking-time]:enabled)', last: true });
}

const newPhone = () => `010${String(randomInt(1e8)).padStart(8, '0')}`;

/** Moves the shown appointment to the first free time of the first day, then cancels it. */
async function moveAndCancel({ her, words }: Scene): Promise<void> {
  await her.press({ css: 'button', text: words('account.appointments.reschedule') });
  const dialog = '[role=dialog]';
  await her.press({ css: `${dialog} button[data-day]` });
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
    await choose(scene, 2);
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
    await choose(scene, 3);
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
};

export async function walk(engine: Engine, clinic: Clinic, lang: Lang, name: string): Promise<void> {
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
