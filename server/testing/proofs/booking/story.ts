import * as fc from 'fast-check';
import { expect } from 'vitest';
import { clinic } from '#server/clinic.ts';
import { TaskRunner } from '#server/engine/tasks/task-runner.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { localDateTime, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import {
  callDisplaced,
  closeBranchFrom,
  compareFreeTimes,
  joinWaitingList,
  reopenBranch,
  revokeAbsence,
  setDay,
  setRooms,
  setWeek,
  startAbsence,
  waitForNextDay,
  waitMinutes,
} from './clinic-steps.ts';
import { bookBy, endBranch, endService } from './closing-steps.ts';
import { compareBoard, setStageAtDesk } from './day-steps.ts';
import type { BookingModel } from './model.ts';
import type { Stretch } from './model-types.ts';
import { answerHeldTime, offerFromDesk } from './offer-steps.ts';
import { beginCare, changeCare } from './people-steps.ts';
import {
  anyTime,
  dateOf,
  expectInDisruption,
  type ModelBranch,
  openPlace,
  type Step,
  type StepActor,
  type WishByNumber,
} from './place.ts';
import { mergeTwoRecords, undoLatestMerge } from './record-steps.ts';
import { leaveClinic, removeDoctor, returnToBranch, setDuty } from './staff-steps.ts';
import { stages } from './visit-day.ts';
import { book, move, setStatus } from './visit-steps.ts';

type Command = fc.AsyncCommand<BookingModel, ModelBranch>;

/** A random step of a kind. Its text is the call that repeats it. */
const randomStep = <Args extends unknown[]>(
  make: (...args: Args) => Step,
  ...args: { [I in keyof Args]: fc.Arbitrary<Args[I]> }
): fc.Arbitrary<Command> =>
  fc.tuple<Args>(...args).map((given) => {
    const { check = () => true, run } = make(...given);
    const words = given.map((arg) => JSON.stringify(arg).replace(/"(\w+)":/g, '$1:'));
    return {
      check: (model) => check(model as BookingModel),
      run,
      toString: () => `${make.name}(${words.join(', ').replaceAll('"', "'")})`,
    };
  });

const who = fc.constantFrom(0, 0, 1, 1, 2, 2, 3, 4);
const which = fc.nat(7);
const { boolean, constant, constantFrom } = fc;
const by: fc.Arbitrary<StepActor> = constantFrom<StepActor[]>(
  'her',
  'her',
  'her',
  'desk',
  'desk',
  'desk',
  0,
  1,
  2,
);
const wished: fc.Arbitrary<WishByNumber> = constantFrom<WishByNumber[]>('any', 'any', 'any', 'woman', 0, 1);
const byPatient = constantFrom('her' as const, 'her' as const, 'her' as const, 0, 1, 2);
const byDesk = constant('desk' as const);
/** The possible steps by weight. */
const weightedSteps: readonly [number, fc.Arbitrary<Command>][] = [
  [3, randomStep(book, who, anyTime, by, boolean(), wished)],
  [3, randomStep(book, who, anyTime, byPatient, constant(false), constant('any'))],
  [4, randomStep(move, which, anyTime, by)],
  [2, randomStep(setStatus, which, constant('cancelled'), by)],
  [3, randomStep(setStatus, which, constantFrom('attended', 'no_show', 'confirmed'), byDesk)],
  [3, randomStep(offerFromDesk, who, anyTime)],
  [3, randomStep(answerHeldTime, which, constantFrom('take', 'decline'), byPatient)],
  [4, randomStep(setStageAtDesk, which, constantFrom(...stages), constant('right'))],
  [1, randomStep(setStageAtDesk, which, constantFrom(...stages), constantFrom(...stages))],
  [1, randomStep(compareBoard, fc.nat(2), fc.nat(1))],
  [1, randomStep(beginCare, who, who)],
  [2, randomStep(beginCare, constantFrom(3, 4), fc.nat(2))],
  [1, randomStep(changeCare, which, constantFrom('sees', 'sees', 'hidden', 'ended'), boolean())],
  [1, randomStep(mergeTwoRecords, fc.nat(4), constantFrom(3, 3, 4, 4, 0))],
  [1, randomStep(undoLatestMerge, which)],
  [3, randomStep(waitMinutes, fc.integer({ min: 5, max: 45 }))],
  [1, randomStep(waitForNextDay, fc.integer({ min: 12, max: 16 }))],
  [1, randomStep(setDay, fc.nat(2), fc.nat(1), fc.nat(4))],
  [1, randomStep(closeBranchFrom, fc.nat(2), fc.nat(1))],
  [1, randomStep(reopenBranch, fc.nat(2))],
  [1, randomStep(setWeek, fc.nat(2), fc.nat(3))],
  [1, randomStep(startAbsence, fc.nat(1), fc.nat(1), fc.nat(2))],
  [1, randomStep(revokeAbsence, which)],
  [1, randomStep(joinWaitingList, who, fc.nat(2), wished)],
  [2, randomStep(setRooms, fc.nat(2), fc.integer({ min: 1, max: 3 }))],
  [4, randomStep(compareFreeTimes, anyTime, wished)],
  [2, randomStep(leaveClinic, fc.nat(1), constantFrom('deactivated', 'otherRole', 'elsewhere'))],
  [3, randomStep(returnToBranch, fc.nat(1))],
  [1, randomStep(setDuty, fc.nat(1), fc.nat(3))],
  [1, randomStep(removeDoctor, fc.nat(1))],
  [1, randomStep(endService, fc.nat(2))],
  [1, randomStep(endBranch, fc.nat(2))],
  [2, randomStep(callDisplaced)],
  [1, randomStep(bookBy, fc.nat(2), constantFrom('room', 'doctor'))],
];
export const anyStory = (steps: number) =>
  fc.commands(
    weightedSteps.flatMap(([times, happening]) => Array.from({ length: times }, () => happening)),
    { maxCommands: steps, size: 'max' },
  );

