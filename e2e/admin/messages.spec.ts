import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sign } from '#server/engine/delivery/transports/signature.ts';
import { type GatewayServer, gatewayServer } from '#server/testing/gateway-server.ts';
import { type MailServer, mailServer } from '#server/testing/mail-server.ts';
import { headerOf, plainText } from '#server/testing/mail-text.ts';
import type { User } from '#shared/contract/users.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { withDemoServer } from '../../tools/test-run/demo-server.mjs';
import { now } from '../clock.ts';
import { test as base, clearSession, expect, type NewPatient, toast } from '../fixtures.ts';
import { chooseCalendarDay, freeDay, readVisit } from '../visits.ts';
import { say } from '../words.ts';

const secret = 'a secret shared with the gateway';
const phone = '+201001112233';

interface Clinic {
  readonly origin: string;
  readonly mails: MailServer;
  readonly gateway: GatewayServer;
}

/** A separate clinic that really sends messages: to a mail server and a gateway on this machine. */
const test = base.extend<object, { clinic: Clinic }>({
  clinic: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures this one needs: none
    async ({}, provide) => {
      const [mails, gateway] = await Promise.all([mailServer(), gatewayServer()]);
      const env = { SMTP_URL: mails.url, SMS_GATEWAY_URL: gateway.url, GATEWAY_SECRET: secret };
      await withDemoServer((origin: string) => provide({ origin, mails, gateway }), env);
      await Promise.all([mails.close(), gateway.close()]);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ clinic }, provide) => {
    await provide(clinic.origin);
  },
});

async function api(
  page: Page,
  origin: string,
  method: 'post' | 'patch',
  path: string,
  data: object,
  status: number,
) {
  const answer = await page.request[method](path, { data, headers: { origin } });
  expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBe(status);
  return answer;
}

/**
 * Signs the patient in and confirms her address, and her phone if she wants texts: messages are sent only to
 * confirmed contacts.
 */
async function reachable(
  page: Page,
  clinic: Clinic,
  lang: Lang,
  patient: NewPatient,
  channels: ('email' | 'sms')[],
) {
  const { origin } = clinic;
  const send = (path: string, data: object) => api(page, origin, 'post', path, data, 200);
  await send('/api/auth/login', { username: patient.username, password: patient.password });
  const texts = channels.includes('sms');
  await api(
    page,
    origin,
    'patch',
    `/api/users/${patient.id}`,
    { locale: lang, channels, ...(texts ? { phone, currentPassword: patient.password } : {}) },
    200,
  );
  const link = /confirm-contact\?token=([\w-]+)/;
  // The e-mail of the registration; requesting another one would invalidate its link.
  const mail = plainText(await mailTo(clinic, patient.email, 'confirm-contact?token='));
  await send('/api/auth/confirmations/verify', { token: link.exec(mail)?.[1] });
  if (!texts) return;
  await send('/api/auth/confirmations', { channel: 'phone' });
  const code = () =>
    textsTo(clinic)
      .map(({ to, text }) => (to === phone ? /[0-9٠-٩]{6}/.exec(text)?.[0] : undefined))
      .find(Boolean);
  await expect.poll(code, { message: 'a code by text', timeout: 30_000 }).toBeDefined();
  await send('/api/auth/confirmations/verify', { otp: code() });
}

async function mailTo({ mails }: Clinic, address: string, words: string): Promise<string> {
  const found = () =>
    mails.received.find(({ to, raw }) => to === address && plainText(raw).includes(words))?.raw;
  await expect.poll(found, { message: `a mail to ${address}`, timeout: 30_000 }).toBeDefined();
  return found() ?? '';
}
const textsTo = ({ gateway }: Clinic) =>
  gateway.calls.map(({ body }) => JSON.parse(body) as { to: string; text: string });
const linksIn = (text: string) => text.match(/http:\/\/127\.0\.0\.1:\d+\S*\/l\/\S+/g) ?? [];
const linkFor = (mail: string, action: string) =>
  linksIn(plainText(mail)).find((link) => link.endsWith(`?do=${action}`)) ?? '';
