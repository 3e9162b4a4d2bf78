import { authenticator, byName } from '../authenticator.ts';
import { expect, test, toast } from '../fixtures.ts';

test.use(byName);

test('by keyboard a passkey alone locks and unlocks appointments, and the password does after its loss', async ({
  page,
  context,
  login,
  newPatient,
  words,
  axe,
}) => {
  const her = await newPatient();
  const phone = await authenticator(context, page);
  await login(page, her.username, her.password);
  const visits = async () => (await page.request.get(`/api/appointments/user/${her.id}`)).status();
  await page.goto('/profile?tab=devices');
  const card = page.getByRole('region', { name: words('account.twoStep.passkeys') });
  await card.getByRole('button', { name: words('account.twoStep.add'), exact: true }).press('Enter');
  await expect(toast(page, words('account.twoStep.added'))).toBeVisible();

  const asks = page.getByRole('dialog', { name: words('account.proof.title') });
  const byPasskey = () => asks.getByRole('button', { name: words('account.secondStep.passkey') });
  await page.goto('/profile?tab=privacy');
  await page.getByRole('button', { name: words('privacy.lock.set') }).press('Enter');
  await page.getByRole('button', { name: words('privacy.lock.byPasskey') }).press('Enter');
  await axe(page);
  await byPasskey().press('Enter');
  const shut = page.getByRole('button', { name: words('privacy.lock.now') });
  await expect(shut).toBeVisible();
  expect(await visits()).toBe(200);

  // Locking takes effect at once, even though the patient proved her identity just before.
  const locked = page.getByRole('heading', { name: words('privacy.unlock.title') });
  const open = page.getByRole('button', { name: words('privacy.unlock.byPasskey') });
  await shut.press('Enter');
  await expect(locked).toBeVisible();
  await expect(page.getByLabel(words('privacy.lock.pin'), { exact: true })).toHaveCount(0);
  expect(await visits()).toBe(403);
  await page.reload();
  await expect(open).toBeFocused();
  await axe(page);
  await open.press('Enter');
  await byPasskey().press('Enter');
  await expect(shut).toBeVisible();
  expect(await visits()).toBe(200);

  // The phone is lost: no passkey answers, her password opens the lock instead, and a PIN replaces the
  // passkey.
  await shut.press('Enter');
  await phone.lose();
  await open.press('Enter');
  await byPasskey().press('Enter');
  await expect(asks.getByRole('button', { name: words('account.twoStep.adding') })).toBeVisible();
  expect(await visits()).toBe(403);
  await asks.getByLabel(words('account.proof.password')).fill(her.password);
  await page.keyboard.press('Enter');
  await expect(shut).toBeVisible();
  await page.getByRole('button', { name: words('privacy.lock.another') }).press('Enter');
  await page.getByLabel(words('privacy.lock.pin'), { exact: true }).fill('2468');
  await page.keyboard.press('Enter');
  await expect(toast(page, words('privacy.lock.done'))).toBeVisible();
  await page.goto('/profile?tab=devices');
  await card.getByRole('button', { name: words('account.twoStep.remove') }).press('Enter');
  await expect(toast(page, words('account.twoStep.removed'))).toBeVisible();
  expect(await visits()).toBe(200);
});
