import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { Family } from '#shared/contract/patients.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';

const clinic = await createTestApp({ RATE_LIMIT: 'on' });
const { call, deps } = clinic;
const hour = 3600_000;
const herPhone = '01111111111';
let mariam: SignedIn;
let fatma: SignedIn;
let desk: SignedIn;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 4 });
  mariam = await patient('Mariam Adel', '+201001234567');
  fatma = await patient('Fatma Hassan', '+201111111111');
  desk = await createSignedInUser(clinic, { role: 'admin' });
});
afterAll(clinic.close);

const patient = (name: string, phone: string | null, more: object = {}) =>
  createSignedInUser(clinic, {
    role: 'patient',
    name,
    locale: 'en',
    phone,
    ...(phone ? { phoneConfirmedAt: monday } : {}),
    channels: ['sms'],
    ...more,
  });
const send = (method: string, path: string, body?: unknown, as: SignedIn = mariam) =>
  call(method, `/api/patients/${path}`, { cookie: as.cookie, body });
const family = async (of: SignedIn = mariam): Promise<Family> =>
  (await send('GET', `${of.id}/family`, undefined, of)).json();
const rows = async (query: string) => (await deps.database.pool.query(query)).rows;
/** Codes sent to ask for a patient's agreement, newest last. */
const codes = () =>
  rows(`select address, channel, user_id, locale, params->>'name' as name, secrets->>'code' as code
    from messages where template in ('agreeVisits', 'agreeNotes') order by id`);
const told = () =>
  rows(`select user_id, channel, template, address, params->>'name' as name from messages
    where template like 'care%' and channel <> 'app' order by id`);
const outcome = (answer: { statusCode: number; body: string }) => [
  answer.statusCode,
  answer.statusCode < 300 ? '' : (JSON.parse(answer.body) as { code: string }).code,
];
const ask = (contact = herPhone, as = mariam) => send('POST', `${as.id}/family/code`, { contact }, as);
const agree = (otp: string, contact = herPhone, as = mariam) =>
  send('POST', `${as.id}/family/agreement`, { contact, relation: 'mother', otp }, as);
const lastCode = async (): Promise<string> => (await codes()).at(-1)?.code ?? '';
async function afterHours(n: number): Promise<void> {
  clinic.setNow(addMilliseconds(monday, n * hour));
  for (const person of [mariam, fatma])
    Object.assign(person, { cookie: await createSession(clinic, person.id) });
}
/** Makes Mariam the guardian of Fatma, with Fatma's agreement. */
async function inCare(): Promise<void> {
  expect((await ask()).statusCode).toBe(204);
  const done = await agree(await lastCode());
  expect(done.statusCode, done.body).toBe(200);
}

test('an adult agrees by a code to her own number and is notified, and her notes stay hidden', async () => {
  await inCare();
  expect(await codes()).toMatchObject([
    { address: '+201111111111', channel: 'sms', user_id: fatma.id, name: 'Mariam' },
  ]);
  expect((await family()).caresFor).toMatchObject([
    { id: fatma.id, relation: 'mother', hasAccount: true, seesVisits: true, readsNotes: false },
  ]);
  expect(await family(fatma)).toMatchObject({ guardian: { name: 'Mariam Adel' }, asked: [] });
  expect(
    (await call('GET', `/api/appointments/user/${fatma.id}`, { cookie: mariam.cookie })).statusCode,
  ).toBe(200);
  expect(await told()).toMatchObject([{ user_id: fatma.id, template: 'careVisits', name: 'Mariam' }]);
  const trail = await rows(`select action, actor_id, after from events
    where patient_id = ${fatma.id} and action like 'care%' order by id`);
  expect(trail).toMatchObject([
    { action: 'care_asked', actor_id: mariam.id, after: { guardian: mariam.id, seeks: 'visits' } },
    { action: 'care_begun', actor_id: mariam.id, after: { guardian: mariam.id, by: 'code' } },
  ]);
  // A code can be used once.
  expect(outcome(await agree(await lastCode()))).toEqual([400, 'wrong_code']);
});

test.each([
  ['the clinic, a title or an address', ['Hakima', 'Нakima Clinic', 'دكتورة منى', 'evil.com']],
  ['a warning', ['Blocked-account', 'Your account is blocked', 'حسابك محظور كلمينا']],
])('a guardian named like %s is shown by phone number', async (_what, named) => {
  for (const [n, name] of named.entries()) {
    const asker = await patient(name, `+20100123456${n}`);
    expect((await ask(herPhone, asker)).statusCode).toBe(204);
    expect((await codes()).at(-1)?.name).toBe(`0100 123 456${n}`);
    expect((await family(fatma)).asked.at(-1)?.name).toBe(`0100 123 456${n}`);
  }
});

