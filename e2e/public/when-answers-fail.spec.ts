import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Service } from '#shared/contract/services.ts';
import { formatVisit, weekdayName } from '#shared/domain/format-time.ts';
import { newBranch } from '../branches.ts';
import { expect, test } from '../fixtures.ts';
import { testAllOnlyTag } from '../project-tags.ts';
import { chooseInStaffMenu } from '../staff-list.ts';
import {
  allVisitsUrl,
  chooseCalendarDay,
  chooseDay,
  chooseFreeTime,
  freeDay,
  readVisit,
  rowMenu,
  statusOf,
  visitRow,
} from '../visits.ts';
import { say } from '../words.ts';

// After a failed action, the user sees within two seconds that it failed and why, and keeps her input.

test.use({ losesAnswers: true });

const within = { timeout: 2000 };
const json = (status: number, body: object) => ({ status, json: body });
const html = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };

interface Form {
  /** Requests that the form sends. */
  address: string | RegExp;
  press(): Promise<void>;
  /** The page's own text for an error without a message. */
  otherwise: string;
  /** The element that shows the error; by default the toast. */
  place?: Locator;
}

type ShownForm = Omit<Form, 'otherwise'>;

async function expectOffline(page: Page, context: BrowserContext, lang: 'en' | 'ar', form: ShownForm) {
  const { press, place = page.locator('.toast') } = form;
  await context.setOffline(true);
  await press();
  await expect(place).toContainText(say(lang, 'error.offline'), within);
  await context.setOffline(false);
}

async function expectShown(page: Page, form: ShownForm, answer: { status: number }, text: string) {
  const { address, press, place = page.locator('.toast') } = form;
  await page.route(address, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill(answer),
  );
  const answered = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && response.status() === answer.status,
  );
  await press();
  await answered;
  await expect(place).toContainText(text, within);
  await page.unroute(address);
}

/** Goes offline before the first press, then replies with every kind of error. */
async function answerBadly(page: Page, context: BrowserContext, lang: 'en' | 'ar', form: Form) {
  const { address, press, otherwise, place = page.locator('.toast') } = form;
  await expectOffline(page, context, lang, form);
  const answers = [
    [json(500, { message: 'The clinic is closed.', code: 'internal' }), 'The clinic is closed.'],
    [json(400, { message: 'The line is busy.' }), 'The line is busy.'],
    [json(409, { error: 'Somebody was quicker.' }), 'Somebody was quicker.'],
    [json(500, {}), otherwise],
    [html, say(lang, 'error.serverTryLater')],
  ] as const;
  for (const [answer, told] of answers) await expectShown(page, form, answer, told);
  await page.route(address, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort('connectionreset'),
  );
  await press();
  await expect(place).toContainText(say(lang, 'error.unreachable'), within);
  await page.unroute(address);
}

/**
 * Goes offline before the first press, then replies with one error. All forms read errors through
 * `web/api/client.ts`, so one error shows whether the form displays the message.
 */
async function answerOnceBadly(page: Page, context: BrowserContext, lang: 'en' | 'ar', form: ShownForm) {
  await expectOffline(page, context, lang, form);
  await expectShown(page, form, json(500, { message: 'The clinic is closed.' }), 'The clinic is closed.');
}

/** The toast area is present: the page has loaded its scripts. */
const atRest = (page: Page) => expect(page.locator('.toast-area')).toBeAttached();

test('signing in, registering and a forgotten password show a lost connection', async ({
  page,
  context,
  lang,
  at,
}) => {
  const dialog = page.getByRole('dialog');
  const alert = dialog.getByRole('alert');
  const press = (name: Parameters<typeof say>[1]) => () =>
    dialog.getByRole('button', { name: say(lang, name), exact: true }).click();
  await page.goto(`${at('/')}?dialog=login`);
  await dialog.getByLabel(say(lang, 'account.login.username')).fill('nobody');
  await dialog.getByLabel(say(lang, 'account.login.password'), { exact: true }).fill('lotus-and-arch');
  await answerBadly(page, context, lang, {
    address: '**/api/auth/login',
    press: press('account.login.submit'),
    otherwise: say(lang, 'error.server', { status: '500', statusText: 'Internal Server Error' }),
    place: alert,
  });
  await dialog.getByRole('tab', { name: say(lang, 'account.tab.register') }).click();
  await dialog.getByLabel(say(lang, 'account.register.username')).fill('somebody-new');
  await dialog.getByLabel(say(lang, 'account.register.password'), { exact: true }).fill('lotus-and-arch');
  const message = say(lang, 'account.register.failedFallback');
  await answerBadly(page, context, lang, {
    address: '**/api/auth/register',
    press: press('account.register.submit'),
    otherwise: say(lang, 'account.register.failed', { message }),
    place: alert,
  });
  await dialog.getByRole('tab', { name: say(lang, 'account.tab.reset') }).click();
  await dialog.getByLabel(say(lang, 'account.forgot.email')).fill('mona@mail.example');
  await answerBadly(page, context, lang, {
    address: '**/api/auth/forgot-password',
    press: press('account.forgot.submit'),
    otherwise: say(lang, 'account.forgot.failedText'),
  });
});

