import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { AuditSubject } from '#shared/domain/audit.ts';
import { findChangedBranches, findConcernedSubjects, hasRoomFor } from './live-stream.ts';

let t: TestApp;
let address: string;
beforeEach(async () => {
  t = await createTestApp();
  address = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  vi.useRealTimers();
  await t.close();
});

interface Listener {
  text(): string;
  until(text: string): Promise<void>;
  ended: Promise<void>;
}
async function listen({ cookie }: Pick<SignedIn, 'cookie'>, query = ''): Promise<Listener> {
  const response = await fetch(`${address}/api/events${query}`, { headers: { cookie } });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  let text = '';
  const ended = (async () => {
    for await (const part of response.body ?? []) text += Buffer.from(part).toString();
  })();
  const until = async (wanted: string) => {
    for (let tries = 0; tries < 100 && !text.includes(wanted); tries++)
      await new Promise((done) => setTimeout(done, 20));
    expect(text).toContain(wanted);
  };
  await until('retry: ');
  return { text: () => text, until, ended };
}
const change = (subject: 'appointments' | 'logs', patientId: number | null) =>
  recordEvent(t.deps.db, systemActor, { action: 'changed', subject, patientId, after: { notes: 'private' } });

test('staff receive every change, a patient only her own, and nobody receives its content', async () => {
  const mona = await createSignedInUser(t, { role: 'patient' });
  const salma = await createSignedInUser(t, { role: 'patient' });
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  const [toMona, toSalma, toDoctor] = [await listen(mona), await listen(salma), await listen(doctor)];
  await change('appointments', mona.id);
  await t.deps.feed.poke();
  await toMona.until('event: changed\ndata: {"subjects":["appointments","notifications"]}');
  await toDoctor.until('"appointments"');
  await change('appointments', salma.id);
  await t.deps.feed.poke();
  await toSalma.until('"appointments"');
  expect(toSalma.text().match(/changed/g)).toHaveLength(1);
  expect(toMona.text().match(/changed/g)).toHaveLength(1);
  expect(toDoctor.text()).not.toContain('private');
});

test('a new stream starts with the changes since the page began to read, and no older ones', async () => {
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  const mona = await createSignedInUser(t, { role: 'patient' });
  await change('appointments', 1);
  await t.deps.feed.poke();
  await (await listen(doctor, '?ago=5')).until('event: changed\ndata: {"subjects":["appointments"');
  // The first bytes of the stream already contain what changed.
  const first = async (who: SignedIn, query: string) => {
    const heard = await listen(who, query);
    await heard.until('retry: ');
    return heard.text();
  };
  for (const query of ['', '?ago=0.000001', '?ago=never', '?ago=-5'])
    expect(await first(doctor, query)).not.toContain('changed');
  expect(await first(mona, '?ago=5')).not.toContain('changed');
});

test('a change by another process arrives through the database', async () => {
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  const heard = await listen(doctor);
  await t.deps.feed.poke();
  await t.deps.database.pool.query(
    `insert into events (actor_role, action, subject) values ('admin', 'changed', 'services')`,
  );
  await t.deps.feed.poke();
  await heard.until('"services"');
});

test('a stream ends with its session and does not extend it, and strangers receive nothing', async () => {
  const mona = await createSignedInUser(t, { role: 'patient' });
  const seen = async () =>
    (
      await t.deps.database.pool.query('select seen_at from sessions where user_id = $1', [mona.id])
    ).rows[0].seen_at.getTime();
  const before = await seen();
  t.setNow(new Date(t.deps.now().getTime() + 10 * 60_000));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const heard = await listen(mona);
  const other = await listen(await createSignedInUser(t, { role: 'patient' }));
  expect(await seen()).toBe(before);
  await vi.advanceTimersByTimeAsync(20_000);
  await heard.until(': \n\n');
  expect(await seen()).toBe(before);
  await t.deps.database.pool.query('delete from sessions where user_id = $1', [mona.id]);
  await vi.advanceTimersByTimeAsync(20_000);
  await heard.ended;
  await other.until(': \n\n: \n\n');
  expect((await fetch(`${address}/api/events`, { headers: { cookie: mona.cookie } })).status).toBe(401);
  expect((await fetch(`${address}/api/events`)).status).toBe(401);
});

test('HEAD opens no stream and is answered at once', async () => {
  const { cookie } = await createSignedInUser(t, { role: 'doctor' });
  const answer = await fetch(`${address}/api/events`, {
    method: 'HEAD',
    headers: { cookie },
    signal: AbortSignal.timeout(5000),
  });
  expect(answer.status).toBe(405);
});

test('closing the server ends open streams', async () => {
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  const heard = await listen(doctor);
  await t.app.close();
  await heard.ended;
});

test('changes that only admins may see reach only admins', () => {
  const row = (subject: AuditSubject, patientId: number | null = null) => ({ subject, patientId });
  expect(findConcernedSubjects({ id: 1, role: 'admin' }, [row('logs')])).toEqual(['logs']);
  expect(findConcernedSubjects({ id: 1, role: 'doctor' }, [row('logs')])).toEqual([]);
  expect(findConcernedSubjects({ id: 1, role: 'patient' }, [row('users', 2), row('logs', 1)])).toEqual([]);
  const ofDoctors = [row('clinical-notes', 1), row('alerts', 1)];
  expect(findConcernedSubjects({ id: 2, role: 'doctor' }, ofDoctors)).toEqual(['clinical-notes', 'alerts']);
  for (const role of ['admin', 'receptionist', 'patient'] as const)
    expect(findConcernedSubjects({ id: 1, role }, ofDoctors)).toEqual([]);
});

test('patients’ streams leave room for staff', () => {
  expect(hasRoomFor({ role: 'patient' }, 5999)).toBe(true);
  expect(hasRoomFor({ role: 'patient' }, 6000)).toBe(false);
  expect(hasRoomFor({ role: 'receptionist' }, 6000)).toBe(true);
  expect(hasRoomFor({ role: 'receptionist' }, 6500)).toBe(false);
});

test('events of appointments name their branches if known, and events of doctors name none', () => {
  const day = (locationId: number, ofDoctor = false) => ({ locationId, date: '2027-06-08', ofDoctor });
  const visit = (locationId: number | null, ...days: ReturnType<typeof day>[]) =>
    ({ subject: 'appointments', locationId, days }) as const;
  // The appointment moved from one branch to another; a change of stage at a third names only its branch.
  expect(findChangedBranches([visit(2, day(1), day(2)), visit(3)])).toEqual([2, 1, 3]);
  expect(findChangedBranches([{ subject: 'users', locationId: 4, days: [] }])).toEqual([]);
  expect(findChangedBranches([visit(1, day(1, true))])).toBeUndefined();
  expect(findChangedBranches([visit(1), visit(null)])).toBeUndefined();
});
