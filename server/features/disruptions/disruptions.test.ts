import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { clinic as ofClinic } from '#server/clinic.ts';
import { pushSubscriptions } from '#server/db/schema/messages.ts';
import { TaskRunner } from '#server/engine/tasks/task-runner.ts';
import { makeClinic, makeLocation, makePatients, makeUser, openEveryDay } from '#server/testing/factories.ts';
import { createBrowserSubscription } from '#server/testing/message-gateways.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { DisplacedVisit, Disruption } from '#shared/contract/disruptions.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const [tuesday, wednesday] = ['2027-06-08', '2027-06-09'];
let admin: SignedIn;
let laila: SignedIn;
let patients: number[] = [];

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  admin = await createSignedInUser(clinic, { role: 'admin', name: 'Sara Nabil' });
  laila = await createSignedInUser(clinic, { role: 'doctor', name: 'Laila Kamal' });
  patients = await makePatients(deps.db, 5);
  await sql(`update users set channels = '{sms}', phone_confirmed_at = now() where role = 'patient'`);
});
afterAll(clinic.close);

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const send = async (
  method: string,
  path: string,
  body?: unknown,
  { cookie }: Pick<SignedIn, 'cookie'> = admin,
) => (await call(method, path, { cookie, body })).json();
const visit = async (n: number, appointmentTime: string, more: object = {}): Promise<number> => {
  const at = { appointmentDate: tuesday, appointmentTime, locationId: 1, doctorId: laila.id };
  const body = { userId: patients[n], service: '1', ...at, ...more };
  return (await send('POST', '/api/appointments', body)).id;
};
const absence = { startDate: tuesday, endDate: tuesday };
const comeBack = async () => {
  const [{ id }] = await send('GET', '/api/absences');
  await call('DELETE', `/api/absences/${id}`, { cookie: admin.cookie });
};
const fallIll = async (): Promise<number> =>
  (await send('POST', '/api/absences', { userId: laila.id, ...absence })).disruptionId;
const page = (id: number): Promise<Disruption> => send('GET', `/api/disruptions/${id}`);
const proposals = async (id: number): Promise<DisplacedVisit[]> =>
  (await send('GET', `/api/disruptions/${id}/proposals`)).visits;
const act = (id: number, name: string, visits: object[], who = admin) =>
  send('POST', `/api/disruptions/${id}/acts`, { act: name, visits }, who);
const firstOf = ({ visit: { id: appointmentId }, proposals: [first] }: DisplacedVisit) => {
  const { kind: _kind, ...time } = first ?? { kind: 'same' };
  return first ? { appointmentId, time } : { appointmentId };
};
const offerAll = async (id: number) => act(id, 'offer', (await proposals(id)).map(firstOf));
const states = async (id: number) =>
  Object.fromEntries(
    (await page(id)).rows.map(({ appointmentId, state, why }) => [appointmentId, why ?? state]),
  );
const answer = async (n: number, body: object) => {
  const cookie = await createSession(clinic, patients[n] ?? 0);
  const [offer] = await send('GET', '/api/offers/mine', undefined, { cookie });
  return send('POST', `/api/offers/${offer.id}/answer`, body, { cookie });
};
const later = (hours: number) => clinic.setNow(new Date(monday.getTime() + hours * 3_600_000));
const runTasks = () => new TaskRunner(deps, ofClinic.tasks).poke();

test('the preview lists the appointments, the channels and the nearest times, none proposed twice', async () => {
  await makeLocation(deps.db, { name: 'Maadi' }).then(({ id }) => openEveryDay(deps.db, id));
  await sql(`update users set phone_confirmed_at = null where id = ${patients[1]}`);
  const [first, second] = [await visit(0, '15:00'), await visit(1, '15:20')];
  const { count, visits } = await send('POST', '/api/absences/preview', { userId: laila.id, ...absence });
  expect(count).toBe(2);
  expect(visits).toMatchObject([
    { visit: { id: first, patient: { phone: '0100 000 0001' } }, reachedBy: 'sms' },
    { visit: { id: second }, reachedBy: null },
  ]);
  const nearest = { kind: 'same', locationId: 1, doctorId: laila.id };
  expect(visits[0].proposals[0]).toEqual({
    ...nearest,
    appointmentDate: wednesday,
    appointmentTime: '15:00:00',
  });
  expect(visits[1].proposals[0]).toEqual({
    ...nearest,
    appointmentDate: wednesday,
    appointmentTime: '15:20:00',
  });
  const others = visits[0].proposals.map(({ kind }: { kind: string }) => kind);
  expect(others).toContain('doctor');
  expect(await send('GET', '/api/disruptions')).toEqual([]);
});

