import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Location } from '#shared/contract/locations.ts';
import type { PatientFile } from '#shared/contract/patients.ts';
import type { Schedule, ScheduleException } from '#shared/contract/schedules.ts';
import type { Service } from '#shared/contract/services.ts';
import type { StaffMember } from '#shared/contract/staff.ts';
import type { User } from '#shared/contract/users.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { weekdayName } from '#shared/domain/format-time.ts';
import { newBranch } from '../branches.ts';
import { daysAhead } from '../clock.ts';
import { test as base, expect } from '../fixtures.ts';
import { testAllOnlyTag } from '../project-tags.ts';
import { chooseInStaffMenu } from '../staff-list.ts';
import { chooseCalendarDay, openCalendar } from '../visits.ts';

/*
 * Two admins in separate browsers edit the same list or record. The first press of "Save" by the second admin
 * shows the changes of the first one and keeps the typed text; the second press saves both.
 */

type Admin = 'first' | 'second';
interface Editing {
  open(page: Page): Promise<void>;
  /** Each admin changes a different part. */
  type(page: Page, admin: Admin): Promise<void>;
  save(page: Page): Locator;
  /** Reads the saved values of both parts. */
  read(): Promise<unknown>;
  readonly after: Readonly<Record<'first' | 'both', unknown>>;
}

const test = base.extend<{ editTogether: (editing: Editing) => Promise<void> }>({
  editTogether: async ({ page, other, login, newStaff, words }, provide) => {
    const { username, password } = await newStaff('admin');
    await login(other, username, password);
    await login(page, 'admin');
    await provide(async ({ open, type, save, read, after }) => {
      await Promise.all([open(page), open(other)]);
      await type(other, 'first');
      await type(page, 'second');
      await save(other).press('Enter');
      await expect.poll(read).toEqual(after.first);
      await save(page).press('Enter');
      await expect(page.getByText(words('common.stale.title')).first()).toBeVisible();
      await expect.poll(read).toEqual(after.first);
      await save(page).press('Enter');
      await expect.poll(read).toEqual(after.both);
    });
  },
});

const reader =
  (api: APIRequestContext) =>
  async <T>(path: string) =>
    (await (await api.get(path)).json()) as T;
const dialogOf = (page: Page) => page.getByRole('dialog');
const mark = () => Date.now().toString(36);

test('weekly hours, exceptions and duties of one branch', async ({
  editTogether,
  newStaff,
  lang,
  words,
  asAdmin,
}) => {
  const name = `Two lists ${mark()}`;
  const branch = await newBranch(asAdmin, { name, nameAr: name });
  const doctor = await newStaff('doctor', [branch.id]);
  const read = reader(asAdmin);
  const at = `/api/locations/${branch.id}`;
  const open = (tab: 'week' | 'exceptions' | 'duty') => async (page: Page) => {
    await page.goto('/admin/dashboard?tab=locations');
    const schedule = new RegExp(`^${words('admin.locations.schedule')}.*${name}`);
    await page.getByRole('button', { name: schedule }).press('Enter');
    await dialogOf(page)
      .getByRole('tab', { name: words(`admin.schedule.tab.${tab}`) })
      .press('Enter');
  };
  const save = (page: Page) =>
    dialogOf(page).getByRole('button', { name: words('admin.schedule.save'), exact: true });
  const weekday = { first: 5, second: 6 };

  await editTogether({
    open: open('week'),
    type: async (page, admin) => {
      const day = weekdayName(lang, weekday[admin]);
      await dialogOf(page)
        .getByRole('switch', { name: words('admin.schedule.open', { day }) })
        .click();
    },
    save,
    read: async () =>
      (await read<Schedule[]>(`${at}/schedules`))
        .filter(({ isAvailable }) => isAvailable)
        .map(({ dayOfWeek }) => dayOfWeek),
    after: { first: [5], both: [5, 6] },
  });
  const days = { first: daysAhead(40), second: daysAhead(41) };
  await editTogether({
    open: open('exceptions'),
    type: async (page, admin) => {
      const dialog = dialogOf(page);
      await dialog.getByRole('button', { name: words('admin.exceptions.date'), exact: true }).click();
      await chooseCalendarDay(openCalendar(page), days[admin]);
      await dialog.getByRole('button', { name: words('admin.exceptions.add'), exact: true }).click();
    },
    save,
    read: async () => (await read<ScheduleException[]>(`${at}/exceptions`)).map(({ date }) => date),
    after: { first: [days.first], both: [days.first, days.second] },
  });
  await editTogether({
    open: open('duty'),
    type: async (page, admin) => {
      const dialog = dialogOf(page);
      await dialog.getByLabel(words('admin.duty.person')).selectOption(String(doctor.id));
      await dialog.getByLabel(words('admin.duty.day'), { exact: true }).selectOption(String(weekday[admin]));
      await dialog.getByRole('button', { name: words('admin.duty.add') }).click();
    },
    save,
    read: async () => (await read<{ dayOfWeek: number }[]>(`${at}/duties`)).map(({ dayOfWeek }) => dayOfWeek),
    after: { first: [5], both: [5, 6] },
  });
});