test('the contact form shows it, also before its code was loaded', async ({ page, context, lang, at }) => {
  await page.goto(at('/'));
  await page.keyboard.press('Escape');
  const form = page.locator('#contact form');
  const send = form.getByRole('button', { name: say(lang, 'public.contact.form.send') });
  await context.setOffline(true);
  await send.dispatchEvent('click');
  await expect(page.locator('.toast')).toContainText(say(lang, 'error.offline'), within);
  await context.setOffline(false);

  await page.goto(at('/'));
  await page.keyboard.press('Escape');
  await form.getByLabel(say(lang, 'public.contact.form.name')).fill('Salma');
  await form.getByLabel(say(lang, 'public.contact.form.email')).fill('salma@mail.example');
  await form.getByLabel(say(lang, 'public.contact.form.message')).fill('Is there a lift in the building?');
  await atRest(page);
  await answerBadly(page, context, lang, {
    address: '**/api/contact-messages',
    press: () => send.click(),
    otherwise: say(lang, 'public.contact.failed.text'),
  });
  await expect(form.getByLabel(say(lang, 'public.contact.form.name'))).toHaveValue('Salma');
});

test('the profile and its password form show it at the first press', async ({
  page,
  context,
  lang,
  login,
  newPatient,
}) => {
  const her = await newPatient();
  await login(page, her.username, her.password);
  await page.goto('/profile');
  const name = page.getByLabel(say(lang, 'account.profile.name'), { exact: true });
  await expect(name).toHaveValue('Mona Samir');
  await atRest(page);
  let times = 0;
  await answerBadly(page, context, lang, {
    address: /\/api\/users\/\d+$/,
    press: async () => {
      times += 1;
      await name.fill(`Mona ${times}`);
      await page.getByRole('button', { name: say(lang, 'account.profile.save') }).click();
    },
    otherwise: say(lang, 'account.profile.failed'),
  });
  await page.getByRole('tab', { name: say(lang, 'account.profile.tab.password') }).click();
  const fields = ['account.password.current', 'account.password.new', 'account.password.confirm'] as const;
  for (const field of fields)
    await page
      .getByLabel(say(lang, field), { exact: true })
      .fill(field === 'account.password.current' ? her.password : 'another-lotus-72');
  await answerBadly(page, context, lang, {
    address: /\/api\/users\/\d+\/password$/,
    press: () => page.getByRole('button', { name: say(lang, 'account.password.submit') }).click(),
    otherwise: say(lang, 'account.password.failed'),
  });
});

test('a doctor sees that a status or a note was not saved', async ({
  page,
  context,
  lang,
  login,
  newPatient,
  visitToday,
  asAdmin,
}) => {
  const patient = await newPatient();
  const visit = await visitToday(patient.id);
  await asAdmin.patch(`/api/appointments/${visit.id}`, { data: { status: 'pending' } });
  await login(page, 'doctor');
  await page.goto(allVisitsUrl('doctor', patient.username));
  const row = visitRow(page, visit.id);
  await expect(row).toBeVisible();
  await atRest(page);
  await answerBadly(page, context, lang, {
    address: /\/api\/appointments\/\d+$/,
    press: async () => {
      await rowMenu(row).click();
      await page.getByRole('menuitem', { name: say(lang, 'staff.act.confirmed') }).click();
    },
    otherwise: say(lang, 'staff.status.failed'),
  });
  await expect(statusOf(row)).toHaveText(say(lang, 'status.pending'));
  await rowMenu(row).click();
  await page.getByRole('menuitem', { name: say(lang, 'staff.row.addNotes') }).click();
  const box = page.getByRole('textbox', { name: say(lang, 'staff.row.addNotes') });
  await box.fill('Bring the ultrasound.');
  await answerBadly(page, context, lang, {
    address: /\/api\/appointments\/\d+$/,
    press: () => page.getByRole('button', { name: say(lang, 'staff.notes.save'), exact: true }).click(),
    otherwise: say(lang, 'staff.notes.failed'),
  });
  await expect(box).toHaveValue('Bring the ultrasound.');
});