test('a guardian who takes such a name later is shown by phone number, before and after the end', async () => {
  await inCare();
  await rows(`update users set name = 'Hakima Reception' where id = ${mariam.id}`);
  const number = '0100 123 4567';
  expect((await family(fatma)).guardian?.name).toBe(number);
  expect((await family({ ...desk, id: fatma.id })).guardian?.name).toBe('Hakima Reception');
  expect((await send('DELETE', `${fatma.id}/guardian`, undefined, fatma)).statusCode).toBe(204);
  expect((await family(fatma)).before).toEqual([
    { name: number, until: expect.any(String), endedBy: 'herself' },
  ]);
});

test('a guardian with such a name and without a phone is called “Patient”', async () => {
  await inCare();
  await rows(`update users set name = 'Hakima Reception', phone = null, phone_confirmed_at = null
    where id = ${mariam.id}`);
  expect((await family(fatma)).guardian?.name).toBe('Patient');
  expect((await send('DELETE', `${fatma.id}/guardian`, undefined, fatma)).statusCode).toBe(204);
  expect((await family(fatma)).before).toMatchObject([{ name: 'Patient' }]);
});

test('a guardian reads such a name of a patient with an account as her phone number', async () => {
  await inCare();
  const added = await send('POST', `${mariam.id}/family`, { name: 'Doctor', relation: 'daughter' });
  expect(added.statusCode, added.body).toBe(201);
  await rows(`update users set name = 'Hakima Reception' where id = ${fatma.id}`);
  const names = ({ caresFor }: Pick<Family, 'caresFor'>) => caresFor.map(({ name }) => name);
  // The guardian chose the second name herself.
  const shown = ['0111 111 1111', 'Doctor'];
  expect(names(await family())).toEqual(shown);
  const { user } = (await call('GET', '/api/auth/user', { cookie: mariam.cookie })).json();
  expect(names(user)).toEqual(shown);
  expect(names(await family({ ...desk, id: mariam.id }))).toEqual(['Hakima Reception', 'Doctor']);
});

test('replies, attempts and limits do not reveal whether a number is known', async () => {
  const minor = await patient('Nour', '+201222222221');
  await rows(`insert into patient_files (patient_id, birth_date) values (${minor.id}, '2015-01-01')`);
  const deactivated = await patient('Mona', '+201222222222', { deactivatedAt: monday });
  const staff = await createSignedInUser(clinic, {
    role: 'doctor',
    phone: '+201222222223',
    phoneConfirmedAt: monday,
  });
  const unproven = await makeUser(deps.db, { role: 'patient', phone: '+201222222224' });
  expect([deactivated.id, staff.id, unproven.id].every((id) => id > 0)).toBe(true);
  const numbers = [herPhone, '01555555555', '01222222221', '01222222222', '01222222223', '01222222224'];
  const met = new Map<string, unknown[]>();
  for (const [index, contact] of numbers.entries()) {
    const asker = await patient(`Asker ${index}`, `+20100000000${index}`);
    const asked = performance.now();
    const steps: unknown[] = [outcome(await ask(contact, asker))];
    // Every reply takes at least the same time, because sending a message takes longer than sending none.
    expect(performance.now() - asked).toBeGreaterThan(290);
    steps.push(outcome(await ask(contact, asker)));
    for (let n = 0; n < 6; n++) {
      const wrong = await agree('000000', contact, asker);
      const { fields, ...said } = wrong.json();
      steps.push([wrong.statusCode, fields, said.code, said.message]);
    }
    met.set(contact, steps);
  }
  for (const contact of numbers) expect(met.get(contact), contact).toEqual(met.get(herPhone));
  expect((await codes()).map(({ address }) => address)).toEqual(['+201111111111']);
});

test('a code is valid for a day, for the requesting account and five attempts', async () => {
  await ask();
  const code = await lastCode();
  const other = await patient('Huda', '+201005555555');
  expect(outcome(await agree(code, herPhone, other))).toEqual([400, 'wrong_code']);
  await afterHours(23);
  const late = await patient('Salma', '+201006666666');
  expect((await ask(herPhone, late)).statusCode).toBe(204);
  expect((await agree(await lastCode(), herPhone, late)).statusCode).toBe(200);
  // She has a guardian by now, so the older code is invalid.
  expect(outcome(await agree(code))).toEqual([400, 'wrong_code']);
  expect((await send('DELETE', `${fatma.id}/guardian`, undefined, fatma)).statusCode).toBe(204);
  await afterHours(25);
  expect(outcome(await agree(code))).toEqual([400, 'wrong_code']);
});