test('settings and a section of the homepage', async ({ editTogether, words, asAdmin }) => {
  const read = reader(asAdmin);
  const settings = async () => {
    const { recordYears, daysAhead } = await read<ClinicSettings>('/api/settings');
    return { recordYears, daysAhead };
  };
  const before = await settings();
  await editTogether({
    open: async (page) => {
      await page.goto('/admin/settings');
      for (const group of ['booking', 'privacy'] as const)
        await page.getByText(words(`admin.settings.group.${group}`), { exact: true }).click();
    },
    type: (page, admin) =>
      page
        .getByLabel(words(admin === 'first' ? 'admin.settings.recordYears' : 'admin.settings.daysAhead'))
        .fill(admin === 'first' ? '6' : '61'),
    save: (page) => page.getByRole('button', { name: words('admin.settings.save') }),
    read: settings,
    after: { first: { ...before, recordYears: 6 }, both: { recordYears: 6, daysAhead: 61 } },
  });
  await asAdmin.patch('/api/settings', { data: before });

  interface About {
    subtitle: string;
    subtitleAr: string | null;
  }
  const about = await read<About>('/api/homepage/about');
  const form = (page: Page) => page.getByRole('form', { name: words('admin.homepage.section.about') });
  const subtitle = words('admin.homepage.field.subtitle');
  const text = mark();
  await editTogether({
    open: async (page) => {
      await page.goto('/admin/homepage-editor');
      await page.getByRole('tab', { name: words('admin.homepage.tab.about') }).click();
    },
    type: (page, admin) =>
      form(page)
        .getByLabel(`${subtitle} ${admin === 'first' ? 'English' : 'العربية'}`)
        .fill(admin === 'first' ? text : `بيدين ${text}`),
    save: (page) => form(page).getByRole('button', { name: words('common.action.saveChanges') }),
    read: async () => {
      const { subtitle, subtitleAr } = await read<About>('/api/homepage/about');
      return [subtitle, subtitleAr];
    },
    after: { first: [text, about.subtitleAr], both: [text, `بيدين ${text}`] },
  });
  await asAdmin.put('/api/homepage/about', { data: about });
});

test('a branch, a service and a staff member', { tag: testAllOnlyTag }, async ({
  editTogether,
  newStaff,
  words,
  asAdmin,
}) => {
  const read = reader(asAdmin);
  const name = `Two desks ${mark()}`;
  const branch = await newBranch(asAdmin, { name, nameAr: name });
  await editTogether({
    open: async (page) => {
      await page.goto('/admin/dashboard?tab=locations');
      const edit = new RegExp(`^${words('admin.locations.edit')}.*${name}`);
      await page.getByRole('button', { name: edit }).press('Enter');
    },
    type: (page, admin) =>
      admin === 'first'
        ? dialogOf(page).getByLabel(words('admin.locations.address'), { exact: true }).fill('9 Nile St')
        : dialogOf(page).getByLabel(words('admin.locations.rooms')).fill('4'),
    save: (page) => dialogOf(page).getByRole('button', { name: words('admin.locations.save'), exact: true }),
    read: async () => {
      const found = (await read<Location[]>('/api/locations')).find(({ id }) => id === branch.id);
      return [found?.address, found?.rooms];
    },
    after: { first: ['9 Nile St', branch.rooms], both: ['9 Nile St', 4] },
  });

  const data = { name, icon: 'laboratory', durationMinutes: 20 };
  const service = (await (await asAdmin.post('/api/services', { data })).json()) as Service;
  await editTogether({
    open: async (page) => {
      await page.goto('/admin/homepage-editor');
      await page.getByRole('tab', { name: words('admin.homepage.tab.services') }).press('Enter');
      await page.getByRole('button', { name: words('admin.service.editNamed', { name }) }).press('Enter');
    },
    type: (page, admin) =>
      admin === 'first'
        ? dialogOf(page).getByLabel(words('admin.homepage.field.name')).last().fill('بيدين')
        : dialogOf(page).getByLabel(words('admin.homepage.field.minutes')).fill('45'),
    save: (page) => dialogOf(page).getByRole('button', { name: words('common.action.save'), exact: true }),
    read: async () => {
      const found = (await read<Service[]>('/api/services')).find(({ id }) => id === service.id);
      return [found?.nameAr, found?.durationMinutes];
    },
    after: { first: ['بيدين', 20], both: ['بيدين', 45] },
  });
  await asAdmin.delete(`/api/services/${service.id}`);

  const doctor = await newStaff('doctor', [branch.id]);
  await editTogether({
    open: (page) => chooseInStaffMenu(page, doctor, words('common.action.edit')),
    type: (page, admin) =>
      dialogOf(page)
        .getByLabel(words(admin === 'first' ? 'admin.staff.jobTitle' : 'admin.staff.speciality'))
        .fill(admin),
    save: (page) => dialogOf(page).getByRole('button', { name: words('admin.staff.save') }),
    read: async () => {
      const found = (await read<StaffMember[]>('/api/staff')).find(({ user }) => user.id === doctor.id);
      return [found?.title, found?.speciality];
    },
    after: { first: ['first', ''], both: ['first', 'second'] },
  });
});

