import type { Location } from '#shared/contract/locations.ts';
import type { Service } from '#shared/contract/services.ts';
import type { User } from '#shared/contract/users.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { newBranch } from '../branches.ts';
import { expect, test, toast } from '../fixtures.ts';

/*
 * Somebody else saves while a form is open. The first press of "Save" shows what they changed and keeps what was
 * typed here; the second saves both.
 */

test('two admins who change other settings keep both', async ({ page, login, words, asAdmin }) => {
  const settings = async () => (await (await asAdmin.get('/api/settings')).json()) as ClinicSettings;
  const { recordYears, daysAhead } = await settings();
  await login(page, 'admin');
  await page.goto('/admin/settings');
  await page.getByText(words('admin.settings.group.booking'), { exact: true }).click();
  await page.getByLabel(words('admin.settings.daysAhead')).fill('61');
  const other = await asAdmin.patch('/api/settings', { data: { recordYears: 6 } });
  expect(other.status()).toBe(200);
  const save = page.getByRole('button', { name: words('admin.settings.save') });
  await save.click();
  await expect(page.getByText(words('common.stale.text'))).toBeVisible();
  await save.click();
  await expect(toast(page, words('admin.settings.savedTitle'))).toBeVisible();
  expect(await settings()).toMatchObject({ recordYears: 6, daysAhead: 61 });
  // A second save goes on from the first: nobody else saved in between.
  await page.getByLabel(words('admin.settings.daysAhead')).fill('62');
  await save.click();
  await expect.poll(async () => (await settings()).daysAhead).toBe(62);
  await asAdmin.patch('/api/settings', { data: { recordYears, daysAhead } });
});

test('a branch, a service and a patient keep what two people changed in them at once', async ({
  page,
  lang,
  login,
  words,
  asAdmin,
  newPatient,
}) => {
  const read = async <T>(path: string) => (await (await asAdmin.get(path)).json()) as T;
  const write = async (path: string, data: object) =>
    expect((await asAdmin.patch(path, { data })).status(), path).toBe(200);
  const dialog = page.getByRole('dialog');
  const save = async (name: string) => {
    const button = dialog.getByRole('button', { name, exact: true });
    await button.press('Enter');
    await expect(dialog.getByText(words('common.stale.text'))).toBeVisible();
    await button.press('Enter');
  };
  const mark = Date.now().toString(36);
  await login(page, 'admin');

  const branch = await newBranch(asAdmin, { name: `Two desks ${mark}`, nameAr: `مكتبان ${mark}` });
  await page.goto('/admin/dashboard?tab=locations');
  const shown = lang === 'ar' ? branch.nameAr : branch.name;
  const edit = new RegExp(`^${words('admin.locations.edit')}.*${shown}`);
  await page.getByRole('button', { name: edit }).press('Enter');
  await dialog.getByLabel(words('admin.locations.rooms')).fill('4');
  await write(`/api/locations/${branch.id}`, { address: '9 Nile St' });
  await save(words('admin.locations.save'));
  await expect(toast(page, words('admin.locations.savedTitle'))).toBeVisible();
  const branches = await read<Location[]>('/api/locations');
  expect(branches.find(({ id }) => id === branch.id)).toMatchObject({ rooms: 4, address: '9 Nile St' });

  const name = `Two hands ${mark}`;
  const made = await asAdmin.post('/api/services', {
    data: { name, icon: 'laboratory', durationMinutes: 20 },
  });
  const service = (await made.json()) as Service;
  await page.goto('/admin/homepage-editor');
  await page.getByRole('tab', { name: words('admin.homepage.tab.services') }).press('Enter');
  await page.getByRole('button', { name: words('admin.service.editNamed', { name }) }).press('Enter');
  await dialog.getByLabel(words('admin.homepage.field.minutes')).fill('45');
  await write(`/api/services/${service.id}`, { descriptionAr: 'بيدين' });
  await save(words('common.action.save'));
  await expect(toast(page, words('admin.service.savedTitle'))).toBeVisible();
  const services = await read<Service[]>('/api/services');
  expect(services.find(({ id }) => id === service.id)).toMatchObject({
    durationMinutes: 45,
    descriptionAr: 'بيدين',
  });
  await asAdmin.delete(`/api/services/${service.id}`);

  const patient = await newPatient();
  await page.goto(`/admin/patients?q=${patient.username}`);
  const editHer = page.getByRole('button', { name: new RegExp(`^${words('admin.patients.edit')}`) });
  await expect(editHer).toHaveCount(1);
  await editHer.press('Enter');
  await dialog.getByLabel(words('common.field.secondaryPhoneNumber')).fill('0100 555 6677');
  await dialog.getByLabel(words('staff.newPatient.phone')).fill('0100 555 6678');
  await write(`/api/users/${patient.id}`, { name: 'Mona Adel', phone: '0100 555 6679' });
  await save(words('common.action.saveChanges'));
  await expect(toast(page, words('staff.patient.updatedTitle'))).toBeVisible();
  expect(await read<User>(`/api/users/${patient.id}`)).toMatchObject({
    phone: '0100 555 6678',
    secondaryPhone: '0100 555 6677',
    name: 'Mona Adel',
  });
});

test('the holidays that two admins add to one branch are all kept', async ({
  page,
  login,
  words,
  asAdmin,
}) => {
  const mark = Date.now().toString(36);
  const branch = await newBranch(asAdmin, { name: `Two lists ${mark}`, nameAr: `قائمتان ${mark}` });
  const address = `/api/locations/${branch.id}/exceptions`;
  const holiday = (date: string, reason: string) => ({ date, isClosed: true, reason });
  const first = [holiday('2028-01-07', 'Christmas'), holiday('2028-04-25', 'Sinai Day')];
  expect((await asAdmin.put(address, { data: first })).status()).toBe(200);
  await login(page, 'admin');
  await page.goto('/admin/dashboard?tab=locations');
  const dialog = page.getByRole('dialog');
  const shown =
    (await page.evaluate(() => document.documentElement.lang)) === 'ar' ? branch.nameAr : branch.name;
  await page
    .getByRole('button', { name: new RegExp(`^${words('admin.locations.schedule')}.*${shown}`) })
    .press('Enter');
  await dialog.getByRole('tab', { name: words('admin.schedule.tab.exceptions') }).press('Enter');
  await expect(dialog.getByText('Sinai Day').or(dialog.getByText('Christmas')).first()).toBeVisible();
  // Here the second day is removed; meanwhile somebody else adds a third.
  await dialog.getByRole('listitem').filter({ hasText: 'Sinai Day' }).getByRole('button').press('Enter');
  const theirs = [...first, holiday('2028-05-01', 'Labour Day')];
  expect((await asAdmin.put(address, { data: theirs })).status()).toBe(200);
  const save = dialog.getByRole('button', { name: words('admin.schedule.save'), exact: true });
  await save.press('Enter');
  await expect(dialog.getByText(words('common.stale.title'), { exact: true })).toBeVisible();
  await expect(dialog.getByText('Labour Day')).toBeVisible();
  await save.press('Enter');
  await expect(toast(page, words('admin.schedule.savedTitle'))).toBeVisible();
  const kept = (await (await asAdmin.get(address)).json()) as { date: string }[];
  expect(kept.map(({ date }) => date)).toEqual(['2028-01-07', '2028-05-01']);
});
