import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic } from '#server/testing/factories.ts';
import { addAccount } from '#server/testing/people.ts';
import { createTestApp, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { addMissingSearchWords } from './word-queries.ts';

let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  await addAccount(t.deps, 'boss', { role: 'admin' });
  admin = await t.signIn('boss');
});
afterAll(() => t.close());

async function patient(name: string, phone?: string): Promise<number> {
  const { json } = await t.call('POST', '/api/patients', {
    body: { name, phone, password: 'rose garden 7' },
    cookie: admin,
  });
  return json().id;
}
async function found(q: string): Promise<string[]> {
  const { json } = await t.call('GET', `/api/users?sort=match&q=${encodeURIComponent(q)}`, { cookie: admin });
  return json().map(({ name }: { name: string }) => name);
}

test('words match in any order and script, and digits match phones, best first', async () => {
  const long = 'Nourhan Mohamed Ahmed Elsayed';
  for (const name of [long, 'هدى محمود الصاوي', 'Hoda Kamel', 'مريم أحمد عبد العزيز'])
    await patient(name, name === long ? '0100 123 4567' : undefined);
  for (const q of ['Nourhan Elsayed', 'elsayed nour', 'نورهان السيد', 'نورهان ٠١٠٠', '٤٥٦٧', 'Norhan Ahmad'])
    expect([q, await found(q)]).toEqual([q, [long]]);
  for (const q of ['مريم عبدالعزيز', 'Mariam Abdelaziz', 'عبد العزيز مريم'])
    expect([q, await found(q)]).toEqual([q, ['مريم أحمد عبد العزيز']]);
  expect(await found('Hoda')).toEqual(['Hoda Kamel', 'هدى محمود الصاوي']);
  expect(await found('هدى')).toEqual(['هدى محمود الصاوي', 'Hoda Kamel']);
  expect(await found('Hoda Elsawy')).toEqual(['هدى محمود الصاوي']);
});

test('letters that form no name find nobody', async () => {
  for (const name of ['Zaki Kamel', 'Akram Ezz', 'Mohamed Hassan']) await patient(name);
  for (const q of ['zzzzqq', 'zzzqqq', 'kkkk', 'aaaqqq', 'ززززق'])
    expect([q, await found(q)]).toEqual([q, []]);
  expect(await found('zaky')).toEqual(['Zaki Kamel']);
  expect(await found('mhmd')).toEqual(['Mohamed Hassan']);
});

test('exact matches come before prefixes, and suggestions have no count', async () => {
  await addAccount(t.deps, 'rana', { name: 'Zz', email: 'Rana@Mail.example', phone: '+201003700111' });
  await addAccount(t.deps, 'rana.z', {
    name: 'Rana Zaki',
    email: 'rana@mail.example.org',
    phone: '+201003700112',
  });
  for (const q of ['RANA', 'rana@mail.example', '0100 370 0111', '+20 100 370 0111'])
    expect([q, (await found(q))[0]]).toEqual([q, 'Zz']);
  for (const q of ['0100 37', '+20 100370', '٠١٠٠ ٣٧'])
    expect([q, await found(q)]).toEqual([q, ['Rana Zaki', 'Zz']]);
  const picked = await t.call('GET', '/api/users?sort=match&uncounted=1&limit=1&q=rana', { cookie: admin });
  expect([picked.json().length, picked.headers['x-total-count']]).toEqual([1, undefined]);
  expect(picked.headers.link).toContain('uncounted=1');
});

test('an e-mail is found by its beginning, else by its middle, never by one of its words', async () => {
  for (const [i, email] of ['rana@mail.example', 'rana@mail.example.org', 'hana@mail.example'].entries())
    await addAccount(t.deps, `rana${i}`, { name: `Somebody ${i}`, email });
  await addAccount(t.deps, 'rana', { name: 'Rana Mail Example' });
  for (const q of ['rana@mail.example', 'Rana @MAIL.example', 'rana@m', 'RANA@'])
    expect([q, (await found(q)).sort()]).toEqual([q, ['Somebody 0', 'Somebody 1']]);
  expect((await found('rana@mail.example'))[0]).toBe('Somebody 0');
  expect(await found('ana@mail.example')).toEqual(['Somebody 2', 'Somebody 1', 'Somebody 0']);
  expect(await found('@mail.example.org')).toEqual(['Somebody 1']);
  expect(await found('%@mail')).toEqual(['Rana Mail Example']);
});

