import { signInByPhone } from '../by-phone.ts';
import { daysAhead } from '../clock.ts';
import { test as base, expect, toast } from '../fixtures.ts';

/** An unused mobile number. */
const newMobile = () => `012${String(Date.now() + Math.floor(Math.random() * 1e6)).slice(-8)}`;

const test = base.extend<{
  /** Enters a new mobile and its code in the dialog of an own account. Returns the mobile. */
  confirmMobile: () => Promise<string>;
}>({
  confirmMobile: async ({ page, words, axe, keptMessage }, provide) => {
    await provide(async () => {
      const dialog = page.getByRole('dialog');
      const mobile = newMobile();
      await dialog.getByLabel(words('account.family.mobile')).fill(mobile);
      await page.keyboard.press('Enter');
      await expect(dialog.getByLabel(words('account.family.code'))).toBeFocused();
      await axe(page);
      const [otp = ''] = /\d{6}/.exec(await keptMessage(`+2${mobile}`, 'confirmPhone')) ?? [];
      await page.keyboard.type(otp);
      await page.keyboard.press('Enter');
      await expect(toast(page, words('account.family.given'))).toBeVisible();
      return mobile;
    });
  },
});

test('a daughter of age takes over her record by a code and decides what her mother sees', async ({
  page,
  browser,
  baseURL,
  lang,
  words,
  axe,
  login,
  newPatient,
  keptMessage,
  confirmMobile,
}) => {
  const mother = await newPatient();
  await login(page, mother.username, mother.password);
  const year = Number(daysAhead(0).slice(0, 4));
  const ages = { 'Salma Adel': 20, 'Farida Adel': 9 };
  for (const [name, age] of Object.entries(ages)) {
    const added = await page.request.post(`/api/patients/${mother.id}/family`, {
      data: { name, birthYear: year - age, relation: 'daughter' },
      headers: { origin: baseURL ?? '' },
    });
    expect(added.status()).toBe(201);
  }
  await page.goto('/profile?tab=family');
  const cardOf = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const card = cardOf('Salma Adel');
  const account = words('account.family.ownAccount');
  await expect(card.getByText(words('account.family.may.visits'))).toBeVisible();
  await expect(cardOf('Farida Adel').getByText(words('account.family.may.ofAge'))).toBeVisible();
  await expect(cardOf('Farida Adel').getByRole('button', { name: account })).toHaveCount(0);

  await card.getByRole('button', { name: account }).press('Enter');
  const mobile = await confirmMobile();
  await expect(card.getByText(words('account.family.may.nothing'))).toBeVisible();
  await expect(card.getByRole('link', { name: words('account.family.visits') })).toHaveCount(0);

  const hers = await browser.newContext({ baseURL: baseURL ?? '', locale: lang });
  await hers.addCookies([{ name: 'lang', value: lang, url: baseURL ?? '' }]);
  await signInByPhone(hers.request, { phone: mobile, origin: baseURL ?? '', keptMessage });
  const her = await hers.newPage();
  await her.goto('/profile?tab=family');
  const sees = her.getByRole('switch', { name: words('account.family.seesVisits') });
  await expect(sees).not.toBeChecked();
  await axe(her);
  await sees.press('Space');
  await expect(sees).toBeChecked();
  await expect(async () => {
    await page.reload();
    await expect(card.getByRole('link', { name: words('account.family.visits') })).toBeVisible({
      timeout: 5000,
    });
  }).toPass();
  await sees.press('Space');
  await expect(sees).not.toBeChecked();
  const { id } = (await (await hers.request.get('/api/auth/user')).json()).user as { id: number };
  await expect.poll(async () => (await page.request.get(`/api/appointments/user/${id}`)).status()).toBe(404);
  await hers.close();
});

test('the desk gives an account to a patient whose guardian left', async ({
  page,
  baseURL,
  words,
  login,
  newPatient,
  visitToday,
  asAdmin,
  confirmMobile,
}) => {
  const mother = await newPatient();
  await login(page, mother.username, mother.password);
  const added = await page.request.post(`/api/patients/${mother.id}/family`, {
    data: { name: 'Samira Adel', relation: 'sister' },
    headers: { origin: baseURL ?? '' },
  });
  const [{ id }] = ((await added.json()) as { caresFor: [{ id: number }] }).caresFor;
  await visitToday(id);
  expect((await asAdmin.delete(`/api/patients/${id}/guardian`)).status()).toBe(204);
  await login(page, 'admin');
  await page.goto(`/clinic/patients/${id}`);
  const family = page.getByRole('region', { name: words('staff.family.title') });
  await family.getByRole('button', { name: words('staff.family.giveAccount') }).click();
  await confirmMobile();
  await expect(family.getByRole('button', { name: words('staff.family.giveAccount') })).toHaveCount(0);
});

test('a patient reads who opened her file, and that a doctor read the notes', async ({
  page,
  words,
  axe,
  login,
  newPatient,
  newStaff,
  asAdmin,
  playwright,
  baseURL,
}) => {
  const her = await newPatient();
  const doctor = await newStaff('doctor');
  const asDoctor = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { origin: baseURL ?? '' },
  });
  const { username, password } = doctor;
  await asDoctor.post('/api/auth/login', { data: { username, password } });
  for (const [api, what] of [
    [asAdmin, 'file'],
    [asAdmin, 'file'],
    [asDoctor, 'timeline'],
  ] as const)
    expect((await api.get(`/api/patients/${her.id}/${what}`)).status(), what).toBe(200);
  await asDoctor.dispose();

  await login(page, her.username, her.password);
  await page.goto('/profile?tab=privacy');
  const card = page.getByRole('region', { name: words('privacy.openings.title') });
  const list = card.getByRole('listitem');
  await expect(list).toHaveCount(2);
  const role = words('privacy.openings.role.doctor');
  const line = list.filter({ hasText: words('privacy.openings.person', { name: 'Walaa Adel', role }) });
  await expect(line).toContainText(words('privacy.openings.notes'));
  await expect(list.filter({ hasText: words('privacy.openings.role.admin') })).toContainText(
    words('privacy.openings.file'),
  );
  await expect(card.getByText(words('privacy.openings.total', { n: 2 }))).toBeVisible();
  await axe(page);

  await card.getByRole('button', { name: words('privacy.openings.wrong') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('privacy.report.question')).fill('I do not know this doctor.');
  await axe(page);
  await dialog.getByRole('button', { name: words('privacy.report.send') }).click();
  await expect(toast(page, words('privacy.report.sent'))).toBeVisible();
  const inbox = (await (await asAdmin.get('/api/contact-messages?limit=5')).json()) as object[];
  expect(inbox).toContainEqual(
    expect.objectContaining({
      email: her.email,
      patientId: her.id,
      message: expect.stringContaining('I do not know this doctor.'),
    }),
  );
});
