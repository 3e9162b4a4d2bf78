import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findRecipient } from '#server/features/recipients/queries.ts';
import { addAccount } from '#server/testing/people.ts';
import { readSessionCookie } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp, testPassword } from '#server/testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(() => t.reset());
afterAll(() => t.close());

const phone = '0100 123 4567';
const kept = '+201001234567';
const post = (path: string, body: unknown, cookie?: string) =>
  t.call('POST', path, { body, ...(cookie ? { cookie } : {}) });
const request = (number = phone) => post('/api/auth/phone/request-otp', { phone: number });
const verify = (otp: string, number = phone) => post('/api/auth/phone/verify', { phone: number, otp });
const secondsLater = (seconds: number) => t.setNow(new Date(t.deps.now().getTime() + seconds * 1000));
const outcome = ({ statusCode, json }: { statusCode: number; json(): { code?: string } }) => [
  statusCode,
  statusCode >= 400 ? json().code : undefined,
];

async function sentCode(): Promise<string> {
  const { rows } = await t.deps.db.execute<{ code: string }>(
    sql`select secrets->>'code' as code from messages where channel = 'sms' order by id desc limit 1`,
  );
  return rows[0]?.code ?? '';
}
async function resetToken(): Promise<string> {
  const { rows } = await t.deps.db.execute<{ link: string }>(
    sql`select secrets->>'link' as link from messages where template = 'resetLink' order by id desc limit 1`,
  );
  return /token=([\w-]+)$/.exec(rows[0]?.link ?? '')?.[1] ?? 'none was sent';
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
async function sentLink(): Promise<string> {
  const { rows } = await t.deps.db.execute<{ link: string }>(
    sql`select secrets->>'link' as link from messages where template = 'confirmEmail' order by id desc limit 1`,
  );
  return /token=([\w-]+)$/.exec(rows[0]?.link ?? '')?.[1] ?? '';
}

test('a correct code for an unknown number creates a patient, and the next one opens the same account', async () => {
  const asked = await request();
  expect(asked.json()).toMatchObject({ expiresInSeconds: 300, resendInSeconds: 60 });
  const code = await sentCode();
  expect(code).toMatch(/^\d{6}$/);
  const easternDigits = code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
  const entered = await verify(easternDigits, '+20 100 123 4567');
  expect(entered.json().user).toMatchObject({
    role: 'patient',
    phone,
    phoneConfirmed: true,
    authProvider: 'phone',
    username: null,
  });
  expect(outcome(await verify(code))).toEqual([400, 'wrong_code']);
  secondsLater(61);
  await request();
  expect((await verify(await sentCode())).json().user.id).toBe(entered.json().user.id);
});

test('a code allows five attempts, after which the correct code is rejected', async () => {
  await request();
  const code = await sentCode();
  const left: unknown[] = [];
  for (let i = 0; i < 5; i++) left.push((await verify(wrong(code))).json().fields.otp);
  expect(left.slice(0, 4)).toEqual(['4 tries left', '3 tries left', '2 tries left', '1 try left']);
  expect(left[4]).toMatch(/no longer be used/);
  expect(outcome(await verify(code))).toEqual([400, 'wrong_code']);
});

test('simultaneous attempts are counted one by one', async () => {
  await request();
  const code = await sentCode();
  await Promise.all(Array.from({ length: 12 }, () => verify(wrong(code))));
  const { rows } = await t.deps.db.execute(sql`select tries from tokens`);
  expect(rows).toEqual([{ tries: 5 }]);
  expect(outcome(await verify(code))).toEqual([400, 'wrong_code']);
});

test('a code is valid for five minutes, and a new one is allowed after one minute and replaces it', async () => {
  await request();
  const first = await sentCode();
  secondsLater(30);
  const early = await request();
  expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '30']);
  secondsLater(31);
  expect((await request()).statusCode).toBe(200);
  const second = await sentCode();
  if (first !== second) expect(outcome(await verify(first))).toEqual([400, 'wrong_code']);
  secondsLater(301);
  expect(outcome(await verify(second))).toEqual([400, 'wrong_code']);
});