test('offering all at once notifies each patient once, and each answer gives one state', async () => {
  const ids = await Promise.all(
    ['15:00', '15:20', '15:40', '16:00', '16:20'].map((time, n) => visit(n, time)),
  );
  const [took, other, left, asks, silent] = ids;
  const id = await fallIll();
  expect(new Set(Object.values(await states(id)))).toEqual(new Set(['untold']));
  expect(await offerAll(id)).toEqual({ done: 5, left: [] });
  expect(await proposals(id)).toEqual([]);
  await answer(0, { answer: 'take' });
  await answer(1, {
    answer: 'another',
    locationId: 1,
    appointmentDate: '2027-06-12',
    appointmentTime: '18:00',
  });
  await answer(2, { answer: 'cancel' });
  await answer(3, { answer: 'call' });
  expect(await states(id)).toEqual({
    [Number(took)]: 'taken',
    [Number(other)]: 'another',
    [Number(left)]: 'cancelled',
    [Number(asks)]: 'asked',
    [Number(silent)]: 'open',
  });
  later(9);
  admin = { ...admin, cookie: await createSession(clinic, admin.id) };
  await runTasks();
  expect((await states(id))[Number(silent)]).toBe('silent');
  expect(await act(id, 'called', [{ appointmentId: asks }, { appointmentId: took }])).toEqual({
    done: 1,
    left: [took],
  });
  const { rows, counts, createdBy } = await page(id);
  expect([counts, createdBy]).toEqual([
    { taken: 1, another: 1, cancelled: 1, called: 1, call: 1 },
    'Sara Nabil',
  ]);
  expect(rows[4]).toMatchObject({ state: 'call', why: 'silent', patient: { name: 'Patient 5' } });
  const texts = await sql(`select user_id, count(*)::int as n from messages
    where channel = 'sms' and template = 'offerDisplaced' group by user_id`);
  expect(texts.map(({ n }) => n)).toEqual([1, 1, 1, 1, 1]);
  // Nobody lost the old appointment before answering.
  expect(await sql(`select status from appointments where id = ${silent}`)).toEqual([
    { status: 'confirmed' },
  ]);
});

test('a patient with two displaced appointments gets one message with both, one without channels is called', async () => {
  const two = [await visit(0, '15:00'), await visit(0, '16:00')];
  await sql(`update users set phone_confirmed_at = null where id = ${patients[1]}`);
  const unheard = await visit(1, '15:20');
  const id = await fallIll();
  await offerAll(id);
  const [text, ...more] = await texts();
  expect(more).toEqual([]);
  const { shown } = await openedBy(text);
  const both = [shown, ...shown.others].map(({ appointmentId }) => Number(appointmentId));
  expect(both.toSorted((a, b) => a - b)).toEqual(two);
  expect((await states(id))[unheard]).toBe('unreached');
  expect((await page(id)).rows.find(({ appointmentId }) => appointmentId === unheard)?.offer?.isKept).toBe(
    true,
  );
});

const texts = () =>
  sql(`select user_id, address, template, params, secrets from messages
    where channel = 'sms' and template like 'offerDisplaced%' order by id`);
const openedBy = async ({ secrets }: { secrets: { offer: string } }) => {
  const path = `/api/links/${secrets.offer.split('/l/')[1]}/offer`;
  return { path, shown: (await call('GET', path)).json() };
};