const stopLink = (mail: string) => linksIn(plainText(mail)).find((link) => !link.includes('?do=')) ?? '';
const press = (page: Page, words: string) =>
  page.getByRole('main').getByRole('button', { name: words, exact: true }).click();

test('a booking sends an e-mail whose link confirms without affecting others, and opening it changes nothing', async ({
  page,
  clinic,
  lang,
  newPatient,
  bookVisit,
  asAdmin,
  axe,
}) => {
  const patient = await newPatient();
  await reachable(page, clinic, lang, patient, ['email']);
  const visit = await bookVisit(patient.id, 1, page.request);
  const mail = await mailTo(clinic, patient.email, '?do=confirm');
  await clearSession(page);
  const confirm = linkFor(mail, 'confirm');
  expect(new URL(confirm).pathname.startsWith('/ar/')).toBe(lang === 'ar');

  const scanned = await page.request.get(confirm);
  expect(scanned.status()).toBe(200);
  expect(await scanned.text()).not.toContain(patient.username);
  await page.goto(confirm);
  await expect(page.getByText(say(lang, 'public.link.confirm.text'))).toBeVisible();
  await axe(page);
  await press(page, say(lang, 'public.link.confirm.button'));
  await expect(page.getByText(say(lang, 'public.link.confirm.done'))).toBeVisible();
  await axe(page);

  await page.goto(linkFor(mail, 'cancel'));
  await expect(page.getByText(say(lang, 'public.link.cancel.text'))).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    formatVisit(lang, visit.appointmentDate, visit.appointmentTime),
  );
  expect((await readVisit(asAdmin, visit.id)).status).toBe('pending');
  await page.goto(confirm.replace(/\/l\/[\w-]+/, `/l/${'x'.repeat(43)}`));
  await expect(page.getByText(say(lang, 'public.link.invalid.title'))).toBeVisible();
  await axe(page);
});

test('a patient whom no message reaches is asked to confirm her number after booking', async ({
  page,
  clinic,
  lang,
  at,
  newPatient,
  login,
  axe,
}) => {
  const patient = await newPatient();
  await login(page, patient.username, patient.password);
  // Her number is known and not confirmed.
  const phone = `010${String(randomInt(1e8)).padStart(8, '0')}`;
  expect((await page.request.patch(`/api/users/${patient.id}`, { data: { phone } })).ok()).toBe(true);
  await page.goto(at('/book'));
  await page.locator('label:has(input[name=booking-location][value="8"])').click();
  await page.locator('#book button[data-day]').last().click();
  await page.locator('label:has(input[name=booking-time]:enabled)').last().click();
  await page.getByRole('button', { name: say(lang, 'booking.confirm'), exact: true }).click();
  const booked = page.locator('[data-booked]');
  await expect(booked).toContainText(say(lang, 'booking.booked.confirmNumber'));
  await expect(booked).not.toContainText(say(lang, 'booking.booked.noMessage'));
  await axe(page);
  await expect(booked.getByLabel(say(lang, 'booking.who.phone'))).toHaveValue(new RegExp(phone.slice(-4)));
  const own = `+2${phone}`;
  await booked.getByRole('button', { name: say(lang, 'booking.who.send') }).click();
  const code = () =>
    textsTo(clinic)
      .map(({ to, text }) => (to === own ? /[0-9٠-٩]{6}/.exec(text)?.[0] : undefined))
      .find(Boolean);
  await expect.poll(code, { message: 'a code by text', timeout: 30_000 }).toBeDefined();
  await booked.getByLabel(say(lang, 'booking.who.code')).fill(code() ?? '');
  await booked.getByRole('button', { name: say(lang, 'common.action.confirm'), exact: true }).click();
  await expect(booked).toContainText(say(lang, 'booking.booked.numberDone'));
  await axe(page);
  const { user } = (await (await page.request.get('/api/auth/user')).json()) as { user: User };
  expect(user).toMatchObject({ phoneConfirmed: true, channels: expect.arrayContaining(['sms']) });
});