test('two simultaneous requests send one code', async () => {
  const answers = await Promise.all([request(), request(), request()]);
  expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 429, 429]);
});

test('a stranger elsewhere neither uses up attempts of a code nor delays the next one', async () => {
  const elsewhere = (path: string, body: unknown) =>
    t.app.inject({ method: 'POST', url: path, payload: body as object, remoteAddress: '203.0.113.9' });
  await request();
  const code = await sentCode();
  for (let i = 0; i < 6; i++) await elsewhere('/api/auth/phone/verify', { phone, otp: wrong(code) });
  expect(outcome(await elsewhere('/api/auth/phone/verify', { phone, otp: code }))).toEqual([
    400,
    'wrong_code',
  ]);
  expect(outcome(await verify(code))).toEqual([200, undefined]);
});

test('a browser is recognized on another network', async () => {
  const asked = await request();
  const device = asked.cookies.find(({ name }) => name === 'code-device');
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/auth/phone/verify',
    payload: { phone, otp: await sentCode() },
    headers: { cookie: `code-device=${device?.value}` },
    remoteAddress: '203.0.113.9',
  });
  expect(answer.statusCode).toBe(200);
});

test('a landline and an invalid number are rejected before a code is sent', async () => {
  const refused = async (number: string) => (await request(number)).json().fields;
  expect(await refused('02 12345678')).toEqual({
    phone: 'This is a landline. We need a mobile number to text you.',
  });
  expect(await refused('019 12345678')).toEqual({ phone: 'Please enter a valid phone number' });
  expect((await request('+966 501 234 567')).statusCode).toBe(200);
  const { rows } = await t.deps.db.execute(sql`select address from messages`);
  expect(rows).toEqual([{ address: '+966501234567' }]);
});

test('a code never opens an account of a doctor or an admin, or a deactivated one', async () => {
  await addAccount(t.deps, 'doctor', { role: 'doctor', phone: kept, phoneConfirmedAt: t.deps.now() });
  await request();
  expect(outcome(await verify(await sentCode()))).toEqual([403, 'forbidden']);
});

test('an unconfirmed phone of one patient opens her account, confirms the phone and ends older sessions', async () => {
  const nour = await addAccount(t.deps, 'nour', { phone: kept });
  await addAccount(t.deps, 'doctor', { phone: kept, role: 'doctor' });
  await addAccount(t.deps, 'child', { phone: kept, authProvider: 'cared' });
  await addAccount(t.deps, 'gone', { phone: kept, deactivatedAt: t.deps.now() });
  const older = await t.signIn('nour');
  await request();
  expect((await verify(await sentCode())).json().user).toMatchObject({ id: nour, phoneConfirmed: true });
  expect((await t.call('GET', '/api/auth/user', { cookie: older })).statusCode).toBe(401);
});

