import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { importing } from '#server/testing/importing.ts';
import { type SignedIn, signedIn } from '#server/testing/signed-in.ts';
import { testApp } from '#server/testing/test-app.ts';
import { holding, waitForLocks } from '#server/testing/test-database.ts';
import { workOnImports } from './work-actions.ts';

const clinic = await testApp();
const { call, deps } = clinic;
let admin: SignedIn;
beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  admin = await signedIn(clinic, { role: 'admin' });
});
afterAll(clinic.close);

const { asked, now, sql, checked, run } = importing(
  () => clinic,
  () => admin.cookie,
);
const list = 'name,phone,visit date,time\nMona,01000000010,8/6/2027,17:00\nDina,01000000011,8/6/2027,18:00\n';

/** A list that has come in: its number, and its patients with their visits. */
async function cameIn() {
  const id = await checked(list, { locationId: 1, serviceId: 1 });
  await run(id);
  const visits = await sql('select id, patient_id as who from appointments order by local_start');
  const [mona, dina] = visits as { id: number; who: number }[];
  if (!mona || !dina) throw new Error('not all came in');
  return { id, mona, dina };
}

const beginUndo = (id: number) => asked('POST', `/api/imports/${id}/undo`);
/** The work is on its way, up to where it waits for whoever is held. */
async function begun() {
  const undone = workOnImports(deps);
  await waitForLocks(deps.database);
  return { undone };
}

const left = () => sql('select id, patient_id as who from appointments order by id');
const erased = async (who: number) =>
  (await sql('select erased_at is not null as gone from users where id = $1', [who]))[0]?.gone;

test('who books for her while she is taken back finds nobody', async () => {
  const { id, mona, dina } = await cameIn();
  await beginUndo(id);
  const body = { userId: mona.who, locationId: 1, service: '1', appointmentDate: '2027-06-10' };
  // Who holds a visit of the list lets the undo come to where what it keeps is known, and no further.
  const held = `select from appointments where id = ${dina.id} for update`;
  const { undone, booked } = await holding(deps.database, held, async () => {
    const { undone } = await begun();
    const booking = { cookie: admin.cookie, body: { ...body, appointmentTime: '15:00:00' } };
    const booked = call('POST', '/api/appointments', booking);
    await Promise.race([booked, waitForLocks(deps.database, 2)]);
    return { undone, booked };
  });
  await undone;
  expect((await booked).json()).toMatchObject({ code: 'unknown_patient' });
  expect([await left(), await erased(mona.who), await erased(dina.who)]).toEqual([[], true, true]);
});

const lock = (who: number) => `select from users where id = ${who} for no key update`;
const move = (visit: number, who: number) => `${lock(who)};
  update appointments set local_start = local_start + interval '1 day',
    local_end = local_end + interval '1 day' where id = ${visit};
  insert into events (actor_role, action, subject, subject_id, patient_id)
    values ('admin', 'moved', 'appointments', ${visit}, ${who})`;

test('a visit that is moved as the undo begins stays, and so does its patient', async () => {
  const { id, mona, dina } = await cameIn();
  await beginUndo(id);
  const { undone } = await holding(deps.database, move(mona.id, mona.who), begun);
  await undone;
  expect(await now(id)).toMatchObject({ state: 'undone', left: 1 });
  expect([await left(), await erased(mona.who), await erased(dina.who)]).toEqual([[mona], false, true]);
});

// The embedded database does one thing after the other.
test.runIf(process.env.TEST_DATABASE_URL)(
  'also where her record is joined into another meanwhile, and that one’s visit is moved',
  async () => {
    const gone = await makeUser(deps.db, { name: 'Mona', phone: '+201000000010' });
    const kept = await makeUser(deps.db, { name: 'Mona Adel' });
    const { id, mona } = await cameIn();
    expect(mona.who).toBe(gone.id);
    await beginUndo(id);
    const join = `${lock(gone.id)}; update appointments set patient_id = ${kept.id} where id = ${mona.id}`;
    const { undone } = await holding(deps.database, lock(kept.id), async (desk) => {
      const work = await holding(deps.database, join, begun);
      await waitForLocks(deps.database);
      await desk.query(move(mona.id, kept.id));
      return work;
    });
    await undone;
    expect(await left()).toEqual([{ id: mona.id, who: kept.id }]);
  },
);

test('a patient who was given a way in is not taken back', async () => {
  const { id, mona } = await cameIn();
  await asked('POST', `/api/users/${mona.who}/hand-over-password`, { password: 'a quiet river' });
  const { statusCode, json } = await call('POST', `/api/imports/${id}/undo`, { cookie: admin.cookie });
  expect([statusCode, json().code]).toEqual([409, 'import_built_upon']);
});