test('a link cancels, another moves to a chosen time without signing in', async ({
  page,
  context,
  clinic,
  lang,
  newPatient,
  bookVisit,
  asAdmin,
  axe,
}) => {
  const mona = await newPatient();
  await reachable(page, clinic, lang, mona, ['email']);
  const lost = await bookVisit(mona.id, 2, page.request);
  const cancel = linkFor(await mailTo(clinic, mona.email, '?do=cancel'), 'cancel');
  const salma = await newPatient();
  await reachable(page, clinic, lang, salma, ['email']);
  const moved = await bookVisit(salma.id, 3, page.request);
  const move = linkFor(await mailTo(clinic, salma.email, '?do=move'), 'move');
  await clearSession(page);

  const openMeanwhile = await context.newPage();
  for (const opened of [openMeanwhile, page]) {
    await opened.goto(cancel);
    await expect(opened.getByText(say(lang, 'public.link.cancel.text'))).toBeVisible();
  }
  for (const opened of [page, openMeanwhile]) {
    await press(opened, say(lang, 'public.link.cancel.button'));
    await expect(opened.getByText(say(lang, 'public.link.cancel.done'))).toBeVisible();
    await expect(opened.getByRole('main').getByRole('button')).toHaveCount(0);
  }
  await openMeanwhile.close();
  expect((await readVisit(asAdmin, lost.id)).status).toBe('cancelled');

  await page.goto(move);
  await chooseCalendarDay(page.getByRole('main'), await freeDay(page.request, 3));
  const time = page.locator('input[name=booking-time]:not([disabled])').last();
  await time.waitFor({ state: 'attached' });
  await axe(page);
  const value = await time.inputValue();
  await page.locator('label', { has: page.locator(`input[name=booking-time][value="${value}"]`) }).click();
  await press(page, say(lang, 'public.link.move.button'));
  await expect(page.getByText(say(lang, 'public.link.move.done'))).toBeVisible();
  expect((await readVisit(asAdmin, moved.id)).appointmentTime).toBe(value);
});

test('a link that is open while the cut-off passes offers a phone call instead', async ({
  page,
  context,
  clinic,
  lang,
  newPatient,
  bookVisit,
  asAdmin,
  axe,
}) => {
  const patient = await newPatient();
  await reachable(page, clinic, lang, patient, ['email']);
  const visit = await bookVisit(patient.id, 4, page.request);
  const mail = await mailTo(clinic, patient.email, '?do=cancel');
  await clearSession(page);
  const moving = await context.newPage();
  await moving.goto(linkFor(mail, 'move'));
  await chooseCalendarDay(moving.getByRole('main'), await freeDay(moving.request, 4));
  await moving.locator('label:has(input[name=booking-time]:enabled)').last().click();
  await page.goto(linkFor(mail, 'cancel'));
  await expect(page.getByText(say(lang, 'public.link.cancel.text'))).toBeVisible();

  const { cutoffHours } = (await (await asAdmin.get('/api/settings')).json()) as ClinicSettings;
  expect((await asAdmin.patch('/api/settings', { data: { cutoffHours: 168 } })).status()).toBe(200);
  try {
    for (const [opened, action] of [
      [page, 'cancel'],
      [moving, 'move'],
    ] as const) {
      await press(opened, say(lang, `public.link.${action}.button`));
      const main = opened.getByRole('main');
      await expect(main.locator('a[href^="tel:"]')).toBeVisible();
      const tooLate = (n: number) => main.getByText(say(lang, 'error.pastCutoff', { n }));
      await expect(tooLate(cutoffHours).or(tooLate(168))).toHaveCount(1);
      await expect(main.getByText(say(lang, 'public.link.cancel.text'))).toBeHidden();
      await expect(main.getByText(say(lang, 'public.link.move.text'))).toBeHidden();
      await expect(main.getByRole('button')).toHaveText([say(lang, 'public.link.confirm.button')]);
    }
    await axe(page);
    expect((await readVisit(asAdmin, visit.id)).status).toBe('pending');
  } finally {
    await asAdmin.patch('/api/settings', { data: { cutoffHours } });
  }
});