test('two patients with one phone get one text with both times and no names', async () => {
  const [phone] = await sql(`select phone from users where id = ${patients[0]}`);
  await sql(`update users set phone = '${phone.phone}', phone_confirmed_at = null, created_by = ${admin.id},
    channels = '{sms,email}', email = 'soad@example.org', email_confirmed_at = now()
    where id = ${patients[1]}`);
  const [first, second] = [await visit(0, '15:00'), await visit(1, '15:20')];
  const id = await fallIll();
  expect(await offerAll(id)).toEqual({ done: 2, left: [] });
  expect(await states(id)).toEqual({ [first]: 'open', [second]: 'open' });
  const [text, ...more] = await texts();
  expect(more).toEqual([]);
  expect(text).toMatchObject({
    user_id: patients[0],
    template: 'offerDisplacedSeveral',
    params: { visits: 'HKM-000001؛ HKM-000002' },
  });
  const { path, shown } = await openedBy(text);
  expect([shown, ...shown.others]).toMatchObject([
    { appointmentId: first, reference: 'HKM-000001' },
    { appointmentId: second, reference: 'HKM-000002' },
  ]);
  expect(JSON.stringify([text, shown])).not.toMatch(/Patient \d/);
  // The e-mail goes to one patient only, and its link opens nothing of the other patient.
  const [letter] = await sql(`select user_id, template, secrets from messages
    where channel = 'email' and template like 'offerDisplaced%'`);
  expect(letter).toMatchObject({ user_id: patients[1], template: 'offerDisplaced' });
  expect((await openedBy(letter)).shown.others).toEqual([]);
  const byLetter = await call('POST', (await openedBy(letter)).path, {
    body: { answer: 'take', offerId: shown.id },
  });
  expect(byLetter.statusCode).toBe(404);
  // The patient has another number by now, so a message to this phone does not concern her.
  const withNumber = (number: string) =>
    sql(`update users set phone = '${number}' where id = ${patients[1]}`);
  await withNumber('+201000000099');
  expect((await openedBy(text)).shown.others).toEqual([]);
  const takeIt = () => call('POST', path, { body: { answer: 'take', offerId: shown.others[0].id } });
  expect((await takeIt()).statusCode).toBe(404);
  await withNumber(phone.phone);
  expect((await takeIt()).json()).toMatchObject({ state: 'open', others: [{ state: 'taken', visit: null }] });
  expect(await states(id)).toEqual({ [first]: 'open', [second]: 'taken' });
});

describe('a text about two patients that is still to be sent', () => {
  let phone = '';
  let visits: number[] = [];
  let id = 0;
  beforeEach(async () => {
    [{ phone }] = (await sql(`select phone from users where id = ${patients[0]}`)) as [{ phone: string }];
    await sql(`update users set phone = '${phone}', phone_confirmed_at = null, created_by = ${admin.id}
      where id = ${patients[1]}`);
    visits = [await visit(0, '15:00'), await visit(1, '15:20')];
    id = await fallIll();
    expect(await offerAll(id)).toEqual({ done: 2, left: [] });
  });
  const sent = async () => {
    const worker = clinic.worker();
    await worker.poke();
    await worker.stop();
    return sql(`select user_id as who, address, template from messages
      where channel = 'sms' and state = 'kept' order by user_id`);
  };
  const alone = { template: 'offerDisplaced' };

  test('is sent to each phone separately if the first patient has another number now', async () => {
    await sql(`update users set phone = '+201000000099' where id = ${patients[0]}`);
    expect(await sent()).toEqual([
      { who: patients[0], address: '+201000000099', ...alone },
      { who: patients[1], address: phone, ...alone },
    ]);
    expect(await states(id)).toEqual({ [visits[0] ?? 0]: 'open', [visits[1] ?? 0]: 'open' });
  });

  test('is sent for the second patient alone if the first is erased', async () => {
    await send('PATCH', `/api/appointments/${visits[0]}`, { status: 'cancelled' });
    await call('DELETE', `/api/users/${patients[0]}`, { cookie: admin.cookie });
    expect(await sql('select id from users where erased_at is not null')).toEqual([{ id: patients[0] }]);
    expect(await sent()).toEqual([{ who: patients[1], address: phone, ...alone }]);
  });

  test('is sent for the first patient alone if no text reaches the second, who is called', async () => {
    await sql(`update users set phone = null where id = ${patients[1]}`);
    expect(await sent()).toEqual([{ who: patients[0], address: phone, ...alone }]);
    expect(await states(id)).toEqual({ [visits[0] ?? 0]: 'open', [visits[1] ?? 0]: 'unreached' });
  });
});