test('suggestions without a count find the same people in the same order, page by page', async () => {
  for (let i = 0; i < 4; i++) {
    await patient(`Mona ${i} Sara`, `0100 37${i} 0111`);
    await addAccount(t.deps, `sara${i}`, { name: `Amal ${i}` });
    await patient(`Sara ${i}`);
    await patient(`سارة ${i}`);
    await patient(`Hossara ${i}`);
  }
  for (const q of ['sara', 'mona sara', '0100 37', 'Sarra', 'sara 1', 'HKM-1', 'mail', 'Mnoa']) {
    const ask = `/api/users?sort=match&q=${encodeURIComponent(q)}`;
    const counted = await t.call('GET', ask, { cookie: admin });
    const picked: unknown[] = [];
    for (let next: string | undefined = `${ask}&uncounted=1&limit=3`; next; ) {
      const page = await t.call('GET', next, { cookie: admin });
      picked.push(...page.json());
      next = /<(.+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1];
    }
    expect([q, picked]).toEqual([q, counted.json()]);
  }
});

test('a name with the beginning of a phone is searched as a code last', async () => {
  await t.deps.db.execute(
    sql`insert into users (id, role, name) overriding system value values (100, 'patient', 'Mona Adel')`,
  );
  await patient('Heba Salem', '0100 123 4567');
  expect(await found('Heba 0100')).toEqual(['Heba Salem', 'Mona Adel']);
  for (const q of ['hkm 0100', 'HKM-000100', '#100']) expect([q, await found(q)]).toEqual([q, ['Mona Adel']]);
});

test('misspellings match if no exact or similar name does', async () => {
  await patient('ياسمين فتحي');
  await patient('Mohamed Ibrahim');
  expect(await found('Yasimn')).toEqual(['ياسمين فتحي']);
  expect(await found('Mohmaed Ibrahm')).toEqual(['Mohamed Ibrahim']);
  expect(await found('ابراهمي محمد')).toEqual(['Mohamed Ibrahim']);
  expect(await found('Zzz')).toEqual([]);
});

test('a new name is found at once, the old one no longer', async () => {
  const id = await patient('Salma Adel');
  await t.call('PATCH', `/api/users/${id}`, { body: { name: 'Salma Fouad' }, cookie: admin });
  expect(await found('فؤاد')).toEqual(['Salma Fouad']);
  expect(await found('عادل')).toEqual([]);
});

test('a person without search words is found by spelling, and by all ways after the task', async () => {
  const { db } = t.deps;
  await db.execute(
    sql`insert into users (role, name) select 'patient', 'Heba n' || i from generate_series(1, 700) i`,
  );
  await patient('هبة سالم');
  expect(await found('هبة n700')).toEqual([]);
  expect(await found('Heba n700')).toEqual(['Heba n700']);
  await addMissingSearchWords(db);
  expect(await found('هبة n700')).toEqual(['Heba n700']);
  await db.execute(sql`update users set name = 'Dina ' || id where name like 'Heba %'`);
  const { rows } = await db.execute(sql`select count(*)::int as n from users where words is null`);
  expect(rows).toEqual([{ n: 700 }]);
});

test('a duplicate with the same phone and a similar name is reported before it is created', async () => {
  const id = await patient('هدى محمود الصاوي', '0100 123 4567');
  const make = (name: string, phone: string, more = {}) =>
    t.call('POST', '/api/patients', { body: { name, phone, ...more }, cookie: admin });
  for (const name of ['Hoda Elsawy', 'هدي الصاوى', 'Hoda Mahmoud Elsawy Ahmed', 'هدى']) {
    // Like a process that has not loaded the clinic's settings yet.
    t.deps.cache.dropAll();
    const answer = await make(name, '+20 100 123 4567');
    expect([name, answer.statusCode, answer.json().code]).toEqual([name, 409, 'patient_exists']);
    expect(answer.json().current).toMatchObject({
      id,
      name: 'هدى محمود الصاوي',
      phone: '0100 123 4567',
      numberKnown: true,
    });
  }
  expect((await make('Mona Elsawy', '01001234567')).statusCode).toBe(201);
  expect((await make('Hoda Elsawy', '01001234568')).statusCode).toBe(201);
  const other = await make('Hoda Elsawy', '01001234567', { another: true });
  expect([other.statusCode, other.json().name]).toEqual([201, 'Hoda Elsawy']);
});

