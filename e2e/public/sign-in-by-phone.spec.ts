import { randomInt } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Lang } from '#shared/domain/languages.ts';
import { expect, test } from '../fixtures.ts';
import { say } from '../words.ts';

const easternDigits = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));

test('a code sent to a phone opens an account after a wrong attempt', async ({
  page,
  lang,
  at,
  axe,
  keptMessage,
}) => {
  const local = `010${String(randomInt(1e8)).padStart(8, '0')}`;
  await page.goto(`${at('/')}?dialog=login`);
  await page.getByRole('button', { name: say(lang, 'account.login.phoneLong') }).click();
  const dialog = page.getByRole('dialog', { name: say(lang, 'account.phone.title') });
  const number = dialog.getByLabel(say(lang, 'account.phone.number'));
  await number.fill('12');
  await number.press('Enter');
  await expect(dialog).toContainText(say(lang, 'validation.phone'));
  await number.fill(local);
  await dialog.getByRole('button', { name: say(lang, 'account.phone.send') }).click();

  const code = dialog.getByLabel(say(lang, 'account.phone.code'));
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(dialog.getByRole('button', { name: say(lang, 'account.phone.resend') })).toBeHidden();
  await axe(page);
  const [sent = ''] = /\d{6}/.exec(await keptMessage(`+2${local}`, 'code')) ?? [];
  expect(sent).toHaveLength(6);
  await code.fill(sent === '000000' ? '111111' : '000000');
  await code.press('Enter');
  await expect(dialog).toContainText(say(lang, 'account.phone.triesLeft', { n: 4 }));
  await code.fill(lang === 'ar' ? easternDigits(sent) : sent);
  await dialog.getByRole('button', { name: say(lang, 'account.phone.verify') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.phone.successTitle'));
  await page.goto('/profile');
  await expect(
    page.getByRole('heading', { level: 1, name: say(lang, 'account.profile.title') }),
  ).toBeVisible();
});

interface SharedPhone {
  lang: Lang;
  at(path: string): string;
  asAdmin: APIRequestContext;
  keptMessage(address: string, template: string): Promise<string>;
}

/** Enters the code of a phone that two patients have, until the dialog asks for the name. */
async function enterSharedPhone(page: Page, { lang, at, asAdmin, keptMessage }: SharedPhone) {
  const local = `010${String(randomInt(1e8)).padStart(8, '0')}`;
  const ids: number[] = [];
  for (const name of ['Mother One', 'Daughter Two']) {
    const added = await asAdmin.post('/api/patients', { data: { name, phone: local } });
    expect(added.status(), name).toBe(201);
    ids.push(((await added.json()) as { id: number }).id);
  }
  await page.goto(`${at('/')}?dialog=login`);
  await page.getByRole('button', { name: say(lang, 'account.login.phoneLong') }).click();
  const dialog = page.getByRole('dialog', { name: say(lang, 'account.phone.title') });
  await dialog.getByLabel(say(lang, 'account.phone.number')).fill(local);
  await dialog.getByRole('button', { name: say(lang, 'account.phone.send') }).click();
  const code = dialog.getByLabel(say(lang, 'account.phone.code'));
  await expect(code).toBeFocused();
  const [sent = ''] = /\d{6}/.exec(await keptMessage(`+2${local}`, 'code')) ?? [];
  await code.fill(sent);
  await code.press('Enter');
  const name = dialog.getByLabel(say(lang, 'account.register.name'));
  await expect(name).toBeFocused();
  return { dialog, name, ids };
}

const signedInUser = async (page: Page) =>
  ((await (await page.request.get('/api/auth/user')).json()) as { user: { id: number; name: string } }).user;

test('a phone that several patients have asks for the name and opens the record with it', async ({
  page,
  lang,
  at,
  axe,
  asAdmin,
  keptMessage,
}) => {
  const { name, ids } = await enterSharedPhone(page, { lang, at, asAdmin, keptMessage });
  await expect(name).toHaveAccessibleDescription(say(lang, 'account.phone.nameNeeded'));
  await expect(name).not.toHaveAttribute('aria-invalid');
  await axe(page);
  await name.fill('Dauhgter Two');
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription(say(lang, 'account.phone.nameUnknown'));
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await axe(page);
  await name.fill('Daughter Two');
  await name.press('Enter');
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.phone.successTitle'));
  expect((await signedInUser(page)).id).toBe(ids[1]);
});

test('a patient whose name none of the patients with her phone has continues as a new patient', async ({
  page,
  lang,
  at,
  asAdmin,
  keptMessage,
}) => {
  const { dialog, name, ids } = await enterSharedPhone(page, { lang, at, asAdmin, keptMessage });
  const asNew = dialog.getByRole('button', { name: say(lang, 'account.phone.newPatient') });
  await expect(asNew).toHaveCount(0);
  await name.fill('Nada Unknown');
  await name.press('Enter');
  await asNew.click();
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.phone.successTitle'));
  const user = await signedInUser(page);
  expect(user.name).toBe('Nada Unknown');
  expect(ids).not.toContain(user.id);
});