test('a guardian of two patients gets one message and one reminder about both', async () => {
  const cookie = { cookie: await createSession(clinic, patients[0] ?? 0) };
  const family = `/api/patients/${patients[0]}/family`;
  await send('POST', family, { name: 'Judy', relation: 'mother' }, cookie);
  const { caresFor } = await send('POST', family, { name: 'Farida', relation: 'mother' }, cookie);
  const two: number[] = [];
  for (const [n, { id: userId }] of caresFor.entries()) two.push(await visit(0, `15:${n * 2}0`, { userId }));
  const id = await fallIll();
  await offerAll(id);
  const [text, ...more] = await texts();
  expect(more).toEqual([]);
  expect(text.params).toMatchObject({ visits: 'HKM-000001؛ HKM-000002' });
  expect(text.params.who).toBeUndefined();
  const { shown } = await openedBy(text);
  expect([shown, ...shown.others].map(({ appointmentId }) => appointmentId)).toEqual(two);
  expect(
    await act(
      id,
      'remind',
      two.map((appointmentId) => ({ appointmentId })),
    ),
  ).toEqual({ done: 2, left: [] });
  expect(await texts()).toHaveLength(2);
});

test('a child’s messages go to her mother, whose number is called', async () => {
  const cookie = { cookie: await createSession(clinic, patients[0] ?? 0) };
  const care = { name: 'Judy', relation: 'mother' };
  const { caresFor } = await send('POST', `/api/patients/${patients[0]}/family`, care, cookie);
  const childs = { id: caresFor[0].id, name: 'Judy', phone: '0100 000 0001' };
  const hers = await visit(0, '15:00', { userId: childs.id });
  const id = await fallIll();
  expect(await proposals(id)).toMatchObject([{ reachedBy: 'sms' }]);
  await offerAll(id);
  expect((await page(id)).rows).toMatchObject([{ appointmentId: hers, state: 'open', patient: childs }]);
  expect(await send('GET', '/api/offers')).toMatchObject([{ patient: childs }]);
});

