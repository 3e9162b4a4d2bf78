import type { APIRequestContext, Page } from '@playwright/test';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { DisruptionHead } from '#shared/contract/disruptions.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { ScheduleException } from '#shared/contract/schedules.ts';
import { addDays, weekdayOf } from '#shared/domain/clinic-time.ts';
import { weekdayName } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { MessageKey } from '#shared/messages/dictionaries.ts';
import { newBranch } from '../branches.ts';
import { daysAhead } from '../clock.ts';
import { assignDoctor, fetchJson, findDisruptionRows } from '../disruptions.ts';
import { expect, test } from '../fixtures.ts';
import { testAllOnlyTag } from '../project-tags.ts';
import { chooseInStaffMenu } from '../staff-list.ts';
import { bookAsStaff, chooseCalendarDay, openCalendar, visitRow } from '../visits.ts';
import { listWords, say } from '../words.ts';

/*
 * Two people change the same thing in separate browsers. No patient gets two messages about it.
 */

const mark = () => Date.now().toString(36);
const dialogOf = (page: Page) => page.getByRole('dialog');

/** Messages of one kind that were written to an address. */
const messagesTo = async (asAdmin: APIRequestContext, address: string, template: string) =>
  (
    await fetchJson<{ address: string | null; template: string }[]>(asAdmin, '/api/logs/messages?limit=100')
  ).filter((one) => one.address === address && one.template === template);

/** Puts a patient on the waiting list for a doctor. */
async function waitFor(
  asAdmin: APIRequestContext,
  wish: { userId: number; locationIds: number[]; doctorId: number },
  days = { fromDate: daysAhead(3), toDate: daysAhead(9) },
): Promise<void> {
  const data = { ...wish, ...days, parts: [], serviceId: 1 };
  const made = await asAdmin.post('/api/offers/wishes', { data });
  expect(made.status(), 'a place on the waiting list').toBe(201);
}

async function editBranch(page: Page, name: string, edit: string): Promise<void> {
  await page.goto('/admin/dashboard?tab=locations');
  await page.getByRole('button', { name: new RegExp(`^${edit}.*${name}`) }).press('Enter');
}

const expectOneOffer = async (
  asAdmin: APIRequestContext,
  visit: Pick<Appointment, 'id'>,
  { email }: { email: string },
) => {
  await expect
    .poll(async () => (await findDisruptionRows(asAdmin, visit)).map(({ state }) => state))
    .toEqual(['open']);
  expect(await messagesTo(asAdmin, email, 'offerDisplaced')).toHaveLength(1);
};

interface SharedEdit {
  /** Name of the branch. */
  readonly name: string;
  readonly open: MessageKey;
  readonly save: MessageKey;
  /** Makes the change in the open dialog. */
  change(page: Page): Promise<void>;
  readonly displaced: readonly Pick<Appointment, 'id'>[];
  /** Text that the heading of the disruption contains. */
  readonly changes: readonly MessageKey[];
}

/**
 * Two admins make the same change to a branch in separate browsers. The one of `other` saves it; the one of
 * `page` sees that no appointment is left to displace, and saves after reading what the other saved.
 */
async function saveBranchTogether(
  { page, other, lang }: { page: Page; other: Page; lang: Lang },
  { name, open, save, change, displaced, changes }: SharedEdit,
): Promise<void> {
  for (const one of [page, other]) {
    await editBranch(one, name, say(lang, open));
    const dialog = dialogOf(one);
    await change(one);
    for (const { id } of displaced) await expect(dialog.locator(`[data-displaced="${id}"]`)).toBeVisible();
    await expect(dialog.locator('[data-displaced]')).toHaveCount(displaced.length);
  }
  await dialogOf(other)
    .getByRole('button', { name: say(lang, 'plans.save.offer') })
    .click();
  // One disruption, whose page opens.
  await expect(other).toHaveURL(/\/clinic\/disruptions\/\d+$/);
  await expect(other.locator('[data-displaced]')).toHaveCount(displaced.length);
  const named = listWords(
    lang,
    changes.map((key) => say(lang, key)),
  );
  await expect(
    other.getByText(say(lang, 'plans.changesAt', { branch: name, changes: named })).first(),
  ).toBeVisible();
  // The open preview of the second admin updates without a reload: no appointment is left to displace.
  await expect(dialogOf(page).locator('[data-displaced]')).toHaveCount(0);
  const button = dialogOf(page).getByRole('button', { name: say(lang, save), exact: true });
  await button.click();
  await expect(page.getByText(say(lang, 'common.stale.title')).first()).toBeVisible();
  await button.click();
  await expect(dialogOf(page)).toBeHidden();
}