test('unverified ways to sign in are removed when the owner of the number enters a code', async () => {
  const account = { username: 'squatter', password: testPassword, phone, email: 'other@example.com' };
  expect((await post('/api/auth/register', account)).statusCode).toBe(201);
  const other = await t.signIn('squatter');
  const id = (await t.call('GET', '/api/auth/user', { cookie: other })).json().user.id;
  const secondaryPhone = '01055555555';
  await t.call('PATCH', `/api/users/${id}`, { cookie: other, body: { secondaryPhone } });
  const { link } = (await post('/api/calendars/mine', { titles: 'full' }, other)).json();
  expect((await t.call('GET', link)).statusCode).toBe(200);
  await post('/api/auth/forgot-password', { email: account.email });
  const token = await resetToken();

  await request();
  const entered = await verify(await sentCode());
  const claimed = { id, phoneConfirmed: true, email: null, secondaryPhone: null };
  expect(entered.json().user).toMatchObject(claimed);
  expect((await t.call('GET', link)).statusCode).toBe(404);
  const login = await post('/api/auth/login', { username: 'squatter', password: testPassword });
  expect(outcome(login)).toEqual([401, 'wrong_credentials']);
  expect((await t.call('GET', '/api/auth/user', { cookie: other })).statusCode).toBe(401);
  const reset = await post('/api/auth/reset-password', { token, newPassword: 'another-lotus-73' });
  expect(outcome(reset)).toEqual([400, 'invalid_token']);

  const hers = { cookie: readSessionCookie(entered), body: { email: 'hers@example.com' } };
  expect((await t.call('PATCH', `/api/users/${id}`, hers)).statusCode).toBe(200);
  await post('/api/auth/confirmations', { channel: 'email' }, hers.cookie);
  await post('/api/auth/confirmations/verify', { token: await sentLink() });
  await post('/api/auth/forgot-password', hers.body);
  const newPassword = 'my-own-lotus-74';
  await post('/api/auth/reset-password', { token: await resetToken(), newPassword });
  await t.signIn('hers@example.com', newPassword);
});

test('an account with a confirmed e-mail is not opened by its unconfirmed phone', async () => {
  const at = t.deps.now();
  const nour = await addAccount(t.deps, 'nour', {
    phone: kept,
    email: 'n@mail.example',
    emailConfirmedAt: at,
  });
  await request();
  const otp = await sentCode();
  const refused = await verify(otp);
  expect(outcome(refused)).toEqual([403, 'forbidden']);
  expect(refused.json().fields.otp).toContain('Sign in with that email');
  const booking = await post('/api/auth/phone/verify', { phone, otp, name: 'Mona Samir' });
  expect(booking.json().user).toMatchObject({ name: 'Mona Samir', phoneConfirmed: true, email: null });
  expect(booking.json().user.id).not.toBe(nour);
  await t.signIn('nour');
});

test('an e-mail never resets the password of a patient who confirmed her phone and not the e-mail', async () => {
  const at = t.deps.now();
  await addAccount(t.deps, 'nour', { phone: kept, phoneConfirmedAt: at, email: 'mona@mail.example' });
  await addAccount(t.deps, 'doctor', {
    role: 'doctor',
    phone: '+201009999999',
    phoneConfirmedAt: at,
    email: 'doctor@mail.example',
  });
  await post('/api/auth/forgot-password', { email: 'mona@mail.example' });
  expect(await resetToken()).toBe('none was sent');
  await post('/api/auth/forgot-password', { email: 'doctor@mail.example' });
  expect(await resetToken()).not.toBe('none was sent');
});

test('a code for a phone of several patients asks for the name and then opens the record with that name', async () => {
  const createdBy = await addAccount(t.deps, 'desk', { role: 'receptionist' });
  await addAccount(t.deps, 'Mother One', { phone: kept, createdBy });
  const daughter = await addAccount(t.deps, 'Daughter Two', { phone: kept, createdBy });
  await request();
  const otp = await sentCode();
  const asked = await verify(otp);
  expect(outcome(asked)).toEqual([400, 'malformed']);
  expect(asked.json().fields.name).toContain('Several patients use this number');
  const { rows } = await t.deps.db.execute(sql`select count(*)::int as n from users`);
  expect(rows).toEqual([{ n: 3 }]);
  const entered = await post('/api/auth/phone/verify', { phone, otp, name: 'Daughter Two' });
  expect(entered.json().user).toMatchObject({ id: daughter, phoneConfirmed: true });
});