describe('a message about a child that is still to be sent', () => {
  let child = 0;
  let hers = 0;
  let id = 0;
  /** Offers the child another time by the channels of her mother. */
  const offeredBy = async (channels: string, sister?: string) => {
    await sql(`update users set channels = '${channels}' where id = ${patients[0]}`);
    const cookie = { cookie: await createSession(clinic, patients[0] ?? 0) };
    const care = { name: 'Judy', relation: 'mother' };
    const { caresFor } = await send('POST', `/api/patients/${patients[0]}/family`, care, cookie);
    child = caresFor[0].id;
    hers = await visit(0, '15:00', { userId: child });
    if (sister) {
      const both = await send(
        'POST',
        `/api/patients/${patients[0]}/family`,
        { ...care, name: sister },
        cookie,
      );
      await visit(0, '15:20', { userId: both.caresFor[1].id });
    }
    id = await fallIll();
    await offerAll(id);
  };
  const withAccount = (phone: string) =>
    sql(`update users set auth_provider = 'phone', phone = ${phone}, created_by = ${admin.id}, channels = '{sms}'
      where id = ${child}`);
  const sent = async () => {
    const worker = clinic.worker();
    await worker.poke();
    await worker.stop();
    return sql(`select user_id as who, channel from messages where template = 'offerDisplaced'
      and channel <> 'app' and state = 'kept' order by id`);
  };

  test('goes to the number that the child shares with her mother once she has her own account', async () => {
    await offeredBy('{sms}');
    await withAccount(`(select phone from users where id = ${patients[0]})`);
    expect(await sent()).toEqual([{ who: patients[0], channel: 'sms' }]);
    expect(await states(id)).toEqual({ [hers]: 'open' });
  });

  test('goes by SMS to the child if it waited for her mother’s browser', async () => {
    await offeredBy('{push}');
    await withAccount(`'+201000000099'`);
    expect(await sent()).toEqual([{ who: child, channel: 'sms' }]);
  });

  test('goes by e-mail if her mother chose it instead of texts meanwhile', async () => {
    await offeredBy('{sms}');
    await sql(`update users set channels = '{email}', email = 'mona@example.org', email_confirmed_at = now()
      where id = ${patients[0]}`);
    expect(await sent()).toEqual([{ who: patients[0], channel: 'email' }]);
    expect(await states(id)).toEqual({ [hers]: 'open' });
  });

  test('goes once by WhatsApp if her mother chose it instead of SMS meanwhile', async () => {
    await offeredBy('{sms}');
    await sql(`update users set channels = '{whatsapp}' where id = ${patients[0]}`);
    expect(await sent()).toEqual([{ who: patients[0], channel: 'whatsapp' }]);
  });

  test('does not go again by WhatsApp if it went there when her mother gave up SMS', async () => {
    await offeredBy('{sms,whatsapp}');
    await sql(`update users set channels = '{whatsapp}' where id = ${patients[0]}`);
    expect(await sent()).toEqual([{ who: patients[0], channel: 'whatsapp' }]);
  });

  test('is for the desk to say if her mother stopped texts and has nothing else', async () => {
    await offeredBy('{sms}');
    await sql(`update users set channels = '{app}' where id = ${patients[0]}`);
    expect(await sent()).toEqual([]);
    expect(await states(id)).toEqual({ [hers]: 'unreached' });
  });

  test.each(['sms', 'email'])('goes once by %s if her mother’s last browser is gone', async (channel) => {
    await sql(
      `update users set email = 'mona@example.org', email_confirmed_at = now() where id = ${patients[0]}`,
    );
    await offeredBy(`{push,${channel}}`);
    expect(await sent()).toEqual([{ who: patients[0], channel }]);
  });

  test('does not go again by e-mail to a mother of two whose last browser is gone', async () => {
    await sql(
      `update users set email = 'mona@example.org', email_confirmed_at = now() where id = ${patients[0]}`,
    );
    await offeredBy('{push,email}', 'Farida');
    await sql(`update messages set state = 'sent', done_at = now() where channel = 'email'`);
    await withAccount(`'+201000000099'`);
    await sent();
    const byEmail = await sql(`select template from messages where user_id = ${patients[0]}
      and template like 'offerDisplaced%' and channel = 'email'`);
    expect(byEmail).toEqual([{ template: 'offerDisplacedSeveral' }]);
  });

  test('does not go again by e-mail or in the app to a mother of two, because one has an account now', async () => {
    await sql(
      `update users set email = 'mona@example.org', email_confirmed_at = now() where id = ${patients[0]}`,
    );
    await clinic.deps.db.insert(pushSubscriptions).values(createBrowserSubscription(patients[0] ?? 0));
    await offeredBy('{push,email}', 'Farida');
    await sql(`update messages set state = 'sent', done_at = now() where channel = 'email'`);
    await withAccount(`'+201000000099'`);
    await sent();
    const toMother = await sql(`select channel, template from messages where user_id = ${patients[0]}
      and template like 'offerDisplaced%' order by id`);
    expect(toMother).toEqual([
      { channel: 'app', template: 'offerDisplacedSeveral' },
      { channel: 'push', template: 'offerDisplacedSeveral' },
      { channel: 'email', template: 'offerDisplacedSeveral' },
      { channel: 'push', template: 'offerDisplaced' },
    ]);
  });
});

test('an offer that was requested twice is made once', async () => {
  const first = await visit(0, '15:00');
  const id = await fallIll();
  await offerAll(id);
  // The second request also read that nothing was offered yet.
  await sql(`update displaced set wanted_at = now(), wanted_by = ${admin.id}, wanted_location_id = 1,
    wanted_start = '${wednesday} 16:00', wanted_doctor_id = ${laila.id}`);
  await runTasks();
  expect(await states(id)).toEqual({ [first]: 'open' });
  expect(await sql('select count(*)::int as n from offers')).toEqual([{ n: 1 }]);
  expect(await sql('select wanted_at from displaced')).toEqual([{ wanted_at: null }]);
});

test('each held time can be reminded of once', async () => {
  const first = await visit(0, '15:00');
  const id = await fallIll();
  const remind = () => act(id, 'remind', [{ appointmentId: first }]);
  await offerAll(id);
  expect([await remind(), await remind()]).toMatchObject([{ done: 1 }, { done: 0 }]);
  later(9);
  admin = { ...admin, cookie: await createSession(clinic, admin.id) };
  await runTasks();
  await offerAll(id);
  expect((await page(id)).rows).toMatchObject([{ state: 'open', remindedAt: null }]);
  expect(await remind()).toMatchObject({ done: 1 });
});