for (const { what, fewerRooms, byDoctor, ...options } of [
  { what: 'take away the same room', fewerRooms: true, byDoctor: false },
  { what: 'let only doctors on duty be booked', fewerRooms: false, byDoctor: true, tag: testAllOnlyTag },
  { what: 'do both in one save', fewerRooms: true, byDoctor: true },
])
  test(
    `two admins ${what}: the second sees it, and each patient is notified once`,
    options,
    async ({ page, other, lang, login, newStaff, newPatientOfDesk, bookVisit, asAdmin, words }) => {
      const name = `Shared ${mark()}`;
      const branch = await newBranch(asAdmin, { name, nameAr: name, rooms: 2 }, ['15:00', '19:00']);
      const doctor = await newStaff('doctor', [branch.id]);
      const [first, later, named, waiting] = [
        await newPatientOfDesk(),
        await newPatientOfDesk(),
        await newPatientOfDesk(),
        await newPatientOfDesk(),
      ];
      const stays = await bookVisit(first.id, branch.id);
      const withoutRoom = await bookAsStaff(asAdmin, later.id, stays);
      const offDuty = await bookVisit(named.id, branch.id);
      await assignDoctor(asAdmin, offDuty, doctor.id);
      await waitFor(asAdmin, { userId: waiting.id, locationIds: [branch.id], doctorId: doctor.id });
      const displaced = [
        ...(fewerRooms ? [{ visit: withoutRoom, patient: later }] : []),
        ...(byDoctor ? [{ visit: offDuty, patient: named }] : []),
      ];

      await login(page, 'admin');
      const { username, password } = await newStaff('admin');
      await login(other, username, password);
      await saveBranchTogether(
        { page, other, lang },
        {
          name,
          open: 'admin.locations.edit',
          save: 'admin.locations.save',
          displaced: displaced.map(({ visit }) => visit),
          changes: [
            ...(fewerRooms ? (['plans.change.rooms'] as const) : []),
            ...(byDoctor ? (['plans.change.duty'] as const) : []),
          ],
          async change(one) {
            const dialog = dialogOf(one);
            if (fewerRooms) await dialog.getByLabel(words('admin.locations.rooms')).fill('1');
            if (byDoctor) await dialog.getByLabel(words('admin.locations.bookedBy')).selectOption('doctor');
          },
        },
      );
      for (const { visit, patient } of displaced) await expectOneOffer(asAdmin, visit, patient);
      expect(await messagesTo(asAdmin, first.email, 'offerDisplaced')).toEqual([]);
      expect(await messagesTo(asAdmin, waiting.email, 'wishOther')).toHaveLength(byDoctor ? 1 : 0);
    },
  );

