import type { Bundle, Patient } from 'fhir/r4';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { patientFiles } from '#server/db/schema/patient-files.ts';
import { guardians } from '#server/db/schema/users.ts';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makeUser,
  openEveryDay,
} from '#server/testing/factories.ts';
import { createApiKey, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { type FhirType, fhirTypes } from '#shared/contract/connections/fhir.ts';
import { fhirScopes } from '#shared/domain/key-scopes.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let key = '';
const sql = (text: string) => deps.database.pool.query(text);

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  key = await createApiKey(clinic, { scopes: [...fhirScopes] });
});
afterAll(clinic.close);

const found = async (path: string): Promise<Bundle> => {
  const answer = await call('GET', `/fhir/R4${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer.json();
};
const resourcesIn = ({ entry = [] }: Bundle) => entry.flatMap(({ resource }) => resource ?? []);
const idsOf = async (path: string) => resourcesIn(await found(path)).map(({ id }) => Number(id));
/** All pages of one entry each, by following their links. */
async function pagesOf(path: string): Promise<number[]> {
  const ids: number[] = [];
  for (let next: string | undefined = `${path}&_count=1`; next; ) {
    const bundle: Bundle = await found(next);
    ids.push(...resourcesIn(bundle).map(({ id }) => Number(id)));
    const link = bundle.link?.find(({ relation }) => relation === 'next')?.url;
    next = link?.slice(link.indexOf(path.split('?')[0] ?? ''));
  }
  return ids;
}

test('a name matches the beginnings of its words, and never by sound', async () => {
  const li = (await makeUser(deps.db, { name: 'Mona Li' })).id;
  const ezz = (await makeUser(deps.db, { name: 'منى عز الدين' })).id;
  await makeUser(deps.db, { name: 'Mina Adel' });
  await makeUser(deps.db, { name: 'عمر' });
  for (const [asked, whom] of [
    ['Li', li],
    ['عز', ezz],
    ['Lee', null],
  ] as const)
    expect([asked, await idsOf(`/Patient?name=${encodeURIComponent(asked)}`)]).toEqual([
      asked,
      whom === null ? [] : [whom],
    ]);
});

describe('patients by birth date', () => {
  let [inMay, thatYear, later] = [0, 0, 0];
  beforeEach(async () => {
    const guardianId = (await makeUser(deps.db)).id;
    inMay = (await makeUser(deps.db, { name: 'Mona Adel' })).id;
    thatYear = (await makeUser(deps.db, { name: 'Laila Adel' })).id;
    later = (await makeUser(deps.db, { name: 'Nour' })).id;
    await deps.db.insert(patientFiles).values([
      { patientId: inMay, birthDate: '1987-05-03' },
      { patientId: thatYear, paperFile: '17' },
      { patientId: later, birthDate: '1990-01-01' },
    ]);
    const said = { guardianId, relation: 'mother' as const };
    await deps.db.insert(guardians).values([
      { ...said, patientId: thatYear, birthYear: 1986, until: new Date() },
      { ...said, patientId: thatYear, birthYear: 1987 },
      // The birth date in her file has priority.
      { ...said, patientId: later, birthYear: 1987 },
    ]);
  });

  test('a patient with only a year of birth is shown and found by it, as FHIR defines', async () => {
    const [laila] = resourcesIn(await found(`/Patient?_id=${thatYear}`)) as Patient[];
    expect(laila?.birthDate).toBe('1987');
    const both = [thatYear, inMay];
    const asked: Record<string, number[]> = {
      '1987': both,
      '1986': [],
      '1987-05': [inMay],
      '1987-05-03': [inMay],
      ge1987: [later, ...both],
      'ge1987-06': [later, thatYear],
      'gt1987-06': [later, thatYear],
      gt1987: [later],
      le1987: both,
      'lt1987-06': both,
      'le1987-05-02': [thatYear],
      lt1987: [],
      'sa1987-04': [later, inMay],
      sa1986: [later, ...both],
      'eb1987-06': [inMay],
      eb1988: both,
      '1990': [later],
    };
    for (const [value, ids] of Object.entries(asked))
      expect([value, await idsOf(`/Patient?birthdate=${value}`)]).toEqual([value, ids]);
    expect(await idsOf('/Patient?birthdate=1987-05&name=adel')).toEqual([inMay]);
    expect(new Set(await idsOf('/Patient?birthdate=1987&name=adel'))).toEqual(new Set(both));
    expect(await idsOf('/Patient?birthdate=1987&_lastUpdated=ge2000')).toEqual([inMay, thatYear]);
  });

  test('results of a name or a phone have no next page', async () => {
    for (const [query, place] of [
      ['name=Mona', [5]],
      ['phone=01000000000&_lastUpdated=ge2020', ['2027-01-01 10:00:00+00', 5]],
    ] as const) {
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
      const headers = { authorization: `Bearer ${key}` };
      const answer = await call('GET', `/fhir/R4/Patient?${query}&_cursor=${cursor}`, { headers });
      expect([query, answer.statusCode]).toEqual([query, 400]);
    }
  });

  test('results come page by page, by date or by year', async () => {
    expect(await pagesOf('/Patient?birthdate=ge1900')).toEqual([later, thatYear, inMay]);
  });
});

describe('the last change', () => {
  const tables = ['users', 'locations', 'services', 'staff'];
  const long = `'2020-01-01 12:00:00+00'`;
  /** Sets the last change of everything to a time long ago. */
  const settle = async () => {
    for (const table of tables) await sql(`update ${table} set updated_at = ${long}`);
  };

  test('is in every resource except slots, and can be searched', async () => {
    await makeUser(deps.db, { role: 'doctor', worksAt: [1] });
    await makeAppointment(deps.db, {
      patientId: (await makeUser(deps.db)).id,
      locationId: 1,
      serviceId: 1,
      date: '2027-06-08',
    });
    for (const type of fhirTypes) {
      if (type === 'Slot') continue;
      const [first] = resourcesIn(await found(`/${type}`));
      const at = first?.meta?.lastUpdated ?? '';
      const asked = async (edge: string) =>
        resourcesIn(await found(`/${type}?_lastUpdated=${edge}${at}`)).some(({ id }) => id === first?.id);
      expect([type, await asked(''), await asked('gt'), await asked('lt')]).toEqual([
        type,
        true,
        false,
        false,
      ]);
      expect([type, await asked('ge'), await asked('le')]).toEqual([type, true, true]);
    }
    const refused = await call('GET', '/fhir/R4/Slot?_lastUpdated=ge2020', {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(refused.statusCode).toBe(400);
  });

  test('is that of fields that programs read, and of no other column', async () => {
    const mona = (await makeUser(deps.db, { name: 'Mona' })).id;
    const huda = (await makeUser(deps.db, { name: 'Huda' })).id;
    const doctor = (await makeUser(deps.db, { role: 'doctor', worksAt: [1] })).id;
    const changed = async (type: FhirType) => (await idsOf(`/${type}?_lastUpdated=ge2021`)).length;
    const steps: readonly (readonly [FhirType, string, number])[] = [
      ['Patient', `update users set version = version + 1, channels = '{}' where id = ${mona}`, 0],
      ['Patient', `update users set name = name where id = ${mona}`, 0],
      ['Patient', `update users set name = 'Mona Adel' where id = ${mona}`, 1],
      ['Patient', `insert into patient_files (patient_id, paper_file) values (${mona}, '17')`, 0],
      ['Patient', `update patient_files set birth_date = '1990-01-01' where patient_id = ${mona}`, 1],
      ['Patient', `update patient_files set paper_file = '18' where patient_id = ${mona}`, 0],
      [
        'Patient',
        `insert into guardians (patient_id, guardian_id, relation, birth_year) values (${mona}, ${doctor}, 'mother', 1990)`,
        1,
      ],
      ['Patient', `update guardians set patient_id = ${huda} where patient_id = ${mona}`, 2],
      ['Location', 'update locations set hours_version = hours_version + 1', 0],
      ['Location', `update locations set address = 'Elsewhere'`, 1],
      ['HealthcareService', `update services set icon = 'x'`, 0],
      ['HealthcareService', `update services set description = 'Longer' where id = 1`, 1],
      ['Practitioner', `update staff set about = 'Likes chess'`, 0],
      ['Practitioner', `update staff set speciality = 'Ultrasound'`, 1],
      [
        'PractitionerRole',
        `delete from staff_locations; insert into staff_locations values (${doctor}, 1)`,
        1,
      ],
      ['Patient', `update users set deactivated_at = now() where id = ${mona}`, 0],
    ];
    for (const [type, statement, n] of steps) {
      await settle();
      await sql(statement);
      expect([statement, await changed(type)]).toEqual([statement, n]);
    }
  });

  test('includes a reactivated doctor and a new doctor', async () => {
    const { cookie } = await createSignedInUser(clinic, { role: 'admin', isSuperAdmin: true });
    const doctor = (await makeUser(deps.db, { role: 'doctor', worksAt: [1] })).id;
    for (const [away, back] of [
      [{ deactivated: true }, { deactivated: false }],
      [{ role: 'admin' }, { role: 'doctor' }],
    ]) {
      const there = () => idsOf('/Practitioner?_lastUpdated=ge2021');
      await settle();
      expect(await there()).toEqual([]);
      for (const body of [away, back])
        expect((await call('PATCH', `/api/staff/${doctor}`, { cookie, body })).statusCode).toBe(200);
      expect(await there()).toEqual([doctor]);
      expect(await idsOf('/PractitionerRole?_lastUpdated=ge2021')).toHaveLength(1);
    }
  });

  test('orders the results page by page, also within one moment', async () => {
    const people = [];
    for (let i = 0; i < 3; i++) people.push((await makeUser(deps.db)).id);
    const [first = 0, second = 0, third = 0] = people;
    const visits = [];
    for (const [patientId, date] of [
      [first, '2027-06-10'],
      [second, '2027-06-09'],
      [third, '2027-06-08'],
    ] as const)
      visits.push((await makeAppointment(deps.db, { patientId, locationId: 1, serviceId: 1, date })).id);
    for (const table of ['users', 'appointments'])
      await sql(`update ${table} set updated_at = '2026-01-01 12:00:00.123456+00'`);
    await sql(`update users set updated_at = '2025-01-01' where id = ${third}`);
    await sql(`update appointments set updated_at = '2025-01-01' where id = ${visits[2]}`);
    const since = '_lastUpdated=ge2024';
    expect(await pagesOf(`/Patient?${since}`)).toEqual([third, first, second]);
    expect(await pagesOf(`/Appointment?${since}`)).toEqual([visits[2], visits[0], visits[1]]);
    expect(await idsOf('/Appointment?_lastUpdated=2026-01-01T12:00:00.123Z')).toEqual(visits.slice(0, 2));
    expect(await idsOf('/Appointment?_lastUpdated=2026-01-01T12:00Z')).toEqual(visits.slice(0, 2));
    expect(await idsOf('/Appointment?_lastUpdated=2025')).toEqual([visits[2]]);
    expect(await idsOf('/Appointment?_lastUpdated=2025-02')).toEqual([]);
  });
});

test('other requests run while slots are searched', async () => {
  /** The longest processor time, in milliseconds, between two turns of the event loop. */
  const longestTurn = async (path: string): Promise<number> => {
    let longest = 0;
    let before = process.cpuUsage();
    let next = setImmediate(function turn() {
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
      before = process.cpuUsage();
      next = setImmediate(turn);
    });
    await found(path);
    clearImmediate(next);
    return longest;
  };
  for (let branch = 1; branch <= 8; branch++) await openEveryDay(deps.db, (await makeLocation(deps.db)).id);
  // The first request fills the cache of free times.
  await longestTurn('/Slot?status=busy');
  expect(await longestTurn('/Slot?status=busy')).toBeLessThan(40);
  expect(await longestTurn('/Slot?start=lt2020')).toBeLessThan(40);
});