test('a doctor sees that a clinical note was not signed', async ({
  page,
  context,
  lang,
  login,
  newPatient,
  visitToday,
}) => {
  const patient = await newPatient();
  await visitToday(patient.id);
  await login(page, 'doctor');
  await page.goto(`/clinic/patients/${patient.id}`);
  const box = page.getByRole('textbox', { name: say(lang, 'staff.note.label', { name: 'Mona Samir' }) });
  const kept = page.waitForResponse(
    (answer) => answer.ok() && (answer.request().postData()?.includes('Iron once') ?? false),
  );
  await box.fill('Iron once daily.');
  await kept;
  await answerBadly(page, context, lang, {
    address: '**/api/patients/*/clinical-notes',
    press: () => box.press('Control+Enter'),
    otherwise: say(lang, 'staff.note.failed'),
  });
  await expect(box).toHaveValue('Iron once daily.');
});

test('dialogs of an admin show it', async ({ page, context, lang, login }) => {
  await login(page, 'admin');
  await page.goto('/admin/dashboard?tab=locations');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: say(lang, 'admin.locations.add') }).click();
  await dialog.getByLabel(say(lang, 'admin.locations.name'), { exact: true }).fill('Shobra');
  await dialog.getByLabel(say(lang, 'admin.locations.address'), { exact: true }).fill('1 Street');
  await answerBadly(page, context, lang, {
    address: '**/api/locations',
    press: () => dialog.getByRole('button', { name: say(lang, 'admin.locations.save') }).click(),
    otherwise: say(lang, 'admin.locations.saveFailed'),
    place: dialog.getByRole('alert'),
  });
});

test('the dialogs of staff, services and hours show it', { tag: testAllOnlyTag }, async ({
  page,
  context,
  lang,
  login,
  asAdmin,
}) => {
  const dialog = page.getByRole('dialog');
  const alert = dialog.getByRole('alert');
  const server = say(lang, 'error.server', { status: '500', statusText: 'Internal Server Error' });
  await login(page, 'admin');

  await page.goto('/admin/staff');
  await page.getByRole('button', { name: say(lang, 'admin.staff.add') }).click();
  await dialog.getByLabel(say(lang, 'admin.staff.name')).fill('Layla Adel');
  await dialog.getByLabel(say(lang, 'common.field.username')).fill('layla-adel-unsaved');
  await answerBadly(page, context, lang, {
    address: '**/api/staff',
    press: () => dialog.getByRole('button', { name: say(lang, 'common.action.create'), exact: true }).click(),
    otherwise: server,
    place: alert,
  });

  await page.goto('/admin/homepage-editor');
  await page.getByRole('tab', { name: say(lang, 'admin.homepage.tab.services') }).click();
  await page.getByRole('button', { name: say(lang, 'admin.homepage.addService') }).click();
  await dialog.getByLabel(`${say(lang, 'admin.homepage.field.name')} English`).fill('Scan');
  await answerBadly(page, context, lang, {
    address: '**/api/services',
    press: () => dialog.getByRole('button', { name: say(lang, 'common.action.save'), exact: true }).click(),
    otherwise: server,
    place: alert,
  });

  const branch = await newBranch(asAdmin, { name: `Unsaved ${lang}` });
  await page.goto('/admin/dashboard?tab=locations');
  const card = page.locator('main li', {
    has: page.getByRole('heading', { name: branch.name, exact: true }),
  });
  await card.getByRole('button').nth(1).click();
  const day = weekdayName(lang, 0);
  await dialog.getByRole('switch', { name: say(lang, 'admin.schedule.open', { day }) }).click();
  await answerBadly(page, context, lang, {
    address: /\/api\/locations\/\d+\/hours$/,
    press: () => dialog.getByRole('button', { name: say(lang, 'admin.schedule.save'), exact: true }).click(),
    otherwise: say(lang, 'admin.schedule.saveFailed'),
    place: alert,
  });
});