for (const { what, hours, duties, ...options } of [
  { what: 'close the same weekday', hours: true, duties: false, tag: testAllOnlyTag },
  { what: 'end the same duty', hours: false, duties: true, tag: testAllOnlyTag },
  { what: 'close a weekday and end a duty in one save', hours: true, duties: true },
])
  test(
    `two admins ${what}: the second sees it, and each patient is notified once`,
    options,
    async ({
      page,
      other,
      lang,
      login,
      newStaff,
      newDoctorsBranch,
      newPatientOfDesk,
      bookVisit,
      asAdmin,
      words,
    }) => {
      const name = `Week ${mark()}`;
      const { branch } = await newDoctorsBranch(name);
      const [onClosedDay, offDuty] = [await newPatientOfDesk(), await newPatientOfDesk()];
      const first = await bookVisit(onClosedDay.id, branch.id);
      const nextDay = addDays(first.appointmentDate, 1);
      const second = await bookAsStaff(asAdmin, offDuty.id, { ...first, appointmentDate: nextDay });
      const displaced = [
        ...(hours ? [{ visit: first, patient: onClosedDay }] : []),
        ...(duties ? [{ visit: second, patient: offDuty }] : []),
      ];

      await login(page, 'admin');
      const { username, password } = await newStaff('admin');
      await login(other, username, password);
      await saveBranchTogether(
        { page, other, lang },
        {
          name,
          open: 'admin.locations.schedule',
          save: 'admin.schedule.save',
          displaced: displaced.map(({ visit }) => visit),
          changes: [
            ...(hours ? (['plans.change.hours'] as const) : []),
            ...(duties ? (['plans.change.departure'] as const) : []),
          ],
          async change(one) {
            const dialog = dialogOf(one);
            if (hours) {
              const day = weekdayName(lang, weekdayOf(first.appointmentDate));
              await dialog.getByRole('switch', { name: words('admin.schedule.open', { day }) }).click();
            }
            if (duties) {
              await dialog.getByRole('tab', { name: words('admin.schedule.tab.duty') }).press('Enter');
              const day = one.getByRole('heading', { name: weekdayName(lang, weekdayOf(nextDay)) });
              await dialog.locator('section').filter({ has: day }).getByRole('button').click();
            }
          },
        },
      );
      for (const { visit, patient } of displaced) await expectOneOffer(asAdmin, visit, patient);
      if (!hours) expect(await messagesTo(asAdmin, onClosedDay.email, 'offerDisplaced')).toEqual([]);
      if (!duties) expect(await messagesTo(asAdmin, offDuty.email, 'offerDisplaced')).toEqual([]);
    },
  );

test('an admin and a doctor enter the same absence: each patient is notified once', {
  tag: testAllOnlyTag,
}, async ({ page, other, login, newStaff, newPatientOfDesk, bookVisit, asAdmin, words }) => {
  const name = `Absent ${mark()}`;
  const branch = await newBranch(asAdmin, { name, nameAr: name }, ['15:00', '19:00']);
  const doctor = await newStaff('doctor', [branch.id]);
  const [patient, waiting] = [await newPatientOfDesk(), await newPatientOfDesk()];
  const visit = await bookVisit(patient.id, branch.id);
  const day = visit.appointmentDate;
  await assignDoctor(asAdmin, visit, doctor.id);
  const wish = { userId: waiting.id, locationIds: [branch.id], doctorId: doctor.id };
  await waitFor(asAdmin, wish, { fromDate: day, toDate: day });

  await login(page, 'admin');
  await login(other, doctor.username, doctor.password);
  for (const one of [page, other]) {
    await one.goto(`/clinic/disruptions/new?doctor=${doctor.id}`);
    await one.getByRole('button', { name: words('staff.absence.from'), exact: true }).click();
    await chooseCalendarDay(openCalendar(one), day);
    await expect(one.locator(`[data-displaced="${visit.id}"]`)).toBeVisible();
  }
  await other.getByRole('button', { name: words('plans.save.offer') }).click();
  await expect(other).toHaveURL(/\/clinic\/disruptions\/\d+$/);
  // The open preview of the admin updates without a reload: no appointment is left to displace.
  await expect(page.locator('[data-displaced]')).toHaveCount(0);
  await page.getByRole('button', { name: words('staff.absence.save'), exact: true }).click();
  await expect(page).toHaveURL(/\/clinic\/disruptions$/);
  await expectOneOffer(asAdmin, visit, patient);
  expect(await messagesTo(asAdmin, waiting.email, 'wishOther')).toHaveLength(1);
});