test('a patient sees the request and refuses, which invalidates the code and later requests', async () => {
  await ask();
  const [asked] = (await family(fatma)).asked;
  expect(asked).toMatchObject({ name: 'Mariam Adel', seeks: 'visits' });
  expect((await family({ ...desk, id: fatma.id })).asked).toEqual([]);
  const no = (as: SignedIn) => send('DELETE', `${fatma.id}/family/asked/${asked?.id}`, undefined, as);
  expect((await no(mariam)).statusCode).toBe(404);
  expect((await no(fatma)).statusCode).toBe(204);
  expect((await no(fatma)).statusCode).toBe(404);
  // The guardian sees the same replies as for an unknown number, and does not learn of the refusal.
  const unknown = await patient('Huda', '+201005555555');
  await ask('01555555555', unknown);
  for (const said of [await lastCode(), '000000', '000000', '000000', '000000', '000000']) {
    const [mine, other] = [await agree(said), await agree('000000', '01555555555', unknown)];
    expect(mine.json().fields).toEqual(other.json().fields);
    expect(outcome(mine)).toEqual([400, 'wrong_code']);
  }
  expect(outcome(await ask())).toEqual([429, 'rate_limited']);
  await afterHours(24);
  expect((await ask()).statusCode).toBe(204);
  expect(await codes()).toHaveLength(1);
  expect((await family(fatma)).asked).toEqual([]);
});

test('a patient with locked appointments is not asked, and no code opens the lock', async () => {
  await ask();
  const before = await lastCode();
  const lock = (method: string, body?: object) =>
    call(method, `/api/privacy/${fatma.id}/lock`, { cookie: fatma.cookie, body });
  // A PIN needs another way to open the lock.
  await rows(`insert into credentials (user_id, password_hash) values (${fatma.id}, 'x')`);
  const locked = await lock('PUT', { pin: '2468' });
  expect(locked.statusCode, locked.body).toBe(204);
  expect(outcome(await agree(before))).toEqual([400, 'wrong_code']);
  await afterHours(1);
  expect((await ask()).statusCode).toBe(204);
  expect(await codes()).toHaveLength(1);
});

/** Number of codes of one guardian that were sent or are waiting. */
async function leaving(name = 'Mariam Adel'): Promise<number> {
  await clinic.worker().poke();
  const left = await rows(`select params->>'name' as name from messages
    where template like 'agree%' and state <> 'skipped'`);
  return left.filter((one) => name.startsWith(one.name)).length;
}
const sayNo = async (askId: number | undefined) =>
  (await send('DELETE', `${fatma.id}/family/asked/${askId}`, undefined, fatma)).statusCode;

test('a waiting code is not sent after a refusal', async () => {
  await ask();
  expect(await sayNo((await family(fatma)).asked[0]?.id)).toBe(204);
  expect(await leaving()).toBe(0);
});

test('a request during a refusal sends no code and leaves nothing to answer', async () => {
  for (let n = 0; n < 2; n++) {
    const name = `${['Huda', 'Salma'][n]} Adel`;
    const asker = await patient(name, `+20100555555${n}`);
    await ask(herPhone, asker);
    clinic.setNow(addMilliseconds(deps.now(), 61_000));
    const mine = async () => (await family(fatma)).asked.filter((one) => one.name === name);
    const [again, no] = await Promise.all([ask(herPhone, asker), sayNo((await mine())[0]?.id)]);
    expect(again.statusCode).toBe(204);
    expect([no, (await mine()).length, await leaving(name)]).toEqual(no === 204 ? [204, 0, 0] : [404, 1, 1]);
  }
});

test('of a simultaneous refusal and agreement one wins', async () => {
  await inCare();
  const share = (path: string, body?: object) => send('POST', `${fatma.id}/guardian/${path}`, body);
  expect((await share('code')).statusCode).toBe(204);
  const [asked] = (await family(fatma)).asked;
  const [agreed, refused] = await Promise.all([
    share('agreement', { otp: await lastCode() }),
    send('DELETE', `${fatma.id}/family/asked/${asked?.id}`, undefined, fatma),
  ]);
  const noes = await rows(`select 1 from events where action = 'care_refused'`);
  const [care] = await rows('select reads_notes from guardians');
  expect([refused.statusCode, noes.length, care?.reads_notes]).toEqual(
    agreed.statusCode === 204 ? [404, 0, true] : [204, 1, false],
  );
});

