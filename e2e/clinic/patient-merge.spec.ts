import { randomInt } from 'node:crypto';
import { expect, test } from '../fixtures.ts';

test('an admin merges two files by keyboard, finds the patient by her old id and undoes the merge', {
  tag: '@both',
}, async ({ page, words, axe, login, asAdmin }) => {
  const phone = `010${randomInt(10_000_000, 99_999_999)}`;
  const add = async (name: string, another: boolean) => {
    const made = await asAdmin.post('/api/patients', { data: { name, phone, another } });
    expect(made.status()).toBe(201);
    return (await made.json()) as { id: number; reference: string };
  };
  const first = await add('Sawsan Hilal', false);
  const second = await add('سوسن هلال', true);
  await login(page, 'admin');
  await page.goto(`/clinic/patients/${first.id}`);
  const same = page.getByRole('region', { name: words('staff.merge.title') });
  await expect(same).toContainText(second.reference);
  await axe(page);
  await same.getByRole('button', { name: words('staff.merge.compare') }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: second.reference })).toBeVisible();
  await axe(page);
  // The name of the record that is removed is the correct one.
  const right = dialog.getByRole('radiogroup', { name: words('merge.field.name') });
  await right.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(right.getByRole('radio').last()).toBeChecked();
  await dialog.getByRole('button', { name: words('merge.join') }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'سوسن هلال' })).toBeVisible();

  await page.goto(`/clinic/patients/${second.id}`);
  await page.waitForURL(`**/clinic/patients/${first.id}`);
  await expect(same).toContainText(second.reference);
  await same.getByRole('button', { name: words('staff.merge.part') }).focus();
  await page.keyboard.press('Enter');
  const ask = page.getByRole('alertdialog');
  await ask.getByRole('button', { name: words('staff.merge.part') }).focus();
  await page.keyboard.press('Enter');
  await expect(same.getByRole('button', { name: words('staff.merge.compare') })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sawsan Hilal' })).toBeVisible();
});