test('two admins delete a doctor while a third is about to deactivate her: each patient is notified once', {
  tag: testAllOnlyTag,
}, async ({
  page,
  other,
  login,
  newStaff,
  newDoctorsBranch,
  newPatientOfDesk,
  bookVisit,
  asAdmin,
  words,
}) => {
  const { branch, doctor } = await newDoctorsBranch(`Deleted ${mark()}`);
  const [booked, waiting, offered] = [
    await newPatientOfDesk(),
    await newPatientOfDesk(),
    await newPatientOfDesk(),
  ];
  const visit = await bookVisit(booked.id, branch.id);
  await waitFor(asAdmin, { userId: waiting.id, locationIds: [branch.id], doctorId: doctor.id });
  const held = await asAdmin.post('/api/offers', {
    data: {
      userId: offered.id,
      locationId: branch.id,
      serviceId: 1,
      appointmentDate: addDays(visit.appointmentDate, 1),
      appointmentTime: visit.appointmentTime,
    },
  });
  expect(held.status(), 'a held time').toBe(201);

  await login(page, 'admin');
  const { username, password } = await newStaff('admin');
  await login(other, username, password);
  await chooseInStaffMenu(page, doctor, words('admin.staff.deactivate'));
  await expect(dialogOf(page).locator(`[data-displaced="${visit.id}"]`)).toBeVisible();
  const remove = (api: APIRequestContext) =>
    api.delete(`/api/users/${doctor.id}`, { headers: { origin: new URL(page.url()).origin } });
  const refused = await remove(other.request);
  expect([refused.status(), ((await refused.json()) as { message: string }).message]).toEqual([
    409,
    words('error.doctorHasFutureAppointments', { n: 1 }),
  ]);
  expect(await messagesTo(asAdmin, waiting.email, 'wishOther')).toEqual([]);

  const cancelled = await asAdmin.patch(`/api/appointments/${visit.id}`, { data: { status: 'cancelled' } });
  expect(cancelled.ok()).toBe(true);
  await expect(dialogOf(page).locator('[data-displaced]')).toHaveCount(0);
  const removed = await Promise.all([remove(other.request), remove(asAdmin)]);
  const statuses = removed.map((answer) => answer.status());
  expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 404]);
  // The account no longer exists. The dialog has the role `alertdialog` when no appointment is displaced.
  const question = page.getByRole('alertdialog').or(dialogOf(page));
  await expect(question.getByText(words('plans.previewFailed'))).toBeVisible();
  expect(await messagesTo(asAdmin, waiting.email, 'wishOther')).toHaveLength(1);
  expect(await messagesTo(asAdmin, offered.email, 'offerGone')).toHaveLength(1);
  expect(await messagesTo(asAdmin, booked.email, 'offerDisplaced')).toEqual([]);
  expect(await messagesTo(asAdmin, booked.email, 'cancelledByClinic')).toHaveLength(1);
});