test('requested offers are made by another process if the first one died', async () => {
  const first = await visit(0, '15:00');
  const id = await fallIll();
  await sql(`update displaced set wanted_at = now(), wanted_by = ${admin.id}, wanted_location_id = 1,
    wanted_start = '${wednesday} 15:00', wanted_doctor_id = ${laila.id}`);
  await Promise.all([runTasks(), new TaskRunner(deps, ofClinic.tasks).poke()]);
  expect(await states(id)).toEqual({ [first]: 'open' });
  expect(await sql('select count(*)::int as n from offers')).toEqual([{ n: 1 }]);
});

test('a time taken meanwhile is replaced by the next, and without one the patient is called', async () => {
  const first = await visit(0, '15:00');
  const id = await fallIll();
  const [wish] = (await proposals(id)).map(firstOf);
  await visit(1, '15:00', { appointmentDate: wednesday });
  await act(id, 'offer', [wish ?? {}]);
  const [{ offer } = { offer: null }] = (await page(id)).rows;
  expect(offer).toMatchObject({ isKept: true });
  expect(`${offer?.appointmentDate} ${offer?.appointmentTime} ${offer?.doctorId}`).not.toBe(
    `${wednesday} 15:00:00 ${laila.id}`,
  );
  const second = await visit(2, '15:00', { appointmentDate: wednesday, doctorId: null });
  expect(second).toBeGreaterThan(0);
  await act(id, 'later', [{ appointmentId: first }]);
  expect((await page(id)).rows[0]?.triedAt).not.toBeNull();
});

test('a time that no branch offers and a doctor who is none are rejected', async () => {
  const first = await visit(0, '15:00');
  const id = await fallIll();
  const time = { locationId: 1, appointmentDate: wednesday, appointmentTime: '16:00', doctorId: null };
  for (const wrong of [{ appointmentTime: '03:00' }, { doctorId: patients[1] }, { locationId: 99 }])
    expect(await act(id, 'offer', [{ appointmentId: first, time: { ...time, ...wrong } }])).toEqual({
      done: 0,
      left: [first],
    });
  expect(await states(id)).toEqual({ [first]: 'untold' });
});

test('a patient without a free time is on the call list, and is notified when the desk moves her', async () => {
  const first = await visit(0, '15:00');
  const id = await fallIll();
  await act(id, 'offer', [{ appointmentId: first }]);
  expect(await states(id)).toEqual({ [first]: 'nothing' });
  const time = { locationId: 1, appointmentDate: wednesday, appointmentTime: '16:00', doctorId: null };
  expect(await act(id, 'move', [{ appointmentId: first, time }])).toMatchObject({ done: 1, left: [] });
  expect(await states(id)).toEqual({ [first]: 'moved' });
  expect(await sql(`select template from messages where channel = 'sms' order by id`)).toMatchObject([
    {},
    { template: 'moved' },
  ]);
});

test('when a doctor returns the appointments stay, held times are free, and notified patients are told', async () => {
  const [first, second] = [await visit(0, '15:00'), await visit(1, '15:20')];
  const id = await fallIll();
  await offerAll(id);
  await answer(1, { answer: 'take' });
  await comeBack();
  expect(await states(id)).toEqual({ [first]: 'stays', [second]: 'taken' });
  expect(await sql(`select state from offers order by id`)).toEqual([
    { state: 'withdrawn' },
    { state: 'taken' },
  ]);
  const stays = await sql(`select user_id from messages where template = 'visitStays' and channel = 'sms'`);
  expect(stays).toEqual([{ user_id: patients[0] }]);
  // The doctor falls ill again: the appointment that stayed is displaced again.
  expect(await states(await fallIll())).toEqual({ [first]: 'untold' });
});

test('a patient with another appointment at the offered time is told that the first one stays', async () => {
  const first = await visit(0, '15:00');
  const id = await fallIll();
  await offerAll(id);
  const at = { locationId: 1, appointmentDate: wednesday, appointmentTime: '15:00' };
  await send('POST', '/api/appointments', { userId: patients[0], service: '1', ...at });
  expect(await states(id)).toEqual({ [first]: 'silent' });
  await comeBack();
  expect(await states(id)).toEqual({ [first]: 'stays' });
  const stays = `select appointment_id as id from messages where template = 'visitStays' and channel = 'sms'`;
  expect(await sql(stays)).toEqual([{ id: first }]);
});