test('texts are signed, a STOP reply ends texts, and a stop link ends e-mails', async ({
  page,
  clinic,
  lang,
  newPatient,
  bookVisit,
  asAdmin,
}) => {
  // No quiet hours: the clinic's clock of this run may be at night.
  const always = { quietHours: { from: '00:00', to: '00:00' } };
  expect((await asAdmin.patch('/api/settings', { data: always })).status()).toBe(200);
  const patient = await newPatient();
  await reachable(page, clinic, lang, patient, ['email', 'sms']);
  await bookVisit(patient.id, 4, page.request);
  const mail = await mailTo(clinic, patient.email, '/l/');
  const textOfVisit = () =>
    clinic.gateway.calls.find(({ body }) => body.includes(phone) && body.includes('/l/'));
  await expect.poll(textOfVisit, { timeout: 30_000 }).toBeDefined();
  const call = textOfVisit();
  const timestamp = String(call?.headers['x-timestamp']);
  expect(call?.headers['x-signature']).toBe(`sha256=${sign(secret, timestamp, call?.body ?? '')}`);

  const reply = (key: string) => {
    const body = JSON.stringify({ from: phone, text: lang === 'ar' ? 'إيقاف' : 'STOP' });
    const at = String(now().getTime());
    const headers = {
      'content-type': 'application/json',
      'x-timestamp': at,
      'x-signature': `sha256=${sign(key, at, body)}`,
    };
    return page.request.post('/api/delivery/inbound', { data: body, headers });
  };
  const channels = async () =>
    ((await (await page.request.get('/api/auth/user')).json()) as { user: { channels: string[] } }).user
      .channels;
  expect((await reply('another secret')).status()).toBe(403);
  expect(await channels()).toEqual(['email', 'sms']);
  expect((await reply(secret)).status()).toBe(204);
  expect(await channels()).toEqual(['email']);

  await page.goto(stopLink(mail));
  await expect(page.getByRole('heading', { name: say(lang, 'public.link.stop.title') })).toBeVisible();
  await press(page, say(lang, 'public.link.stop.button'));
  await expect(page.getByText(say(lang, 'public.link.stop.done'))).toBeVisible();
  expect(await channels()).toEqual([]);
});

test('a message rejected by the mail server is sent again from the logs under its Message-ID', {
  tag: '@desktop',
}, async ({ page, clinic, lang, newPatient, bookVisit, login }) => {
  const patient = await newPatient();
  await reachable(page, clinic, lang, patient, ['email']);
  clinic.mails.refuse = { code: 550, text: 'no such mailbox' };
  try {
    await bookVisit(patient.id, 5, page.request);
    await login(page, 'admin');
    await page.goto(
      `/admin/logs?log=messages&q=${encodeURIComponent(patient.email)}&state=dead&channel=email`,
    );
    const row = page.getByRole('row').filter({ hasText: patient.email }).first();
    await expect(async () => {
      await page.reload();
      await expect(row).toContainText(say(lang, 'logs.state.dead'), { timeout: 3000 });
    }).toPass({ timeout: 40_000 });
    clinic.mails.refuse = null;
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: say(lang, 'logs.message.sendAgain') }).click();
    await expect(toast(page, say(lang, 'logs.message.sentAgain'))).toBeVisible();
  } finally {
    clinic.mails.refuse = null;
  }
  const mail = await mailTo(clinic, patient.email, '?do=confirm');
  expect(headerOf(mail, 'Message-ID')).toMatch(/^<[0-9a-f]{32}@127\.0\.0\.1>$/);
});