test('two admins enter one holiday for all branches: each patient is notified once', {
  tag: testAllOnlyTag,
}, async ({ page, other, login, newStaff, newPatientOfDesk, bookVisit, asAdmin, words }) => {
  const holiday = daysAhead(50);
  const names = [`East ${mark()}`, `West ${mark()}`];
  const expected: { visit: Appointment; patient: { email: string } }[] = [];
  for (const name of names) {
    const branch = await newBranch(asAdmin, { name, nameAr: name }, ['15:00', '19:00']);
    const patient = await newPatientOfDesk();
    const { appointmentTime } = await bookVisit((await newPatientOfDesk()).id, branch.id);
    const at = { locationId: branch.id, appointmentDate: holiday, appointmentTime };
    expected.push({ visit: await bookAsStaff(asAdmin, patient.id, at), patient });
  }
  await login(page, 'admin');
  const { username, password } = await newStaff('admin');
  await login(other, username, password);
  const editing = [
    { one: other, name: names[0] ?? '' },
    { one: page, name: names[1] ?? '' },
  ];
  for (const { one, name } of editing) {
    await editBranch(one, name, words('admin.locations.schedule'));
    const dialog = dialogOf(one);
    await dialog.getByRole('tab', { name: words('admin.schedule.tab.exceptions') }).press('Enter');
    await dialog.getByRole('button', { name: words('admin.exceptions.date'), exact: true }).click();
    await chooseCalendarDay(openCalendar(one), holiday);
    await dialog.getByLabel(words('admin.exceptions.allBranches')).check();
    await dialog.getByRole('button', { name: words('admin.exceptions.add'), exact: true }).click();
    await expect(dialog.locator('[data-displaced]')).toHaveCount(2);
  }
  await dialogOf(other)
    .getByRole('button', { name: words('plans.save.offer') })
    .click();
  // One disruption for all branches, whose page opens.
  await expect(other).toHaveURL(/\/clinic\/disruptions\/\d+$/);
  await expect(other.locator('[data-displaced]')).toHaveCount(2);
  await expect(dialogOf(page).locator('[data-displaced]')).toHaveCount(0);
  const save = dialogOf(page).getByRole('button', { name: words('admin.schedule.save'), exact: true });
  await save.click();
  await expect(page.getByText(words('common.stale.title')).first()).toBeVisible();
  await save.click();
  await expect(dialogOf(page)).toBeHidden();
  for (const { visit, patient } of expected) await expectOneOffer(asAdmin, visit, patient);
  for (const { id } of await fetchJson<Location[]>(asAdmin, '/api/locations')) {
    const path = `/api/locations/${id}/exceptions`;
    const rows = await fetchJson<ScheduleException[]>(asAdmin, path);
    // Another test may have opened a branch since.
    if (expected.some(({ visit }) => visit.locationId === id))
      expect(rows.map(({ date }) => date)).toContain(holiday);
    await asAdmin.put(path, { data: rows.filter(({ date }) => date !== holiday) });
  }
});

test('one admin removes a branch from a doctor whom another deactivates: each patient is notified once', async ({
  page,
  other,
  login,
  newStaff,
  newPatientOfDesk,
  bookVisit,
  asAdmin,
  words,
}) => {
  const names = [`Left ${mark()}`, `Kept ${mark()}`];
  const [left, kept] = [
    await newBranch(asAdmin, { name: names[0] ?? '', nameAr: names[0] ?? '' }, ['15:00', '19:00']),
    await newBranch(asAdmin, { name: names[1] ?? '', nameAr: names[1] ?? '' }, ['15:00', '19:00']),
  ];
  const doctor = await newStaff('doctor', [left.id, kept.id]);
  const [atLeft, atKept, waiting] = [
    await newPatientOfDesk(),
    await newPatientOfDesk(),
    await newPatientOfDesk(),
  ];
  const first = await bookVisit(atLeft.id, left.id);
  const nextDay = addDays(first.appointmentDate, 1);
  const second = await bookAsStaff(asAdmin, atKept.id, {
    ...first,
    locationId: kept.id,
    appointmentDate: nextDay,
  });
  for (const visit of [first, second]) await assignDoctor(asAdmin, visit, doctor.id);
  await waitFor(asAdmin, { userId: waiting.id, locationIds: [left.id, kept.id], doctorId: doctor.id });

  await login(page, 'admin');
  const { username, password } = await newStaff('admin');
  await login(other, username, password);
  await chooseInStaffMenu(page, doctor, words('admin.staff.deactivate'));
  await expect(dialogOf(page).locator('[data-displaced]')).toHaveCount(2);
  await chooseInStaffMenu(other, doctor, words('common.action.edit'));
  await dialogOf(other)
    .getByRole('checkbox', { name: names[0] ?? '', exact: true })
    .uncheck();
  await expect(dialogOf(other).locator(`[data-displaced="${first.id}"]`)).toBeVisible();
  await dialogOf(other)
    .getByRole('button', { name: words('plans.save.offer') })
    .click();
  await expect(other).toHaveURL(/\/clinic\/disruptions\/\d+$/);
  expect(await messagesTo(asAdmin, waiting.email, 'wishOther')).toEqual([]);
  // The first appointment is displaced already; only the second one would be.
  await expect(dialogOf(page).locator('[data-displaced]')).toHaveCount(1);
  await expect(dialogOf(page).locator(`[data-displaced="${second.id}"]`)).toBeVisible();
  await dialogOf(page)
    .getByRole('button', { name: words('admin.staff.deactivateAndOffer') })
    .click();
  await expect(page).toHaveURL(/\/clinic\/disruptions\/\d+$/);
  await expectOneOffer(asAdmin, first, atLeft);
  await expectOneOffer(asAdmin, second, atKept);
  expect(await messagesTo(asAdmin, waiting.email, 'wishOther')).toHaveLength(1);
  const deleted = await asAdmin.delete(`/api/users/${doctor.id}`);
  expect([deleted.status(), ((await deleted.json()) as { message: string }).message]).toEqual([
    409,
    say('en', 'error.doctorHasFutureAppointments', { n: 2 }),
  ]);
  expect(await messagesTo(asAdmin, atLeft.email, 'offerDisplaced')).toHaveLength(1);
});