test('a duplicate that typed the phone online and did not confirm it is reported as such', async () => {
  const caller = { name: 'Mona Samir', phone: '01001234567' };
  const registered = { username: 'stranger77', password: testPassword, ...caller };
  await t.call('POST', '/api/auth/register', { body: registered });
  const make = (more = {}) =>
    t.call('POST', '/api/patients', { body: { ...caller, ...more }, cookie: admin });
  expect((await make()).json().current).toMatchObject({ username: 'stranger77', numberKnown: false });
  const { id } = (await make({ another: true })).json();
  expect((await make()).json().current).toMatchObject({ id, numberKnown: true });
});

test('a new caller needs name and phone, and cannot sign in before a password is handed over', async () => {
  const made = await t.call('POST', '/api/patients', {
    body: { name: 'New Caller', phone: '01001234567' },
    cookie: admin,
  });
  expect([made.statusCode, made.json().requires]).toEqual([201, []]);
  const { id, username } = made.json();
  const signIn = () => t.call('POST', '/api/auth/login', { body: { username, password: 'rose garden 7' } });
  expect((await signIn()).statusCode).toBe(401);
  const handed = await t.call('POST', `/api/users/${id}/hand-over-password`, {
    body: { password: 'rose garden 7' },
    cookie: admin,
  });
  expect(handed.statusCode).toBe(200);
  expect((await signIn()).json().user.requires).toEqual(['new-secret']);
});

test('one letter matches words in both scripts, and similar names are marked', async () => {
  for (const name of ['Salma Fouad', 'سلمى فتحي', 'Sahar Adel', 'Nourhan Adel', 'شيماء خالد'])
    await patient(name);
  const finds = async (q: string) => {
    const { json } = await t.call('GET', `/api/patients/find?q=${encodeURIComponent(q)}`, { cookie: admin });
    return (json() as { name: string; similar: boolean }[]).map(({ name, similar }) =>
      similar ? `~ ${name}` : name,
    );
  };
  for (const q of ['سلمى ف', 'Salma F', 'ف سلمى'])
    expect([q, (await finds(q)).sort()]).toEqual([q, ['Salma Fouad', 'سلمى فتحي']]);
  expect(await finds('s k')).toEqual(['شيماء خالد']);
  expect(await finds('نورهان')).toEqual(['Nourhan Adel']);
  expect(await finds('Nourhal')).toEqual(['~ Nourhan Adel']);
  expect(await finds('zzzzqq')).toEqual([]);
  await patient('Zaki Adel');
  expect(await finds('zzzzqq')).toEqual([]);
});

test('a found person has her next appointment', async () => {
  const { location, service } = await makeClinic(t.deps.db);
  const patientId = await patient('Nourhan Elsayed', '01001234567');
  await patient('Nourhan Adel');
  const visits = [{ date: '2020-01-05' }, { date: '2037-06-21' }, { date: '2037-06-20', time: '16:20:00' }];
  for (const visit of visits)
    await makeAppointment(t.deps.db, {
      patientId,
      locationId: location.id,
      serviceId: service.id,
      ...visit,
    });
  const { json } = await t.call('GET', '/api/patients/find?q=nourhan', { cookie: admin });
  expect(json()).toEqual([
    expect.objectContaining({ name: 'Nourhan Adel', phone: null, next: null }),
    {
      id: patientId,
      name: 'Nourhan Elsayed',
      phone: '0100 123 4567',
      phoneKnown: true,
      reach: null,
      similar: false,
      reference: expect.stringMatching(/^HKM-\d{6}$/),
      next: {
        appointmentDate: '2037-06-20',
        appointmentTime: '16:20',
        locationName: location.name,
        locationNameAr: location.nameAr,
      },
    },
  ]);
});