test('a patient with a closed account is not asked, and an earlier code is invalid', async () => {
  await inCare();
  const share = (path: string, body?: object) => send('POST', `${fatma.id}/guardian/${path}`, body);
  expect((await share('code')).statusCode).toBe(204);
  await rows(`update users set deactivated_at = now() where id = ${fatma.id}`);
  expect(outcome(await share('agreement', { otp: await lastCode() }))).toEqual([400, 'wrong_code']);
  await afterHours(1);
  expect((await share('code')).statusCode).toBe(204);
  expect(await codes()).toHaveLength(2);
});

test('a guardian needs a confirmed contact and has a limit of requests', async () => {
  const nobody = await patient('Somebody', null);
  expect(outcome(await ask(herPhone, nobody))).toEqual([422, 'contact_unproven']);
  const sister = await patient('Hala', null, { email: 'hala@example.com', emailConfirmedAt: monday });
  expect((await ask(' HALA@example.com ')).statusCode).toBe(204);
  expect(await codes()).toMatchObject([{ channel: 'email', address: 'hala@example.com' }]);
  const agreed = await agree(await lastCode(), 'hala@example.com');
  expect((agreed.json() as Family).caresFor).toMatchObject([{ id: sister.id }]);
  const codesOf = async (n: number) => outcome(await ask(`0155555555${n}`));
  const met = [];
  for (let n = 0; n < 7; n++) met.push(await codesOf(n));
  expect(met.at(-1)).toEqual([429, 'rate_limited']);
  expect(outcome(await ask('12'))).toEqual([400, 'malformed']);
});

test('a patient is asked at most four times a day by all accounts', async () => {
  const met = [];
  for (let n = 0; n < 6; n++)
    met.push(outcome(await ask(herPhone, await patient('Huda', `+20100555550${n}`))));
  const refused = [429, 'rate_limited'];
  expect(met).toEqual([...Array(4).fill([204, '']), refused, refused]);
  expect(await codes()).toHaveLength(4);
});

test('a message names a guardian by first name, or by number without a usable name', async () => {
  const nameless = await patient('0100 555 5555', '+201005555555');
  const spam = await patient('https://evil.example', '+201006666666');
  for (const asker of [nameless, spam]) await ask(herPhone, asker);
  expect((await codes()).map(({ name }) => name)).toEqual(['0100 555 5555', '0100 666 6666']);
});