/** Compares the tables at the end with the model, and the history with the tables. */
async function compareWithModel({ t }: ModelBranch, model: BookingModel): Promise<void> {
  const { rows } = await t.deps.database.pool.query(`
    select a.id, a.patient_id, a.location_id, a.local_start::text as at, a.room, a.doctor_id, a.status,
      (select e.after->>'status' from events e where e.subject = 'appointments' and e.subject_id = a.id
        and e.after ? 'status' order by e.id desc limit 1) as told
    from appointments a order by a.id`);
  const meant = [...model.visits.values()].map((visit) => ({
    id: visit.id,
    patient_id: visit.patient,
    location_id: visit.branch,
    at: localDateTime(dateOf(visit.day), timeOfMinutes(visit.start)),
    room: visit.room,
    doctor_id: visit.doctor,
    status: visit.status,
    told: visit.status,
  }));
  expect(rows).toEqual(meant.sort((a, b) => a.id - b.id));
  const cared = await t.deps.database.pool.query(`select id, patient_id as patient, guardian_id as guardian,
    sees_visits as sees, until is not null as ended from guardians order by id`);
  expect(cared.rows).toEqual([...model.cares.values()].sort((a, b) => a.id - b.id));
  const kept = await t.deps.database.pool.query(
    'select id, patient_id as patient, holds from offers order by id',
  );
  const meantFor = [...model.kept.values()].map((one) => ({
    id: one.id,
    patient: one.patient,
    holds: model.isKept(one),
  }));
  expect(kept.rows).toEqual(meantFor.sort((a, b) => a.id - b.id));
}

/** Queries that must return no row at the end of every run. */
const dangling: Readonly<Record<string, string>> = {
  'offers that hold a time for a merged or erased patient, or at an archived branch or service': `select o.id from offers o
    join users u on u.id = o.patient_id join locations l on l.id = o.location_id
    join services s on s.id = o.service_id left join appointments a on a.id = o.appointment_id
    where o.holds and (u.merged_into is not null or u.erased_at is not null or l.archived_at is not null
      or s.archived_at is not null or a.patient_id <> o.patient_id
      or a.status not in ('pending', 'confirmed'))`,
  'offers of a time that is already an appointment of the patient': `select o.id from offers o join appointments a
    on a.patient_id = o.patient_id and a.location_id = o.location_id and a.local_start = o.local_start
    where o.holds and a.status not in ('cancelled', 'no_show')`,
  'offers that hold an absent doctor': `select o.id from offers o join absences x
    on x.user_id = o.doctor_id and x.during && tsrange(o.local_start, o.local_end)
    where o.holds`,
  'offers that hold a doctor who has left': `select o.id from offers o join users d on d.id = o.doctor_id
    where o.holds and (d.role <> 'doctor' or d.deactivated_at is not null or d.erased_at is not null)`,
  'upcoming appointments at an archived branch': `select a.id from appointments a
    join locations l on l.id = a.location_id
    where a.status in ('pending', 'confirmed') and a.local_start > $1::timestamp and l.archived_at is not null`,
  'waiting-list entries for an archived service or archived branches': `select w.id from wishes w
    join services s on s.id = w.service_id
    where w.state = 'waiting' and (s.archived_at is not null or not exists (select from locations l
      where l.id = any(w.location_ids) and l.archived_at is null))`,
  'waiting-list entries of a merged or erased patient, or for a doctor who has left': `select w.id from wishes w
    join users u on u.id = w.patient_id left join users d on d.id = w.doctor_id
    where w.state = 'waiting' and (u.merged_into is not null or u.erased_at is not null
      or d.role <> 'doctor' or d.deactivated_at is not null or d.erased_at is not null)`,
  'appointments with an absent doctor that no disruption lists': `select a.id from appointments a join absences x
    on x.user_id = a.doctor_id and x.during && tsrange(a.local_start, a.local_end)
    where a.room is not null and a.status in ('pending', 'confirmed') and a.local_start > $1::timestamp
      and not exists (select from displaced d where d.appointment_id = a.id and d.patient_id = a.patient_id
        and d.local_start = a.local_start and d.location_id = a.location_id)`,
  'appointments in a removed room that no disruption lists': `select a.id from appointments a
    join locations l on l.id = a.location_id
    where a.room > l.rooms and a.status in ('pending', 'confirmed') and a.local_start > $1::timestamp
      and not exists (select from displaced d where d.appointment_id = a.id and d.patient_id = a.patient_id
        and d.local_start = a.local_start and d.location_id = a.location_id)`,
  'displaced appointments listed under another patient': `select d.id from displaced d
    join appointments a on a.id = d.appointment_id where a.patient_id <> d.patient_id`,
};

