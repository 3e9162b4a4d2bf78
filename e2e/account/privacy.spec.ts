import { neutralSite } from '#shared/domain/neutral-site.ts';
import { expect, test } from '../fixtures.ts';

test.use({ leavesFor: new URL(neutralSite).origin });

/** Words that reveal the reason of an appointment. */
const telling = /gyn|onco|laparo|fertil|surg|نسا[ءئ]|أورام|مناظير|خصوبة|جراح/i;

test('by keyboard a patient locks and unlocks her appointments, and leaves so that Back does not return', async ({
  page,
  login,
  newPatient,
  words,
  at,
  axe,
}) => {
  const her = await newPatient();
  await login(page, her.username, her.password);
  const visits = async () => (await page.request.get(`/api/appointments/user/${her.id}`)).status();
  for (const path of [at('/'), at('/book'), '/profile?tab=privacy']) {
    await page.goto(path);
    await expect(page, 'what a list of visited pages says').not.toHaveTitle(telling);
  }
  // Off by default.
  await expect(page.locator('[data-leave]')).toBeHidden();
  await page.getByRole('switch', { name: words('privacy.leave.show') }).press('Space');
  await expect(page.locator('[data-leave]')).toBeVisible();
  const pin = page.getByLabel(words('privacy.lock.pin'), { exact: true });
  await page.getByRole('button', { name: words('privacy.lock.set') }).press('Enter');
  await pin.fill('1234');
  await pin.press('Enter');
  await expect(page.getByText(words('validation.pinEasy'))).toBeVisible();
  await pin.fill('٢٤٦٨');
  await pin.press('Enter');
  const shut = page.getByRole('button', { name: words('privacy.lock.now') });
  await expect(shut).toBeVisible();
  await expect(page.getByText(words('privacy.openings.none'))).toBeVisible();
  await axe(page);

  const elsewhere = await page.context().newPage();
  await elsewhere.goto('/profile?tab=privacy');
  await expect(elsewhere.getByRole('button', { name: words('privacy.lock.now') })).toBeVisible();
  await shut.press('Enter');
  await expect(page.getByRole('heading', { name: words('privacy.unlock.title') })).toBeVisible();
  await elsewhere.getByRole('tab', { name: words('account.profile.tab.appointments') }).click();
  await expect(elsewhere.getByRole('heading', { name: words('privacy.unlock.title') })).toBeVisible();
  await elsewhere.close();
  expect(await visits()).toBe(403);
  // Booking is locked too: otherwise a person who holds the phone could test hour by hour when the patient
  // has an appointment.
  await page.goto(at('/book'));
  await expect(page.getByRole('heading', { name: words('booking.locked.title') })).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: words('booking.locked.button') }).click();
  await page.getByRole('heading', { name: words('privacy.unlock.title') }).waitFor();
  await page.goto('/profile?tab=privacy');
  await expect(pin).toBeFocused();
  await axe(page);
  await page.keyboard.type('2468');
  await page.keyboard.press('Enter');
  await expect(shut).toBeVisible();
  expect(await visits()).toBe(200);

  await page
    .context()
    .route(neutralSite, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Weather</title>' }),
    );
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape');
  await expect(page).toHaveURL(neutralSite);
  expect(await visits()).toBe(401);
  await page.evaluate(() => history.back());
  await expect(page).toHaveTitle('Weather');
  await expect(page).toHaveURL(neutralSite);
});