test.each([
  ['Mother One', 'Mother One'],
  ['daughter', 'Daughter Two'],
])('among a family’s accounts with one phone, %s opens that of %s', async (typed, name) => {
  await addAccount(t.deps, 'desk', { role: 'receptionist' });
  const cookie = await t.signIn('desk');
  const proven = { phone: kept, email: 'aunt@mail.example', emailConfirmedAt: t.deps.now() };
  await addAccount(t.deps, 'Aunt Zero', proven);
  const ids = new Map<string, number>();
  for (const one of ['Mother One', 'Daughter Two'])
    ids.set(one, (await post('/api/patients', { name: one, phone }, cookie)).json().id);
  await request();
  const entered = await post('/api/auth/phone/verify', { phone, otp: await sentCode(), name: typed });
  expect(entered.json().user).toMatchObject({ id: ids.get(name), name, phoneConfirmed: true });
});

test('a name that fits none of several accounts with one phone is asked about and makes a new account', async () => {
  const createdBy = await addAccount(t.deps, 'desk', { role: 'receptionist' });
  const others = [
    await addAccount(t.deps, 'Mother One', { phone: kept, createdBy }),
    await addAccount(t.deps, 'Daughter Two', { phone: kept, createdBy }),
    await addAccount(t.deps, 'Aunt Zero', { phone: kept }),
  ];
  await request();
  const said = { phone, otp: await sentCode(), name: 'Son Three' };
  const stranger = await post('/api/auth/phone/verify', { ...said, otp: wrong(said.otp) });
  expect(outcome(stranger)).toEqual([400, 'wrong_code']);
  expect(stranger.json().fields.name).toBeUndefined();
  const asked = await post('/api/auth/phone/verify', said);
  expect(outcome(asked)).toEqual([400, 'malformed']);
  expect(asked.json().fields.name).toContain('None of the patients with this number has this name');
  expect(asked.headers['set-cookie']).toBeUndefined();
  const entered = await post('/api/auth/phone/verify', { ...said, isNewPatient: true });
  const { user } = entered.json();
  expect(user).toMatchObject({ name: 'Son Three', phone, phoneConfirmed: true });
  expect(others).not.toContain(user.id);
  // Their passwords stay.
  for (const name of ['Mother One', 'Daughter Two', 'Aunt Zero']) await t.signIn(name);
});

test.each([undefined, 'Son Three'])(
  'of several accounts with one phone, a code with the name %s opens the only one whose number is known',
  async (name) => {
    await addAccount(t.deps, 'Aunt Zero', { phone: kept });
    const createdBy = await addAccount(t.deps, 'desk', { role: 'receptionist' });
    const id = await addAccount(t.deps, 'Mother One', { phone: kept, createdBy });
    await request();
    const entered = await post('/api/auth/phone/verify', { phone, otp: await sentCode(), name });
    // The booking page asks whether the visit is for her or for the typed person.
    expect(entered.json().user).toMatchObject({ id, name: 'Mother One', phoneConfirmed: true });
    await t.signIn('Aunt Zero');
  },
);

test('of two accounts whose names fit the typed one, a code opens the only one whose number is known', async () => {
  await addAccount(t.deps, 'Mona Adel Samir', { phone: kept });
  const createdBy = await addAccount(t.deps, 'desk', { role: 'receptionist' });
  const id = await addAccount(t.deps, 'Mona Adel', { phone: kept, createdBy });
  await request();
  const entered = await post('/api/auth/phone/verify', { phone, otp: await sentCode(), name: 'Mona Adel' });
  expect(entered.json().user).toMatchObject({ id, phoneConfirmed: true });
  await t.signIn('Mona Adel Samir');
});

test('a code opens neither of two patients whose names both fit the typed one', async () => {
  const both = [
    await addAccount(t.deps, 'Mona Samir', { phone: kept }),
    await addAccount(t.deps, 'Mona Adel', { phone: kept }),
  ];
  await request();
  const said = { phone, otp: await sentCode(), name: 'Mona' };
  const asked = await post('/api/auth/phone/verify', said);
  expect(outcome(asked)).toEqual([400, 'malformed']);
  expect(asked.json().fields.name).toContain('Please type your full name');
  const entered = await post('/api/auth/phone/verify', { ...said, isNewPatient: true });
  expect(entered.json().user).toMatchObject({ name: 'Mona' });
  expect(both).not.toContain(entered.json().user.id);
});