test('a patient edits her own details and channels while the desk edits the same account', async ({
  page,
  login,
  newPatient,
  words,
  asAdmin,
}) => {
  const { id, username, password } = await newPatient();
  const at = `/api/users/${id}`;
  const read = async () => (await (await asAdmin.get(at)).json()) as User;
  const name = page.getByLabel(words('account.profile.name'));
  const save = page.getByRole('button', { name: words('account.profile.save') });
  await login(page, username, password);
  await page.goto('/profile');
  await expect(name).toHaveValue('Mona Samir');

  await asAdmin.patch(at, { data: { secondaryPhone: '0100 555 6677' } });
  await name.fill('Mona Hers');
  let loaded = page.waitForEvent('load');
  await save.press('Enter');
  // After saving, the page reloads.
  await loaded;
  await expect(page.getByLabel(words('account.profile.secondaryPhone'))).toHaveValue('0100 555 6677');
  expect(await read()).toMatchObject({ name: 'Mona Hers', secondaryPhone: '0100 555 6677' });

  await asAdmin.patch(at, { data: { name: 'Mona Desk' } });
  await name.fill('Mona Again');
  await save.press('Enter');
  await expect(page.getByText(words('account.profile.savedValue', { value: 'Mona Desk' }))).toBeVisible();
  await expect(name).toHaveValue('Mona Again');
  expect((await read()).name).toBe('Mona Desk');
  loaded = page.waitForEvent('load');
  await save.press('Enter');
  await loaded;
  expect((await read()).name).toBe('Mona Again');

  await page.goto('/profile?tab=reach');
  const sms = page.getByRole('switch', { name: words('common.notifications.channel.sms') });
  await expect(sms).toBeEnabled();
  await asAdmin.patch(at, { data: { channels: ['whatsapp'] } });
  await sms.click();
  await expect(page.locator('.toast')).toContainText(words('error.stale'));
  expect((await read()).channels).toEqual(['whatsapp']);
  await sms.click();
  await expect.poll(async () => (await read()).channels).toEqual(['whatsapp', 'sms']);
});

test('the account and the file of a patient', { tag: testAllOnlyTag }, async ({
  editTogether,
  newPatient,
  words,
  asAdmin,
}) => {
  const read = reader(asAdmin);
  const patient = await newPatient();
  await editTogether({
    open: async (page) => {
      await page.goto(`/admin/patients?q=${patient.username}`);
      const edit = page.getByRole('button', { name: new RegExp(`^${words('admin.patients.edit')}`) });
      await expect(edit).toHaveCount(1);
      await edit.press('Enter');
    },
    type: (page, admin) =>
      dialogOf(page)
        .locator(admin === 'first' ? '#patient-secondaryPhone' : '#patient-phone')
        .fill(admin === 'first' ? '0100 555 6677' : '0100 555 6678'),
    save: (page) =>
      dialogOf(page).getByRole('button', { name: words('common.action.saveChanges'), exact: true }),
    read: async () => {
      const { secondaryPhone, phone } = await read<User>(`/api/users/${patient.id}`);
      return [secondaryPhone, phone];
    },
    after: { first: ['0100 555 6677', null], both: ['0100 555 6677', '0100 555 6678'] },
  });
  await editTogether({
    open: async (page) => {
      await page.goto(`/clinic/patients/${patient.id}`);
      await page.getByRole('button', { name: words('desk.file.edit') }).click();
    },
    type: (page, admin) =>
      dialogOf(page)
        .getByLabel(words(admin === 'first' ? 'desk.file.paperFile' : 'desk.file.note'))
        .fill(admin),
    save: (page) =>
      dialogOf(page).getByRole('button', { name: words('common.action.saveChanges'), exact: true }),
    read: async () => {
      const { paperFile, note } = await read<PatientFile>(`/api/patients/${patient.id}/file`);
      return [paperFile, note];
    },
    after: { first: ['first', ''], both: ['first', 'second'] },
  });
});
