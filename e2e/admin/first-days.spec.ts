import { createInterface } from 'node:readline';
import { test as clinicTest, expect } from '../fixtures.ts';
import { openOwnClinic } from '../own-clinic.ts';
import { freeDays, freeTimes } from '../visits.ts';
import { say } from '../words.ts';

/** The product as `npm start` runs it on an empty database, and the password that it prints. */
const test = clinicTest.extend<{ firstPassword: string; opened: { origin: string; password: string } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures this one needs: none
  opened: async ({}, provide) => {
    // No prepared database.
    const clinic = await openOwnClinic({ PREPARED_DATABASE: '', DEMO: '' });
    let password = '';
    for await (const line of createInterface({ input: clinic.stdout })) {
      password = /shown only now, is (\S+)/.exec(line)?.[1] ?? '';
      if (password) break;
    }
    await provide({ origin: clinic.origin, password });
    await clinic.close();
  },
  baseURL: ({ opened }, provide) => provide(opened.origin),
  firstPassword: ({ opened }, provide) => provide(opened.password),
});

test('from the printed password to the first booking the guide names and links what is missing', async ({
  page,
  playwright,
  baseURL,
  firstPassword,
  newPatient,
  words,
  axe,
}) => {
  await page.goto('/?dialog=login');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('account.login.username')).fill('admin');
  await dialog.getByLabel(words('account.login.password'), { exact: true }).fill(firstPassword);
  await dialog.getByRole('button', { name: words('account.login.submit'), exact: true }).click();
  await dialog.getByLabel(words('account.newSecret.new'), { exact: true }).fill('nile-at-dawn-33');
  await dialog.getByLabel(words('account.newSecret.confirm'), { exact: true }).fill('nile-at-dawn-33');
  await dialog.getByRole('button', { name: words('account.newSecret.submit') }).click();

  const guide = page.getByRole('region', { name: words('guide.title') });
  await expect(guide).toContainText(words('guide.lack.doctors.none'));
  await expect(guide).toContainText(words('guide.noVisits.title'));
  await axe(page);

  await test.step('the owner closes online booking until the addresses are correct, and opens it again', async () => {
    const bookingOpen = guide.getByRole('switch', { name: words('guide.booking.switch') });
    await expect(bookingOpen).toBeChecked();
    await bookingOpen.click();
    await expect(guide).toContainText(words('guide.booking.closed'));
    const visitor = await page.context().browser()?.newContext();
    const site = await visitor?.newPage();
    await site?.goto(`${baseURL}/book`);
    await expect(site?.getByText(say('en', 'booking.closed.title')) ?? page.locator('nothing')).toBeVisible();
    await visitor?.close();
    await bookingOpen.click();
    await expect(guide).toContainText(words('guide.booking.open'));
  });
  // The name is still to be entered, and the details of the public page may be confirmed already.
  const name = guide.getByRole('listitem').filter({ hasText: words('guide.step.name') });
  await name.getByRole('button', { name: words('guide.checked') }).click();
  await expect(name).not.toContainText(words('guide.lack.name.contact'));
  await expect(name).toContainText(words('guide.do.name'));
  await guide
    .getByRole('listitem')
    .filter({ hasText: words('guide.step.branches') })
    .getByRole('button', { name: words('guide.checked') })
    .click();
  await expect(guide).not.toContainText(words('guide.lack.branches.unread', { n: 8 }));
  await guide.getByRole('link', { name: words('guide.do.doctors') }).click();
  await expect(page).toHaveURL(/\/admin\/staff/);
  await page.goto('/admin/dashboard');

  const { id: userId, username, password } = await newPatient();
  const api = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { origin: baseURL ?? '' },
  });
  await api.post('/api/auth/login', { data: { username, password } });
  const [date = ''] = await freeDays(api, 1);
  const [time = ''] = await freeTimes(api, 1, date);
  const visit = { userId, locationId: 1, appointmentDate: date, appointmentTime: time };
  expect((await api.post('/api/appointments', { data: { ...visit, service: '1' } })).status()).toBe(201);
  await api.dispose();

  await expect(guide).toContainText(words('guide.is.booking'));
  await axe(page);
  await page.getByRole('button', { name: words('guide.away') }).click();
  await expect(guide).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(guide).toBeHidden();
});
