import { Secret, TOTP } from 'otpauth';
import { authenticator, byName } from '../authenticator.ts';
import { now } from '../clock.ts';
import { clearSession, expect, test, toast } from '../fixtures.ts';

test.use(byName);

test('a doctor signs in by passkey, loses it, and signs in by app and recovery code', async ({
  page,
  context,
  newStaff,
  words,
  axe,
  newPatient,
}) => {
  const { username, password } = await newStaff('doctor');
  const phone = await authenticator(context, page);
  const home = async () => {
    await page.goto('/?dialog=login');
    return page.getByRole('dialog');
  };
  const byPassword = async () => {
    const dialog = await home();
    await dialog.getByLabel(words('account.login.username'), { exact: true }).fill(username);
    await dialog.getByLabel(words('account.login.password'), { exact: true }).fill(password);
    await dialog.getByRole('button', { name: words('account.login.submit'), exact: true }).click();
    return dialog;
  };
  const signedIn = () => page.waitForURL('**/doctor/dashboard*');

  await byPassword();
  await signedIn();
  await page.goto('/clinic/profile?tab=password');
  const card = page.getByRole('region', { name: words('account.twoStep.title') });
  await card.getByRole('button', { name: words('account.twoStep.add'), exact: true }).click();
  const kept = page.getByRole('dialog', { name: words('account.twoStep.codesTitle') });
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  const codes = await kept.getByRole('listitem').allTextContents();
  await axe(page);
  await kept.getByRole('button', { name: words('account.twoStep.codesKept') }).click();

  await card.getByRole('button', { name: words('account.twoStep.appSet') }).click();
  const setUp = page.getByRole('dialog', { name: words('account.twoStep.appTitle') });
  const key = (await setUp.locator('b').textContent()) ?? '';
  await axe(page);
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  await setUp.getByLabel(words('account.twoStep.appCode')).fill(app.generate({ timestamp: now().getTime() }));
  await setUp.getByRole('button', { name: words('account.twoStep.appConfirm') }).click();
  await expect(toast(page, words('account.twoStep.appAdded'))).toBeVisible();

  await clearSession(page);
  await (await home()).getByRole('button', { name: words('account.login.passkeyLong') }).click();
  await signedIn();

  await clearSession(page);
  await phone.lose();
  const dialog = await byPassword();
  await expect(dialog.getByRole('heading', { name: words('account.secondStep.title') })).toBeVisible();
  await axe(page);
  await dialog.getByLabel(words('account.secondStep.code')).fill('000000');
  await dialog.getByRole('button', { name: words('account.secondStep.submit'), exact: true }).click();
  await expect(dialog.getByText(words('error.wrongCode'))).toBeVisible();
  await page.goto('/doctor/dashboard');
  await expect(dialog.getByRole('heading', { name: words('account.secondStep.title') })).toBeVisible();
  await dialog.getByRole('button', { name: words('account.secondStep.lost') }).click();
  await dialog.getByLabel(words('account.secondStep.recovery')).fill(codes[0] ?? '');
  await dialog.getByRole('button', { name: words('account.secondStep.submit'), exact: true }).click();
  await signedIn();

  // The session ends while she writes: both steps are requested without leaving the page.
  const patient = await newPatient();
  await page.goto(`/clinic/patients/${patient.id}`);
  const note = page.getByRole('textbox', { name: words('staff.note.label', { name: 'Mona Samir' }) });
  // Unsaved text keeps this page open when the session ends.
  await note.fill('Half a');
  await context.clearCookies({ name: 'session' });
  await note.fill('Half a sentence');
  const lock = page.getByRole('alertdialog', { name: words('session.lockTitle') });
  await lock.getByLabel(words('common.field.currentPassword')).fill(password);
  await page.keyboard.press('Enter');
  await lock.getByRole('button', { name: words('account.secondStep.lost') }).click();
  await lock.getByLabel(words('account.secondStep.recovery')).fill(codes[1] ?? '');
  await axe(page);
  await page.keyboard.press('Enter');
  await expect(lock).toBeHidden();
  await expect(note).toHaveValue('Half a sentence');
  await note.press('Control+Enter');
  await expect(page.locator('article, li').filter({ hasText: 'Half a sentence' }).first()).toBeVisible();
});