/**
 * No row refers to something that no longer exists, and no affected patient is missing from the lists and
 * messages.
 */
async function checkNothingDangles({ t, desk }: ModelBranch, model: BookingModel): Promise<void> {
  const now = localDateTime(dateOf(model.today), timeOfMinutes(model.clock));
  for (const [what, text] of Object.entries(dangling)) {
    const { rows } = await t.deps.database.pool.query(text, text.includes('$1') ? [now] : []);
    expect(rows, what).toEqual([]);
  }
  // Every upcoming appointment with a doctor who has left is in a disruption.
  await expectInDisruption(
    { t, desk },
    model.coming().filter(({ doctor }) => doctor !== null && model.hasLeft(doctor)),
  );
  const told = await t.deps.database.pool.query(
    `select distinct split_part(dedupe_key, ':', 2)::int as id from messages where template = 'offerGone' order by 1`,
  );
  expect(told.rows.map(({ id }) => id)).toEqual([...model.lost].sort((a, b) => a - b));
}

const listDisplacedIds = async ({ t, desk }: ModelBranch): Promise<number[]> =>
  (await t.call('GET', '/api/disruptions/standing', { cookie: desk.cookie })).json();

const stretchKey = ({ branch, day, start }: Stretch) => `${branch} ${day} ${start}`;

/** The upcoming appointments that can take place, by id, with branch, day and start. */
async function listPossibleVisits(place: ModelBranch, model: BookingModel): Promise<Map<number, string>> {
  const standing = await listDisplacedIds(place);
  const visits = model.coming().filter(({ id }) => !standing.includes(id));
  return new Map(visits.map((visit) => [visit.id, stretchKey(visit)]));
}

/**
 * A recorded call does not count any more for an appointment that became possible and was displaced again.
 */
async function checkDisplacedAreNew(place: ModelBranch, model: BookingModel, before: Map<number, string>) {
  const { rows } = await place.t.deps.database.pool.query<{ id: number }>(`select distinct a.id
    from displaced d join appointments a on a.id = d.appointment_id and a.local_start = d.local_start
      and a.location_id = d.location_id
    where d.called_at is not null`);
  const called = new Set(rows.map(({ id }) => id));
  const standing = await listDisplacedIds(place);
  const stale = model
    .coming()
    .filter((visit) => before.get(visit.id) === stretchKey(visit))
    .filter(({ id }) => called.has(id) && standing.includes(id));
  expect(stale, 'appointments displaced again whose patients count as called').toEqual([]);
}

/** Runs the steps on an empty clinic and on the model; the periodic tasks run at the end. */
export async function tell(t: TestApp, story: Iterable<Step>): Promise<void> {
  const { model, real } = await openPlace(t);
  for (const step of story) {
    if (!(step.check?.(model) ?? true)) continue;
    const before = await listPossibleVisits(real, model);
    await step.run(model, real);
    await checkDisplacedAreNew(real, model, before);
    model.settle();
  }
  await new TaskRunner(t.deps, clinic.tasks).poke();
  await compareWithModel(real, model);
  await checkNothingDangles(real, model);
}
