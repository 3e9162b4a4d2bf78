import { hash } from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import { credentials } from '#server/db/schema/accounts.ts';
import { appointments } from '#server/db/schema/appointments.ts';
import { locations } from '#server/db/schema/locations.ts';
import { locationHours } from '#server/db/schema/schedules.ts';
import { services } from '#server/db/schema/services.ts';
import { staff, staffLocations } from '#server/db/schema/staff.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { recordChange } from '#server/engine/db/recorded-changes.ts';
import type { AuditSubject } from '#shared/domain/audit.ts';
import { addMinutes, localDateTime } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { searchWords } from '#shared/domain/people/search-words.ts';
import { testPassword } from './test-app.ts';

/**
 * Inserts the rows that tests need. The caller gives the values that matter to the test; the others have
 * defaults.
 */

const first = <T>([row]: T[]): T => {
  if (row === undefined) throw new Error('nothing was inserted');
  return row;
};

// The hash of the usual test password, made once because hashing is slow.
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let hashOfTestPassword: Promise<string> | undefined;
const hashed = (password: string): Promise<string> => {
  if (password !== testPassword) return hash(password, argon2);
  hashOfTestPassword ??= hash(testPassword, argon2);
  return hashOfTestPassword;
};

/** Invalidates the caches of a subject: work of an earlier test may have filled them after the reset. */
const changed = (db: Db, subject: AuditSubject): void =>
  recordChange(db, { subject, ofPatient: false, days: [] });

let people = 0;
type NewUser = Partial<typeof users.$inferInsert> & {
  password?: string;
  mustChange?: boolean;
  worksAt?: readonly number[];
};

/** Inserts a person, by default a patient, who can sign in with the test password. */
export async function makeUser(
  db: Db,
  { password = testPassword, mustChange = false, worksAt = [], ...fields }: NewUser = {},
) {
  people += 1;
  const role = fields.role ?? 'patient';
  const named = { name: `Person ${people}`, username: `person${people}`, locale: 'en' as const, ...fields };
  const user = first(
    await db
      .insert(users)
      .values({ ...named, words: searchWords(named), role })
      .returning(),
  );
  await db.insert(credentials).values({ userId: user.id, passwordHash: await hashed(password), mustChange });
  if (isStaff(role)) {
    await db.insert(staff).values({ userId: user.id });
    for (const locationId of worksAt) await db.insert(staffLocations).values({ userId: user.id, locationId });
    changed(db, 'users');
  }
  return user;
}

export async function makeLocation(db: Db, fields: Partial<typeof locations.$inferInsert> = {}) {
  const made = first(
    await db
      .insert(locations)
      .values({
        name: 'Nasr City',
        nameAr: 'مدينة نصر',
        address: '12 Abbas El-Akkad St',
        openHours: 'Daily',
        ...fields,
      })
      .returning(),
  );
  changed(db, 'locations');
  return made;
}

/** The same hours on all seven weekdays, 15:00 to 19:00, which include the public slots. */
export async function openEveryDay(
  db: Db,
  locationId: number,
  opens = 15 * 60,
  closes: number | null = 19 * 60,
): Promise<void> {
  await db
    .insert(locationHours)
    .values([0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ locationId, weekday, opens, closes })));
  changed(db, 'schedules');
}

let offered = 0;
export async function makeService(db: Db, fields: Partial<typeof services.$inferInsert> = {}) {
  offered += 1;
  const made = first(
    await db
      .insert(services)
      .values({ name: `Service ${offered}`, ...fields })
      .returning(),
  );
  changed(db, 'services');
  return made;
}

type NewAppointment = Omit<Partial<typeof appointments.$inferInsert>, 'localStart' | 'localEnd'> & {
  patientId: number;
  locationId: number;
  serviceId: number;
  date: string;
  time?: string;
  minutes?: number;
};

/**
 * Inserts an appointment, by default in room 1, confirmed and 20 minutes long. It has no history, and only
 * the caches of this process are invalidated.
 */
export async function makeAppointment(
  db: Db,
  { date, time = '15:00:00', minutes = 20, ...fields }: NewAppointment,
) {
  const localStart = localDateTime(date, time);
  const row = {
    room: 1,
    status: 'confirmed' as const,
    ...fields,
    localStart,
    localEnd: addMinutes(localStart, minutes),
  };
  const made = first(await db.insert(appointments).values(row).returning());
  recordChange(db, {
    subject: 'appointments',
    ofPatient: true,
    days: [{ locationId: row.locationId, date, ofDoctor: Boolean(fields.doctorId) }],
  });
  return made;
}

/** A branch that is open every day, and a service of 20 minutes: enough to book. */
export async function makeClinic(
  db: Db,
  { rooms = 1, minutes = 20 }: { rooms?: number; minutes?: number } = {},
) {
  const location = await makeLocation(db, { rooms });
  await openEveryDay(db, location.id);
  const service = await makeService(db, {
    name: 'Gynecological Consultations',
    nameAr: 'كشف نساء',
    durationMinutes: minutes,
  });
  return { location, service };
}

/** Inserts many patients at once, who never sign in. */
export async function makePatients(db: Db, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into users (role, name, username, email, phone)
      select 'patient', 'Patient ' || i, 'patient.' || i, 'p' || i || '@mail.example',
      '+2010' || lpad(i::text, 8, '0') from generate_series(1, ${count}) i returning id`);
  return rows.map(({ id }) => id);
}