test('a misspelt name can be corrected with the same code', async () => {
  const createdBy = await addAccount(t.deps, 'desk', { role: 'receptionist' });
  const mother = await addAccount(t.deps, 'Dalia Mostafa', { phone: kept, createdBy });
  await addAccount(t.deps, 'Farah Adel', { phone: kept, createdBy });
  await request();
  const said = { phone, otp: await sentCode() };
  const misspelt = await post('/api/auth/phone/verify', { ...said, name: 'Dalya Mostafah' });
  expect(outcome(misspelt)).toEqual([400, 'malformed']);
  const corrected = await post('/api/auth/phone/verify', { ...said, name: 'Dalia Mostafa' });
  expect(corrected.json().user).toMatchObject({ id: mother, phoneConfirmed: true });
});

test('a name that fits one of several accounts whose e-mail is confirmed makes a new account unasked', async () => {
  const proven = { phone: kept, email: 'aunt@mail.example', emailConfirmedAt: t.deps.now() };
  const aunt = await addAccount(t.deps, 'Aunt Zero', proven);
  await addAccount(t.deps, 'Mother One', { phone: kept });
  await request();
  const entered = await post('/api/auth/phone/verify', { phone, otp: await sentCode(), name: 'Aunt Zero' });
  expect(entered.json().user).toMatchObject({ name: 'Aunt Zero', phoneConfirmed: true });
  expect(entered.json().user.id).not.toBe(aunt);
});

test('a link confirms an e-mail whoever is signed in, while it is the account’s address', async () => {
  const id = await addAccount(t.deps, 'nour', { email: 'nour@example.com' });
  const cookie = await t.signIn('nour');
  const send = () => post('/api/auth/confirmations', { channel: 'email' }, cookie);
  await send();
  const stale = await sentLink();
  await t.call('PATCH', `/api/users/${id}`, {
    body: { email: 'new@example.com', currentPassword: testPassword },
    cookie,
  });
  expect(outcome(await post('/api/auth/confirmations/verify', { token: stale }))).toEqual([
    400,
    'invalid_token',
  ]);
  await send();
  const token = await sentLink();
  expect(outcome(await post('/api/auth/confirmations/verify', { token }))).toEqual([200, undefined]);
  expect(outcome(await post('/api/auth/confirmations/verify', { token }))).toEqual([400, 'invalid_token']);
  await t.signIn('new@example.com');
});

test('the first of two accounts to confirm an address owns it', async () => {
  await addAccount(t.deps, 'nour', { email: 'nour@example.com' });
  await addAccount(t.deps, 'mona', { email: 'nour@example.com' });
  const links: string[] = [];
  for (const name of ['nour', 'mona']) {
    await post('/api/auth/confirmations', { channel: 'email' }, await t.signIn(name));
    links.push(await sentLink());
  }
  expect(outcome(await post('/api/auth/confirmations/verify', { token: links[1] }))).toEqual([
    200,
    undefined,
  ]);
  expect(outcome(await post('/api/auth/confirmations/verify', { token: links[0] }))).toEqual([
    409,
    'contact_taken',
  ]);
});

test('a code confirms a phone only for the account that requested it', async () => {
  await addAccount(t.deps, 'nour', { phone: kept });
  await addAccount(t.deps, 'mona', { phone: kept });
  const [nour, mona] = [await t.signIn('nour'), await t.signIn('mona')];
  await post('/api/auth/confirmations', { channel: 'phone' }, nour);
  const otp = await sentCode();
  const enter = (cookie?: string) => post('/api/auth/confirmations/verify', { otp }, cookie);
  expect(outcome(await enter())).toEqual([401, 'not_signed_in']);
  expect(outcome(await enter(mona))).toEqual([400, 'wrong_code']);
  expect(outcome(await verify(otp))).toEqual([400, 'wrong_code']);
  expect(outcome(await enter(nour))).toEqual([200, undefined]);
  await t.signIn('01001234567');
});