for (const { becomes, ...options } of [
  { becomes: 'receptionist' as const },
  { becomes: 'patient' as const, tag: testAllOnlyTag },
])
  test(
    `a doctor becomes a ${becomes} while another admin makes her a receptionist: each patient is notified once`,
    options,
    async ({ page, other, login, newStaff, newPatientOfDesk, bookVisit, asAdmin, words }) => {
      const name = `Role ${mark()}`;
      const branch = await newBranch(asAdmin, { name, nameAr: name }, ['15:00', '19:00']);
      const doctor = await newStaff('doctor', [branch.id]);
      const [patient, waiting] = [await newPatientOfDesk(), await newPatientOfDesk()];
      const visit = await bookVisit(patient.id, branch.id);
      await assignDoctor(asAdmin, visit, doctor.id);
      await waitFor(asAdmin, { userId: waiting.id, locationIds: [branch.id], doctorId: doctor.id });

      await login(page, 'admin');
      const { username, password } = await newStaff('admin');
      await login(other, username, password);
      const openForm = async (one: Page) => {
        await chooseInStaffMenu(one, doctor, words('common.action.edit'));
        await dialogOf(one).getByLabel(words('common.field.role')).selectOption('receptionist');
        await expect(dialogOf(one).locator(`[data-displaced="${visit.id}"]`)).toBeVisible();
      };
      const saveAndOffer = (one: Page) =>
        dialogOf(one).getByRole('button', { name: words('plans.save.offer') });
      await openForm(page);
      if (becomes === 'receptionist') {
        await openForm(other);
        await saveAndOffer(other).click();
        await expect(other).toHaveURL(/\/clinic\/disruptions\/\d+$/);
      } else {
        // Another program changes the role: nothing is offered yet.
        const changed = await other.request.patch(`/api/users/${doctor.id}`, {
          data: { role: 'patient' },
          headers: { origin: new URL(page.url()).origin },
        });
        expect(await changed.json()).toMatchObject({ role: 'patient' });
        expect((await findDisruptionRows(asAdmin, visit)).map(({ state }) => state)).toEqual(['untold']);
      }
      await dialogOf(page).locator('button[type=submit]').click();
      if (becomes === 'receptionist') {
        await expect(dialogOf(page).getByText(words('common.stale.title')).first()).toBeVisible();
      } else {
        await expect(dialogOf(page).getByRole('alert').first()).toBeVisible();
        const heads = await fetchJson<DisruptionHead[]>(asAdmin, '/api/disruptions?limit=20');
        const list = heads.find(({ doctorId }) => doctorId === doctor.id);
        await other.goto(`/clinic/disruptions/${list?.id}`);
        await other.getByRole('button', { name: words('plans.offer.summary', { n: 1 }) }).click();
        await other.getByRole('button', { name: words('plans.offer.do'), exact: true }).click();
      }
      await expectOneOffer(asAdmin, visit, patient);
      expect(await messagesTo(asAdmin, waiting.email, 'wishOther')).toHaveLength(1);
    },
  );