for (const kind of ['admin', 'doctor'] as const)
  test(`adding an appointment on the dashboard of the ${kind} shows that it was not saved`, {
    tag: kind === 'doctor' ? [testAllOnlyTag] : [],
  }, async ({ page, context, lang, login, newPatient, isMobile }) => {
    const patient = await newPatient();
    await login(page, kind);
    await page.goto(`/${kind}/dashboard`);
    const admins = isMobile ? 'admin.floating.addAppointment' : 'admin.appointments.add';
    const add = say(lang, kind === 'admin' ? admins : 'staff.appointments.addAppointment');
    await page.getByRole('button', { name: add, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').first().fill(patient.username);
    // The patient, and the option to add a new one.
    await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(2);
    await dialog.getByRole('option').first().click();
    const branch = 7;
    await dialog
      .getByLabel(say(lang, 'staff.newAppointment.location'), { exact: true })
      .selectOption(String(branch));
    await chooseDay(page, lang, dialog, await freeDay(page.request, branch, kind === 'admin' ? 26 : 28));
    const time = await chooseFreeTime(lang, dialog);
    await atRest(page);
    const create = dialog.getByRole('button', { name: say(lang, 'staff.newAppointment.submit') });
    await answerBadly(page, context, lang, {
      address: '**/api/appointments',
      press: () => create.click(),
      otherwise: say(lang, 'staff.newAppointment.failed'),
    });
    await expect(dialog.getByLabel(say(lang, 'staff.newAppointment.time'), { exact: true })).toHaveValue(
      time,
    );
    await create.click();
    await expect(dialog).toBeHidden();
    const made = await page.request.get(`/api/appointments/user/${patient.id}`);
    expect(await made.json()).toHaveLength(1);
  });

test('editing a colleague and a service shows it', { tag: testAllOnlyTag }, async ({
  page,
  context,
  lang,
  login,
  asAdmin,
  newStaff,
}) => {
  const dialog = page.getByRole('dialog');
  const alert = dialog.getByRole('alert');
  await login(page, 'admin');

  await chooseInStaffMenu(page, await newStaff('doctor'), say(lang, 'common.action.edit'));
  await dialog.getByLabel(say(lang, 'admin.staff.jobTitle')).fill('Dr.');
  await answerBadly(page, context, lang, {
    address: /\/api\/staff\/\d+$/,
    press: () => dialog.getByRole('button', { name: say(lang, 'admin.staff.save'), exact: true }).click(),
    otherwise: say(lang, 'error.server', { status: '500', statusText: 'Internal Server Error' }),
    place: alert,
  });
  await expect(dialog.getByLabel(say(lang, 'admin.staff.jobTitle'))).toHaveValue('Dr.');

  const name = `Unsaved ${Date.now().toString(36)}`;
  const data = { name, icon: 'laboratory', durationMinutes: 20 };
  const service = (await (await asAdmin.post('/api/services', { data })).json()) as Service;
  await page.goto('/admin/homepage-editor');
  await page.getByRole('tab', { name: say(lang, 'admin.homepage.tab.services') }).click();
  await page.getByRole('button', { name: say(lang, 'admin.service.editNamed', { name }) }).click();
  await dialog.getByLabel(say(lang, 'admin.homepage.field.minutes')).fill('40');
  await answerBadly(page, context, lang, {
    address: /\/api\/services\/\d+$/,
    press: () => dialog.getByRole('button', { name: say(lang, 'common.action.save'), exact: true }).click(),
    otherwise: say(lang, 'error.server', { status: '500', statusText: 'Internal Server Error' }),
    place: alert,
  });
  await asAdmin.delete(`/api/services/${service.id}`);
});

test('choosing a new password by a link shows it', async ({ page, context, lang, at }) => {
  await page.goto(`${at('/reset-password')}?token=${'a'.repeat(43)}`);
  for (const field of ['account.reset.new', 'account.reset.confirm'] as const)
    await page.getByLabel(say(lang, field), { exact: true }).fill('nile-at-dawn-33');
  await answerBadly(page, context, lang, {
    address: '**/api/auth/reset-password',
    press: () => page.getByRole('button', { name: say(lang, 'account.reset.submit') }).click(),
    otherwise: say(lang, 'account.reset.failedText'),
  });
});

test('a booking shows why it failed, and is made once', async ({
  page,
  context,
  lang,
  at,
  login,
  newPatient,
}) => {
  const her = await newPatient();
  await login(page, her.username, her.password);
  const branch = 7;
  const day = await freeDay(page.request, branch, 20);
  await page.goto(at('/'));
  await page.keyboard.press('Escape');
  await page.locator(`a[data-book-location="${branch}"]`).click();
  await chooseCalendarDay(page.locator('#book'), day);
  await page.locator('label:has(input[name=booking-time])').first().click();
  const confirm = page.getByRole('button', { name: say(lang, 'booking.confirm'), exact: true });
  await expect(confirm.first()).toBeEnabled();
  await atRest(page);
  await answerBadly(page, context, lang, {
    address: '**/api/appointments',
    press: () => confirm.first().click(),
    otherwise: say(lang, 'booking.failed.wordless'),
  });
  await confirm.first().click();
  await expect(page.locator('[data-booked]')).toBeVisible();
  const mine = (await (await page.request.get(`/api/appointments/user/${her.id}`)).json()) as object[];
  expect(mine).toHaveLength(1);
});

test('asking for a code shows it, in the dialog and in a booking', async ({
  page,
  context,
  lang,
  at,
  words,
}) => {
  const address = '**/api/auth/phone/request-otp';
  const dialog = page.getByRole('dialog');
  await page.goto(`${at('/')}?dialog=login`);
  await dialog.getByRole('button', { name: words('account.login.phone') }).click();
  await dialog.getByLabel(words('account.phone.number'), { exact: true }).fill('01012345678');
  await answerOnceBadly(page, context, lang, {
    address,
    press: () => dialog.getByRole('button', { name: words('account.phone.send') }).click(),
    place: dialog.getByRole('alert'),
  });

  await page.goto(at('/book'));
  await page.locator('label:has(input[name=booking-location][value="8"])').click();
  await page.locator('#book button[data-day]').first().click();
  await page.locator('label:has(input[name=booking-time]:enabled)').last().click();
  await page.getByLabel(words('booking.who.name'), { exact: true }).fill('Fatma Hassan');
  await page.getByLabel(words('booking.who.phone'), { exact: true }).fill('01012345678');
  await answerOnceBadly(page, context, lang, {
    address,
    press: () =>
      page
        .locator('.book-bar')
        .getByRole('button', { name: words('booking.who.send') })
        .click(),
    place: page.locator('#book'),
  });
  await expect(page.getByLabel(words('booking.who.name'), { exact: true })).toHaveValue('Fatma Hassan');
});

test('a patient sees that her visit was neither moved nor cancelled, and that nobody was added', async ({
  page,
  context,
  lang,
  words,
  login,
  newPatient,
  bookVisit,
}) => {
  const her = await newPatient();
  const { id, appointmentDate, appointmentTime } = await bookVisit(her.id, 6);
  await login(page, her.username, her.password);
  await page.goto('/profile?tab=appointments');
  const visit = page.getByRole('region', { name: formatVisit(lang, appointmentDate, appointmentTime) });
  const address = `**/api/appointments/${id}`;

  await visit.getByRole('button', { name: words('account.appointments.reschedule') }).click();
  const move = page.getByRole('dialog', { name: words('booking.move.title') });
  await chooseCalendarDay(move, appointmentDate);
  await move.getByRole('radio', { disabled: false }).last().check();
  await answerOnceBadly(page, context, lang, {
    address,
    press: () => move.getByRole('button', { name: words('booking.move.submit') }).click(),
    place: move,
  });
  await move.getByRole('button', { name: words('booking.cancel.keep') }).click();

  // The question closes after each answer. It is opened once before the network goes.
  const cancel = visit.getByRole('button', { name: words('account.appointments.cancel') });
  const ask = page.getByRole('alertdialog', { name: words('booking.cancel.title') });
  await cancel.click();
  await expect(ask).toBeVisible();
  await answerOnceBadly(page, context, lang, {
    address,
    press: async () => {
      if (await ask.isHidden()) await cancel.click();
      await ask.getByRole('button', { name: words('booking.cancel.submit') }).click();
      await expect(ask).toBeHidden();
    },
  });
  expect(await readVisit(page.request, id)).toMatchObject({ appointmentDate, appointmentTime });

  await page.goto('/profile?tab=family');
  const name = page.getByLabel(words('account.family.name'));
  await name.fill('Samira Fahmy');
  await page.getByLabel(words('account.family.birthYear')).fill('1958');
  await answerOnceBadly(page, context, lang, {
    address: '**/api/patients/*/family',
    press: () => page.getByRole('button', { name: words('account.family.addSubmit'), exact: true }).click(),
    place: page.locator('main'),
  });
  await expect(name).toHaveValue('Samira Fahmy');
});

test('joining the waiting list shows it', { tag: testAllOnlyTag }, async ({
  page,
  context,
  lang,
  at,
  words,
  asAdmin,
  login,
  newPatient,
}) => {
  const branch = await newBranch(asAdmin, { name: `Without hours ${lang} ${Date.now().toString(36)}` });
  const her = await newPatient();
  await login(page, her.username, her.password);
  await page.goto(at('/book'));
  await page.locator(`label:has(input[name=booking-location][value="${branch.id}"])`).click();
  await page.route('**/api/services', (route) => route.fulfill(html));
  await page.getByRole('button', { name: words('booking.none.wait') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(say(lang, 'error.serverTryLater'));
  await page.unroute('**/api/services');
  await dialog.getByRole('button', { name: words('common.action.retry') }).click();
  const join = dialog.getByRole('button', { name: words('offer.join.submit') });
  await expect(join).toBeEnabled();
  await answerOnceBadly(page, context, lang, {
    address: '**/api/offers/wishes',
    press: () => join.click(),
    place: dialog,
  });
});

test('a walk-in and a notice to the patients of a day show it', { tag: testAllOnlyTag }, async ({
  page,
  context,
  lang,
  words,
  openDesk,
  asAdmin,
  isMobile,
}) => {
  const mark = Date.now();
  const { branch, visits } = await openDesk({ name: `Unsent ${mark.toString(36)}` }, ['Hoda Day']);
  const data = { phone: `010${String(mark).slice(-8)}` };
  expect((await asAdmin.patch(`/api/users/${visits[0]?.userId}`, { data })).ok(), 'her phone').toBe(true);
  await page.goto(`/clinic/day?branch=${branch.id}`);
  await page.getByRole('button', { name: words('staff.notice.open') }).click();
  const dialog = page.getByRole('dialog');
  const look = dialog.getByRole('button', { name: words('notice.look') });
  await expect(look).toBeVisible();
  await answerOnceBadly(page, context, lang, {
    address: '**/api/notices/preview',
    press: () => look.click(),
    place: dialog,
  });
  await look.click();
  const send = dialog.getByRole('button', { name: words('notice.send', { n: 1 }) });
  await answerOnceBadly(page, context, lang, {
    address: '**/api/notices',
    press: () => send.click(),
    place: dialog,
  });
  await dialog
    .getByRole('button', { name: words('common.action.close') })
    .first()
    .click();

  if (isMobile) await page.getByRole('button', { name: words('desk.walkIn.open'), exact: true }).click();
  const form = page.locator('form.walk-in').last();
  const who = form.getByLabel(words('desk.walkIn.who'));
  await expect(who).toBeVisible();
  await who.fill('Nadia Walk');
  await answerOnceBadly(page, context, lang, {
    address: '**/api/arrivals',
    press: () => who.press('Enter'),
    place: form,
  });
  await expect(who).toHaveValue('Nadia Walk');
});

test('settings, the homepage editor and the import show it', { tag: testAllOnlyTag }, async ({
  page,
  context,
  lang,
  words,
  login,
}) => {
  await login(page, 'admin');
  await page.goto('/admin/settings');
  await page.getByText(words('admin.settings.group.booking'), { exact: true }).click();
  const ahead = page.getByLabel(words('admin.settings.minutesAhead'));
  await ahead.fill('7');
  await answerOnceBadly(page, context, lang, {
    address: '**/api/settings',
    press: () => page.getByRole('button', { name: words('admin.settings.save') }).click(),
  });
  await expect(ahead).toHaveValue('7');
  await page.getByRole('button', { name: words('common.action.discard') }).click();

  await page.goto('/admin/homepage-editor');
  await page.getByRole('tab', { name: words('admin.homepage.tab.about') }).click();
  const about = page.getByRole('form', { name: words('admin.homepage.section.about') });
  const subtitle = about.getByLabel(`${words('admin.homepage.field.subtitle')} English`);
  await subtitle.fill('We listen');
  await answerOnceBadly(page, context, lang, {
    address: '**/api/homepage/about',
    press: () => about.getByRole('button', { name: words('common.action.saveChanges') }).click(),
  });
  await expect(subtitle).toHaveValue('We listen');
  await about.getByRole('button', { name: words('admin.homepage.discard') }).click();

  await page.goto('/admin/import');
  const file = page.getByLabel(words('import.file.choose')).and(page.locator('input'));
  await expect(file).toBeAttached();
  await answerOnceBadly(page, context, lang, {
    address: /\/api\/imports\?/,
    press: () => file.setInputFiles('server/testing/lists/excel.xlsx'),
    place: page.locator('main'),
  });
});
