import { asc, eq } from 'drizzle-orm';
import { credentials } from '#server/db/schema/accounts.ts';
import { appointments } from '#server/db/schema/appointments.ts';
import { contactMessages } from '#server/db/schema/contact-messages.ts';
import { events } from '#server/db/schema/events.ts';
import { contentVersions } from '#server/db/schema/homepage.ts';
import { locations } from '#server/db/schema/locations.ts';
import { clientLogs } from '#server/db/schema/logs.ts';
import { messages } from '#server/db/schema/messages.ts';
import { services } from '#server/db/schema/services.ts';
import { duties, staff, staffLocations } from '#server/db/schema/staff.ts';
import { guardians, users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { ClinicClock } from '#shared/domain/clinic-time.ts';
import { addMilliseconds, minutesOf, wallToInstant } from '#shared/domain/clinic-time.ts';
import type { SpokenLanguage } from '#shared/domain/people/doctor-name.ts';
import { normalizePhone } from '#shared/domain/people/phone.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { searchWords } from '#shared/domain/people/search-words.ts';
import { seedLocations, seedShifts } from './clinic-content.ts';
import { doctorBookedBranches, findDemoDoctor, isDoctorBooked } from './demo-doctors.ts';
import { demoContactMessages, demoFamily, demoPeople } from './demo-people.ts';
import { createDemoAppointments, type DemoAppointment, deskBranches } from './demo-visits.ts';

export const demoPassword = 'demo-clinic';

type NewUser = typeof users.$inferInsert;
const insertPeople = async (db: Db, people: NewUser[]): Promise<number[]> =>
  (
    await db
      .insert(users)
      .values(people.map((person) => ({ ...person, words: searchWords(person) })))
      .returning({ id: users.id })
  ).map(({ id }) => id);

/** The four accounts people sign in with, and a few colleagues. */
async function seedDemoStaff(
  db: Db,
  passwordHash: string,
  branchIds: number[],
  now: Date,
): Promise<{ adminId: number; doctorId: number; patientId: number; receptionId: number; doctors: number[] }> {
  const confirmed = { emailConfirmedAt: now };
  const [adminId = 0, doctorId = 0, patientId = 0, receptionId = 0, ...colleagues] = await insertPeople(db, [
    {
      role: 'admin',
      name: 'Sara Nabil',
      username: 'admin',
      email: 'admin@clinic.example',
      locale: 'en',
      isSuperAdmin: true,
      ...confirmed,
    },
    {
      role: 'doctor',
      name: 'Laila Kamal',
      username: 'doctor',
      email: 'doctor@clinic.example',
      locale: 'en',
      ...confirmed,
    },
    {
      role: 'patient',
      name: 'مريم عادل',
      username: 'patient',
      email: 'patient@clinic.example',
      phone: normalizePhone('01000000010'),
      locale: 'en',
      ...confirmed,
    },
    {
      role: 'receptionist',
      name: 'Walaa Mohsen',
      username: 'reception',
      email: 'reception@clinic.example',
      locale: 'en',
      ...confirmed,
    },
    { role: 'doctor', name: 'Hoda Selim', username: 'hoda.selim', locale: 'ar' },
    { role: 'doctor', name: 'Karim Aziz', username: 'karim.aziz', locale: 'ar' },
    { role: 'doctor', name: 'Nagwa Fouad', username: 'nagwa.fouad', locale: 'ar' },
    { role: 'doctor', name: 'Tarek Halim', username: 'tarek.halim', locale: 'en' },
  ]);
  await db
    .insert(credentials)
    .values([adminId, doctorId, patientId, receptionId].map((userId) => ({ userId, passwordHash })));
  const doctor = { title: 'Dr.', titleAr: 'د.' };
  const called = [
    { nameAr: 'هدى سليم', gender: 'female' },
    { nameAr: 'كريم عزيز', gender: 'male' },
    { nameAr: 'نجوى فؤاد', gender: 'female' },
    { nameAr: 'طارق حليم', gender: 'male' },
  ] as const;
  const listed = { onSite: true, languages: ['ar', 'en'] satisfies SpokenLanguage[] };
  await db.insert(staff).values([
    {
      userId: adminId,
      nameAr: 'سارة نبيل',
      speciality: 'Clinic manager',
      specialityAr: 'مديرة العيادات',
    },
    { userId: receptionId, nameAr: 'ولاء محسن' },
    {
      userId: doctorId,
      ...doctor,
      nameAr: 'ليلى كمال',
      gender: 'female',
      speciality: 'Gynecology',
      specialityAr: 'أمراض النساء',
      ...listed,
    },
    ...colleagues.map((userId, i) => ({
      userId,
      ...doctor,
      ...called[i],
      ...[
        { speciality: 'Gynecology-oncology', specialityAr: 'أورام النساء' },
        { speciality: 'Advanced laparoscopy', specialityAr: 'المناظير المتقدمة' },
        { speciality: 'Fertility', specialityAr: 'الخصوبة' },
      ][i % 3],
      ...listed,
    })),
  ]);
  const doctors = [doctorId, ...colleagues];
  await db
    .insert(staffLocations)
    .values([
      ...branchIds.flatMap((locationId, i) =>
        isDoctorBooked(i) ? [] : [{ locationId, userId: doctors[i % doctors.length] ?? doctorId }],
      ),
      ...branchIds.slice(0, deskBranches).map((locationId) => ({ locationId, userId: receptionId })),
    ]);
  return { adminId, doctorId, patientId, receptionId, doctors };
}

/** Makes some branches book by the doctors who are on duty there. */
async function seedDemoDuties(
  db: Db,
  branchIds: readonly number[],
  doctors: readonly number[],
): Promise<void> {
  for (const { branch, onDuty } of doctorBookedBranches) {
    const locationId = branchIds[branch] ?? 0;
    await db.update(locations).set({ bookedBy: 'doctor' }).where(eq(locations.id, locationId));
    const rows = onDuty.map(({ doctor, weekdays }) => ({ userId: doctors[doctor] ?? 0, weekdays }));
    await db.insert(staffLocations).values(rows.map(({ userId }) => ({ userId, locationId })));
    const shifts = rows.flatMap(({ userId, weekdays }) =>
      seedShifts
        .filter(({ weekday }) => weekdays.includes(weekday))
        .map(({ weekday, opens, closes }) => ({
          userId,
          locationId,
          weekday,
          starts: minutesOf(opens),
          ends: minutesOf(closes),
        })),
    );
    await db.insert(duties).values(shifts);
  }
}

/**
 * All patients except the one for signing in, who comes first. The receptionist entered the numbers; every
 * twelfth patient registered online and has not confirmed hers, so that the clinic has to call her.
 */
function seedDemoPatients(db: Db, receptionId: number): Promise<number[]> {
  return insertPeople(
    db,
    demoPeople.slice(1).map((person, i) => ({
      role: 'patient' as const,
      name: person.shownIn === 'ar' ? person.nameAr : person.name,
      username: person.username,
      phone: normalizePhone(person.phone),
      locale: person.shownIn,
      createdBy: i % 12 === 0 ? null : receptionId,
    })),
  );
}

/** The people whose guardian the first patient is: patients without an account. */
async function seedDemoFamily(db: Db, guardianId: number, now: Date): Promise<number[]> {
  const familyIds = await insertPeople(
    db,
    demoFamily.map(({ name }) => ({
      role: 'patient' as const,
      name,
      authProvider: 'cared',
      locale: 'en' as const,
      createdBy: guardianId,
    })),
  );
  await db.insert(guardians).values(
    demoFamily.map(({ relation, birthYear }, i) => ({
      patientId: familyIds[i] ?? 0,
      guardianId,
      relation,
      birthYear,
      since: now,
    })),
  );
  return familyIds;
}

interface DemoIds {
  patientIds: readonly number[];
  branchIds: readonly number[];
  serviceIds: readonly number[];
  doctors: readonly number[];
}

const toAppointmentRow = (
  visit: DemoAppointment,
  { patientIds, branchIds, serviceIds, doctors }: DemoIds,
) => ({
  patientId: patientIds[visit.patient] ?? 0,
  locationId: branchIds[visit.branch] ?? 0,
  serviceId: serviceIds[visit.service % serviceIds.length] ?? 0,
  doctorId: doctors[findDemoDoctor(visit) ?? -1] ?? null,
  localStart: visit.start,
  localEnd: visit.end,
  room: 1,
  status: visit.status,
  notes: visit.notes,
});

const branchParams = (visit: DemoAppointment, branchIds: readonly number[]) => {
  const branch = seedLocations[visit.branch];
  return {
    locationId: branchIds[visit.branch] ?? 0,
    location: branch?.name ?? '',
    address: branch?.address ?? '',
  };
};

async function seedDemoRecords(
  db: Db,
  ids: { adminId: number; doctorId: number; patientId: number; branchIds: readonly number[] },
  patientIds: readonly number[],
  made: { id: number; visit: DemoAppointment }[],
  now: Date,
) {
  await db.insert(events).values(
    made.map(({ id, visit }) => ({
      actorId: visit.status === 'pending' ? null : ids.doctorId,
      actorRole: visit.status === 'pending' ? 'system' : 'doctor',
      action: 'created',
      subject: 'appointments',
      subjectId: id,
      locationId: ids.branchIds[visit.branch] ?? null,
      patientId: patientIds[visit.patient] ?? null,
      after: {
        status: visit.status,
        appointmentDate: visit.start.slice(0, 10),
        appointmentTime: visit.start.slice(11),
      },
    })),
  );
  await db.insert(messages).values(
    made
      .filter(({ visit }) => visit.patient === 0)
      .map(({ id, visit }, i) => ({
        dedupeKey: `demo-${id}`,
        channel: 'app' as const,
        userId: ids.patientId,
        locale: 'en' as const,
        template: 'booked',
        params: {
          ...branchParams(visit, ids.branchIds),
          date: visit.start.slice(0, 10),
          time: visit.start.slice(11),
          reference: referenceCode('HKM', id),
        },
        state: 'sent' as const,
        createdAt: addMilliseconds(now, -i * 3_600_000),
        doneAt: now,
        readAt: i < 2 ? null : now,
      }))
      .slice(0, 6),
  );
  const newestLast = demoContactMessages
    .map((message, i) => ({ ...message, createdAt: addMilliseconds(now, -i * 7_200_000) }))
    .toReversed();
  await db.insert(contactMessages).values(newestLast);
  // Users of the demonstration book as the patient, who already has enough appointments.
  await db.insert(contentVersions).values({ key: 'settings', body: { maxOpenPerPatient: 20 } });
  await db.insert(clientLogs).values(
    ['navigation', 'button_click', 'form_submit', 'data_loaded'].flatMap((type, i) =>
      Array.from({ length: 5 }, (_, n) => ({
        kind: 'interaction' as const,
        type,
        page: '/',
        text: '',
        at: addMilliseconds(now, -(i * 5 + n) * 600_000),
      })),
    ),
  );
}

/**
 * The demonstration: four accounts, 240 patients and a family, 400 appointments around today, messages and
 * logs.
 */
export async function seedDemo(db: Db, passwordHash: string, clock: ClinicClock, now: Date): Promise<void> {
  const branchIds = (
    await db.select({ id: locations.id }).from(locations).orderBy(asc(locations.position))
  ).map(({ id }) => id);
  const serviceIds = (
    await db.select({ id: services.id }).from(services).orderBy(asc(services.position))
  ).map(({ id }) => id);
  const ids = await seedDemoStaff(db, passwordHash, branchIds, now);
  await seedDemoDuties(db, branchIds, ids.doctors);
  const accounts = [ids.patientId, ...(await seedDemoPatients(db, ids.receptionId))];
  const visits = createDemoAppointments(clock, accounts.length, branchIds.length);
  const patientIds = [...accounts, ...(await seedDemoFamily(db, ids.patientId, now))];
  const rows = await db
    .insert(appointments)
    .values(
      visits.map((visit) => {
        const start = wallToInstant(visit.start.slice(0, 10), visit.start.slice(11));
        const made = addMilliseconds(start < now ? start : now, -172_800_000);
        return {
          ...toAppointmentRow(visit, { ...ids, patientIds, branchIds, serviceIds }),
          createdBy: ids.doctorId,
          createdAt: made,
          updatedAt: made,
        };
      }),
    )
    .returning({ id: appointments.id });
  await seedDemoRecords(
    db,
    { ...ids, branchIds },
    patientIds,
    rows.flatMap(({ id }, i) => (visits[i] ? [{ id, visit: visits[i] }] : [])),
    now,
  );
}