test('of two guardians with simultaneous codes one succeeds', async () => {
  const huda = await patient('Huda', '+201005555555');
  await ask();
  const mine = await lastCode();
  await ask(herPhone, huda);
  const hers = await lastCode();
  const both = await Promise.all([agree(mine), agree(hers, herPhone, huda)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect(await rows('select 1 from guardians')).toHaveLength(1);
});

test('a second code agrees to notes, and ending notifies the other person', async () => {
  await inCare();
  const more = (path: string, body?: object, as = mariam) =>
    send('POST', `${fatma.id}/guardian/${path}`, body, as);
  expect((await more('code', undefined, fatma)).statusCode).toBe(404);
  expect((await more('code', undefined, desk)).statusCode).toBe(404);
  expect((await more('code')).statusCode).toBe(204);
  expect((await family(fatma)).asked).toMatchObject([{ seeks: 'notes' }]);
  expect(outcome(await more('agreement', { otp: '000000' }))).toEqual([400, 'wrong_code']);
  expect((await more('agreement', { otp: await lastCode() })).statusCode).toBe(204);
  expect((await family()).caresFor).toMatchObject([{ seesVisits: true, readsNotes: true }]);
  expect((await more('code')).statusCode).toBe(404);
  expect((await send('DELETE', `${fatma.id}/guardian`, undefined, fatma)).statusCode).toBe(204);
  expect(await family(fatma)).toMatchObject({
    guardian: null,
    before: [{ name: 'Mariam Adel', endedBy: 'herself' }],
  });
  expect((await more('code')).statusCode).toBe(404);
  // The previous code is used, so another may be requested after a minute.
  await afterHours(1);
  await inCare();
  expect((await send('DELETE', `${fatma.id}/guardian`)).statusCode).toBe(204);
  expect((await family(fatma)).before.map(({ endedBy }) => endedBy)).toEqual(['guardian', 'herself']);
  expect((await told()).map(({ user_id, template }) => [user_id, template])).toEqual([
    [fatma.id, 'careVisits'],
    [fatma.id, 'careNotes'],
    [mariam.id, 'careReturned'],
    [fatma.id, 'careVisits'],
    [fatma.id, 'careOver'],
  ]);
  // All of them waited in the outbox; only those that are still true are sent.
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  const left = await rows(`select template, state from messages
    where template like 'care%' and channel <> 'app' and state <> 'skipped' order by id`);
  expect(left.map(({ template }) => template)).toEqual(['careReturned', 'careOver']);
});

test('agreeing to appointments again after withdrawing keeps the notes hidden', async () => {
  await inCare();
  const nothing = { seesVisits: false, readsNotes: false };
  expect((await send('PUT', `${fatma.id}/guardian`, nothing, fatma)).statusCode).toBe(200);
  await afterHours(1);
  expect((await send('POST', `${fatma.id}/guardian/code`)).statusCode).toBe(204);
  const body = { otp: await lastCode() };
  expect((await send('POST', `${fatma.id}/guardian/agreement`, body)).statusCode).toBe(204);
  expect((await family()).caresFor).toMatchObject([{ seesVisits: true, readsNotes: false }]);
});

test('a code for a patient without an account goes to the number that the desk knows, never to her guardian’s', async () => {
  const added = await send('POST', `${mariam.id}/family`, { name: 'Nadia Hassan', relation: 'mother' });
  const id = (added.json() as Family).caresFor[0]?.id ?? 0;
  const code = () => send('POST', `${id}/guardian/code`);
  expect(outcome(await code())).toEqual([422, 'no_number_of_hers']);
  const noted = (phone: string) =>
    call('PATCH', `/api/users/${id}`, { cookie: desk.cookie, body: { phone } });
  expect((await noted('01001234567')).statusCode).toBe(200);
  expect(outcome(await code())).toEqual([422, 'no_number_of_hers']);
  expect((await noted('01288888888')).statusCode).toBe(200);
  expect((await code()).statusCode).toBe(204);
  expect(await codes()).toMatchObject([{ address: '+201288888888', user_id: id }]);
  const otp = await lastCode();
  // The desk enters another number, so the code sent to the previous number is invalid.
  expect((await noted('01299999999')).statusCode).toBe(200);
  expect(outcome(await send('POST', `${id}/guardian/agreement`, { otp }))).toEqual([400, 'wrong_code']);
  expect((await noted('01288888888')).statusCode).toBe(200);
  expect((await send('POST', `${id}/guardian/agreement`, { otp })).statusCode).toBe(204);
  expect((await family()).caresFor).toMatchObject([{ readsNotes: true, hasAccount: false }]);
  expect(await told()).toMatchObject([{ template: 'careNotes', address: '+201288888888', name: 'Mariam' }]);
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  // Without an SMS gateway, a message that would be sent is kept.
  expect(await rows(`select state from messages where template = 'careNotes'`)).toEqual([{ state: 'kept' }]);
  expect((await call('DELETE', `/api/users/${id}`, { cookie: desk.cookie })).statusCode).toBe(204);
  expect(await rows(`select from messages where address = '+201288888888'`)).toEqual([]);
});

test('a former number of the guardian, or a number of another account, does not count as the patient’s', async () => {
  const added = await send('POST', `${mariam.id}/family`, { name: 'Nadia Hassan', relation: 'mother' });
  const id = (added.json() as Family).caresFor[0]?.id ?? 0;
  const noted = (phone: string) =>
    call('PATCH', `/api/users/${id}`, { cookie: desk.cookie, body: { phone } });
  expect((await noted('01001234567')).statusCode).toBe(200);
  await rows(`insert into messages (dedupe_key, channel, template, user_id, address, locale)
    values ('once', 'sms', 'confirmPhone', ${mariam.id}, '+201001234567', 'en')`);
  await rows(`update users set phone = '+201277777777' where id = ${mariam.id}`);
  expect(outcome(await send('POST', `${id}/guardian/code`))).toEqual([422, 'no_number_of_hers']);
  expect((await noted('01111111111')).statusCode).toBe(200);
  expect(outcome(await send('POST', `${id}/guardian/code`))).toEqual([422, 'no_number_of_hers']);
});