test('a typed name becomes the name of a new account and never changes an existing one', async () => {
  const named = (name: string, otp: string) => post('/api/auth/phone/verify', { phone, otp, name });
  await request();
  const { user } = (await named('Mona Samir', await sentCode())).json();
  expect(user).toMatchObject({ name: 'Mona Samir', phone });
  secondsLater(61);
  await request();
  expect((await named('Somebody Else', await sentCode())).json().user).toMatchObject({
    id: user.id,
    name: 'Mona Samir',
  });
});

test('the code that confirms a phone goes by WhatsApp if no other channel of texts exists', async () => {
  const other = await createTestApp({ WHATSAPP_GATEWAY_URL: 'http://127.0.0.1:9/whatsapp' });
  await addAccount(other.deps, 'nour', { phone: kept });
  const cookie = await other.signIn('nour');
  await other.call('POST', '/api/auth/confirmations', { body: { channel: 'phone' }, cookie });
  const { rows } = await other.deps.db.execute(
    sql`select channel from messages where template = 'confirmPhone'`,
  );
  await other.close();
  expect(rows).toEqual([{ channel: 'whatsapp' }]);
});

test('a code by e-mail confirms the address, and the phone typed beside it opens the account only after it is confirmed', async () => {
  const email = 'Nour@Mail.example';
  const ask = () => post('/api/auth/phone/request-otp', { phone, email });
  const enter = (otp: string) =>
    post('/api/auth/phone/verify', { phone, email: 'nour@mail.example', otp, name: 'Nour' });
  const mailed = async () => {
    const { rows } = await t.deps.db.execute<{ code: string; address: string; channel: string }>(
      sql`select secrets->>'code' as code, address, channel from messages order by id desc limit 1`,
    );
    return rows[0];
  };
  expect((await ask()).json()).toEqual((await request('0100 999 9999')).json());
  const { rows } = await t.deps.db.execute<{ code: string }>(
    sql`select secrets->>'code' as code from messages where channel = 'email' and address = 'nour@mail.example'`,
  );
  const entered = await enter(rows[0]?.code ?? '');
  expect(entered.json().user).toMatchObject({
    name: 'Nour',
    email: 'nour@mail.example',
    emailConfirmed: true,
    phone,
    phoneConfirmed: false,
    channels: ['email'],
  });
  secondsLater(61);
  await ask();
  expect((await enter((await mailed())?.code ?? '')).json().user.id).toBe(entered.json().user.id);
  secondsLater(61);
  await request();
  expect(outcome(await verify(await sentCode()))).toEqual([403, 'forbidden']);
});

test('an account without a phone keeps the one typed beside a code by e-mail, as unconfirmed', async () => {
  const email = 'nour@mail.example';
  const createdBy = await addAccount(t.deps, 'desk', { role: 'receptionist' });
  const proven = { email, emailConfirmedAt: t.deps.now(), createdBy };
  const id = await addAccount(t.deps, 'nour', proven);
  const enter = async (number: string) => {
    await post('/api/auth/phone/request-otp', { phone: number, email });
    const { rows } = await t.deps.db.execute<{ otp: string }>(
      sql`select secrets->>'code' as otp from messages where channel = 'email' order by id desc limit 1`,
    );
    secondsLater(61);
    return (await post('/api/auth/phone/verify', { phone: number, email, otp: rows[0]?.otp })).json().user;
  };
  expect(await enter(phone)).toMatchObject({ id, phone, phoneConfirmed: false });
  expect(await findRecipient(t.deps.db, id)).toMatchObject({ phone: kept, phoneKnown: false });
  expect(await enter('0100 999 9999')).toMatchObject({ id, phone });
  await request();
  expect(outcome(await verify(await sentCode()))).toEqual([403, 'forbidden']);
});