test('a patient who gave up the channel that told her is told that her appointment stays', async () => {
  await visit(0, '15:00');
  await offerAll(await fallIll());
  const worker = clinic.worker();
  await worker.poke();
  await sql(`update users set channels = '{email}', email = 'mona@example.org', email_confirmed_at = now()
    where id = ${patients[0]}`);
  await comeBack();
  await worker.poke();
  await worker.stop();
  const stays = `select channel, state from messages where template = 'visitStays' and channel <> 'app'`;
  expect(await sql(stays)).toEqual([{ channel: 'email', state: 'kept' }]);
});

test('a patient who got her own account is told that her appointment stays if only her guardian was told', async () => {
  const [patient, guardian] = patients;
  await sql(
    `update users set auth_provider = 'cared', phone = null, phone_confirmed_at = null where id = ${patient}`,
  );
  await sql(`insert into guardians (patient_id, guardian_id, relation, since)
    values (${patient}, ${guardian}, 'daughter', now())`);
  await visit(0, '15:00');
  await offerAll(await fallIll());
  const worker = clinic.worker();
  await worker.poke();
  await sql(`update users set auth_provider = 'phone', phone = '+201001234567', phone_confirmed_at = now()
    where id = ${patient}`);
  await comeBack();
  await worker.poke();
  await worker.stop();
  const stays = `select user_id as id, state from messages where template = 'visitStays' and channel = 'sms'`;
  expect(await sql(stays)).toEqual([{ id: patient, state: 'kept' }]);
});

test('a patient is told once that her appointment stays if the doctor is away twice before the message leaves', async () => {
  await visit(0, '15:00');
  await offerAll(await fallIll());
  const worker = clinic.worker();
  await worker.poke();
  await comeBack();
  await offerAll(await fallIll());
  await comeBack();
  await worker.poke();
  await worker.stop();
  const stays = `select channel, state from messages where template = 'visitStays' and channel <> 'app' order by id`;
  expect(await sql(stays)).toEqual([
    { channel: 'sms', state: 'skipped' },
    { channel: 'sms', state: 'kept' },
  ]);
});

test('a patient is told that her appointment stays if the doctor was away again when the message should leave', async () => {
  await visit(0, '15:00');
  await offerAll(await fallIll());
  const worker = clinic.worker();
  await worker.poke();
  await comeBack();
  await fallIll();
  await worker.poke();
  const stays = `select state from messages where template = 'visitStays' and channel = 'sms'`;
  expect(await sql(stays)).toEqual([{ state: 'queued' }]);
  await comeBack();
  later(2);
  await worker.poke();
  await worker.stop();
  expect(await sql(stays)).toEqual([{ state: 'kept' }]);
});

test('a patient gets one e-mail of another time if her record was merged while her appointment was displaced', async () => {
  const [keptId, goneId] = patients;
  await sql(`update users set channels = '{sms,email}', email_confirmed_at = now(),
    email = 'p' || id || '@example.org' where id in (${keptId}, ${goneId})`);
  await sql(
    `update users set phone = null, phone_confirmed_at = null, channels = '{email}' where id = ${goneId}`,
  );
  await visit(1, '15:00');
  await sql(`update appointments set patient_id = ${keptId}`);
  await offerAll(await fallIll());
  await sql(`update appointments set patient_id = ${goneId}`);
  await sql(`update offers set patient_id = ${goneId}`);
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  const mails = `select template from messages where user_id = ${goneId} and channel = 'email' and state = 'kept'`;
  expect(await sql(mails)).toEqual([{ template: 'offerDisplaced' }]);
});

test('a patient who got her own account gets one text if she was offered another time before her guardian’s text left', async () => {
  const [patient, guardian] = patients;
  await sql(
    `update users set auth_provider = 'cared', phone = null, phone_confirmed_at = null where id = ${patient}`,
  );
  await sql(`insert into guardians (patient_id, guardian_id, relation, since)
    values (${patient}, ${guardian}, 'daughter', now())`);
  const id = await visit(0, '15:00');
  await offerAll(await fallIll());
  await sql(`update users set auth_provider = 'phone', phone = '+201001234567', phone_confirmed_at = now()
    where id = ${patient}`);
  await send('PATCH', `/api/appointments/${id}`, { appointmentDate: wednesday, appointmentTime: '17:00' });
  later(0.1);
  const again = { userId: laila.id, startDate: wednesday, endDate: wednesday };
  await offerAll((await send('POST', '/api/absences', again)).disruptionId);
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  const texts = `select user_id as id from messages where template like 'offerDisplaced%' and channel = 'sms'
    and state = 'kept'`;
  expect(await sql(texts)).toEqual([{ id: patient }]);
});