test('an admin closes a branch for good while its doctor enters an absence: one offer, one message', {
  tag: testAllOnlyTag,
}, async ({ page, other, login, newStaff, newPatientOfDesk, bookVisit, asAdmin, words }) => {
  const name = `Closing ${mark()}`;
  const branch = await newBranch(asAdmin, { name, nameAr: name }, ['15:00', '19:00']);
  const doctor = await newStaff('doctor', [branch.id]);
  const patient = await newPatientOfDesk();
  const visit = await bookVisit(patient.id, branch.id);
  await assignDoctor(asAdmin, visit, doctor.id);

  await login(page, 'admin');
  await login(other, doctor.username, doctor.password);
  await page.goto('/admin/dashboard?tab=locations');
  await page
    .getByRole('button', { name: new RegExp(`^${words('admin.locations.delete')}.*${name}`) })
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: words('admin.locations.deleteButton') }).click();
  await question.getByRole('button', { name: words('admin.closing.start') }).click();
  await expect(dialogOf(page).locator(`[data-displaced="${visit.id}"]`)).toBeVisible();
  await other.goto('/clinic/disruptions');
  const day = { startDate: visit.appointmentDate, endDate: visit.appointmentDate };
  const absent = await other.request.post('/api/absences', {
    data: { userId: doctor.id, ...day },
    headers: { origin: new URL(other.url()).origin },
  });
  expect(absent.status()).toBe(201);
  await dialogOf(page)
    .getByRole('button', { name: words('plans.save.offer') })
    .click();
  await expect(page).toHaveURL(/\/clinic\/disruptions/);
  await expect
    .poll(async () => (await findDisruptionRows(asAdmin, visit)).map(({ state }) => state))
    .toEqual(expect.arrayContaining(['open']));
  expect(new Set((await findDisruptionRows(asAdmin, visit)).map(({ state }) => state))).toEqual(
    new Set(['open']),
  );
  expect(await messagesTo(asAdmin, patient.email, 'offerDisplaced')).toHaveLength(1);
  // The doctor sees the list of the change at once.
  const title = words('plans.changesAt', { branch: name, changes: words('plans.change.hours') });
  await expect(other.getByText(title).first()).toBeVisible();
  const still = await asAdmin.delete(`/api/locations/${branch.id}`);
  expect(still.status(), 'the branch ends only after the patient has answered').toBe(409);
  expect((await fetchJson<Location[]>(asAdmin, '/api/locations')).some(({ id }) => id === branch.id)).toBe(
    true,
  );
});

test('two admins archive a service during a booking: it is rejected with the number', {
  tag: testAllOnlyTag,
}, async ({ page, other, login, newStaff, newPatient, asAdmin, bookVisit, words }) => {
  const name = `Together ${mark()}`;
  const data = { name, nameAr: name, icon: 'laboratory', durationMinutes: 20 };
  const service = (await (await asAdmin.post('/api/services', { data })).json()) as { id: number };
  await login(page, 'admin');
  const { username, password } = await newStaff('admin');
  await login(other, username, password);
  const ask = async (one: Page) => {
    await one.goto('/admin/homepage-editor');
    await one.getByRole('tab', { name: words('admin.homepage.tab.services') }).press('Enter');
    await one.getByRole('button', { name: words('admin.service.deleteNamed', { name }) }).click();
    return one.getByRole('alertdialog');
  };
  const [mine, theirs] = [await ask(page), await ask(other)];
  const visit = await bookVisit((await newPatient()).id);
  const change = { service: String(service.id), version: visit.version };
  expect((await asAdmin.patch(`/api/appointments/${visit.id}`, { data: change })).ok()).toBe(true);
  for (const dialog of [mine, theirs]) {
    await dialog.getByRole('button', { name: words('common.action.delete'), exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      words('error.stillOpen', { visits: 1, offers: 0, wishes: 0 }),
    );
  }
  await mine.getByRole('link', { name: words('admin.stillOpen.appointments') }).click();
  await expect(page.locator('[data-appointment]')).toHaveCount(1);
  await expect(visitRow(page, visit.id)).toBeVisible();
});