test('a code by e-mail adds no phone to an account before its second step', async () => {
  const email = 'nour@mail.example';
  const id = await addAccount(t.deps, 'nour', { email, emailConfirmedAt: t.deps.now() });
  await t.deps.db.execute(
    sql`insert into one_time_secrets (user_id, secret, confirmed_at) values (${id}, 'x', now())`,
  );
  await post('/api/auth/phone/request-otp', { phone, email });
  const { rows } = await t.deps.db.execute<{ otp: string }>(
    sql`select secrets->>'code' as otp from messages where channel = 'email'`,
  );
  const entered = await post('/api/auth/phone/verify', { phone, email, otp: rows[0]?.otp });
  expect(entered.statusCode).toBe(200);
  expect(await findRecipient(t.deps.db, id)).toMatchObject({ phone: null });
});

test('the link beside an e-mailed code signs in like the code, and using one invalidates both', async () => {
  const email = 'nour@mail.example';
  const ask = () => post('/api/auth/phone/request-otp', { phone, email, name: 'Nour Ali' });
  const sent = async () => {
    const { rows } = await t.deps.db.execute<{ code: string; enter: string }>(
      sql`select secrets->>'code' as code, secrets->>'enter' as enter from messages order by id desc limit 1`,
    );
    return { otp: rows[0]?.code ?? '', token: rows[0]?.enter.split('token=')[1] ?? '' };
  };
  const press = (token: string) => post('/api/auth/phone/link', { token });
  await ask();
  const first = await sent();
  const entered = await press(first.token);
  expect(entered.json().user).toMatchObject({ name: 'Nour Ali', email, emailConfirmed: true, phone });
  expect(entered.headers['set-cookie']).toBeDefined();
  expect(outcome(await press(first.token))).toEqual([400, 'invalid_token']);
  expect(outcome(await post('/api/auth/phone/verify', { phone, email, otp: first.otp }))).toEqual([
    400,
    'wrong_code',
  ]);
  secondsLater(61);
  await ask();
  const second = await sent();
  expect((await post('/api/auth/phone/verify', { phone, email, otp: second.otp })).statusCode).toBe(200);
  expect(outcome(await press(second.token))).toEqual([400, 'invalid_token']);
  secondsLater(61);
  await ask();
  const late = await sent();
  secondsLater(301);
  expect(outcome(await press(late.token))).toEqual([400, 'invalid_token']);
});

test('the endpoint names the channels of codes', async () => {
  const ways = async () => (await t.call('GET', '/api/auth/ways')).json();
  expect(await ways()).toMatchObject({ phone: true, codes: ['sms'], kept: true });
});

test('no code is promised after the daily limit of texts, an alarm is raised and another way is offered', async () => {
  await t.deps.db.execute(
    sql`insert into throttles (key, points, expire) values ('account-texts:2027-06-07', 5000, ${Date.now() + 90_000_000})`,
  );
  const answer = await request();
  expect(outcome(answer)).toEqual([429, 'codes_spent']);
  expect(answer.json().message).toContain('code by email');
  // Until midnight in Cairo.
  expect(answer.headers['retry-after']).toBe(String(12 * 3600));
  expect(await sentCode()).toBe('');
  const email = await t.call('POST', '/api/auth/phone/request-otp', {
    body: { phone, email: 'nour@example.com' },
  });
  expect(email.statusCode).toBe(200);
  await addAccount(t.deps, 'desk', { role: 'admin' });
  const alarms = await t.call('GET', '/api/logs/alarms', { cookie: await t.signIn('desk') });
  expect(alarms.json()).toMatchObject([{ kind: 'spent', count: 5000 }]);
});