test('a closed day displaces like an absence, for every doctor', async () => {
  const here = await visit(0, '15:00');
  const closed = [{ date: tuesday, isClosed: true }];
  const preview = await send('POST', '/api/locations/1/hours-preview', { exceptions: closed });
  expect(preview).toMatchObject({
    count: 1,
    visits: [{ visit: { id: here }, proposals: [{ kind: 'same' }, {}, {}] }],
  });
  expect(preview.visits[0].proposals[0].appointmentDate).not.toBe(tuesday);
  await send('PUT', '/api/locations/1/exceptions', closed);
  const [head] = await send('GET', '/api/disruptions');
  expect(head).toMatchObject({ locationId: 1, doctorId: null, startDate: tuesday, counts: { untold: 1 } });
  await offerAll(head.id);
  await answer(0, { answer: 'take' });
  expect(await states(head.id)).toEqual({ [here]: 'taken' });
});

test('a holiday closes every branch, and the chosen offers are made when it is saved', async () => {
  const { id: maadi } = await makeLocation(deps.db, { name: 'Maadi' });
  await openEveryDay(deps.db, maadi);
  const here = await visit(0, '15:00', { doctorId: null });
  const there = await visit(0, '17:00', { doctorId: null, locationId: maadi });
  const closed = [{ date: tuesday, isClosed: true }];
  const look = async (days: object) => send('POST', '/api/locations/1/hours-preview', days);
  expect(await look({ exceptions: closed })).toMatchObject({ count: 1 });
  const { count, visits } = await look({ exceptions: closed, everywhere: closed });
  expect(count).toBe(2);
  const proposed = visits.flatMap((one: DisplacedVisit) => one.proposals);
  expect(proposed.map(({ appointmentDate }: { appointmentDate: string }) => appointmentDate)).not.toContain(
    tuesday,
  );
  await send('PUT', '/api/locations/1/hours', { exceptions: closed, everywhere: closed });
  const heads = await send('GET', '/api/disruptions');
  expect(heads).toMatchObject([{ cause: 'hours', locationId: null, counts: { untold: 2 } }]);
  const [{ id }] = heads;
  const chosen = visits.map(firstOf);
  expect(await send('POST', '/api/disruptions/offers', { visits: chosen })).toEqual({
    done: 2,
    left: [],
    disruptionIds: [id],
  });
  expect(await states(id)).toEqual({ [here]: 'open', [there]: 'open' });
  expect(await texts()).toMatchObject([{ params: { visits: expect.stringMatching(/٣:٠٠ م؛.*٥:٠٠ م$/) } }]);
  // A repeated request sends nothing again, and a request of another branch's staff reaches nobody.
  expect(await send('POST', '/api/disruptions/offers', { visits: chosen })).toMatchObject({ done: 0 });
  const desk = (await makeUser(deps.db, { role: 'receptionist', worksAt: [maadi] })).id;
  const cookie = { cookie: await createSession(clinic, desk) };
  const byDesk = await send('POST', '/api/disruptions/offers', { visits: [{ appointmentId: here }] }, cookie);
  expect(byDesk).toEqual({ done: 0, left: [here], disruptionIds: [] });
  // In the list of all branches they see the patients of their own.
  expect(await send('GET', '/api/disruptions', undefined, cookie)).toMatchObject([
    { id, counts: { open: 1 } },
  ]);
  const { rows } = await send('GET', `/api/disruptions/${id}`, undefined, cookie);
  expect(rows.map(({ appointmentId }: { appointmentId: number }) => appointmentId)).toEqual([there]);
});

test('a receptionist sees and handles only her branches', async () => {
  const { id: maadi } = await makeLocation(deps.db, { name: 'Maadi' });
  const desk = (await makeUser(deps.db, { role: 'receptionist', worksAt: [maadi] })).id;
  const cookie = { cookie: await createSession(clinic, desk) };
  await visit(0, '15:00');
  const id = await fallIll();
  expect(await send('GET', '/api/disruptions', undefined, cookie)).toEqual([]);
  expect((await call('GET', `/api/disruptions/${id}`, cookie)).statusCode).toBe(404);
});
