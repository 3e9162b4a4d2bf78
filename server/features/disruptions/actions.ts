import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { callValues } from '#server/features/calls/queries.ts';
import { notify } from '#server/features/notifications/notify-actions.ts';
import { withdrawIn } from '#server/features/offers/actions.ts';
import { doctorGiven } from '#server/features/offers/answer-actions.ts';
import { lastOfferFor, offerWithId } from '#server/features/offers/queries.ts';
import { checkBranch } from '#server/features/users/branch-queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type {
  actOnDisplaced,
  Disruption,
  DisruptionHead,
  offerDisplaced,
} from '#shared/contract/disruptions.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import { type DisplacedAct, leadsOn } from '#shared/domain/displaced-state.ts';
import type { CallAct } from '#shared/domain/messages/calls.ts';
import { isUnsettled } from '#shared/domain/visits/offer-state.ts';
import { Refusal } from '#shared/errors.ts';
import { staysMessage } from './messages.ts';
import {
  countDisruptions,
  type DisplacedVisitRow,
  type DisruptionsAsked,
  displacedBy,
  displacedToCome,
  disruptionWithId,
  insertDisruption,
  lastDisplaced,
  type NewDisruption,
  newestDisruptions,
  noteCall,
  notifiedDisplaced,
} from './queries.ts';
import { remindAll } from './reminder-actions.ts';
import { type Chosen, offerAll, record, unlessRefused, type Wanted } from './request-offer-actions.ts';
import {
  canBeOffered,
  headOf,
  type RowWithState,
  shownRows,
  statesToStay,
  withStates,
} from './state-queries.ts';

/**
 * Records appointments that can no longer take place, and the cause, in the transaction of the change. The
 * caller leaves out appointments that are displaced already (`notYetDisplaced`). Returns null if none is
 * left.
 */
export async function openDisruption(
  tx: Db,
  viewer: Viewer,
  cause: Pick<
    NewDisruption,
    'cause' | 'fewerRooms' | 'localFrom' | 'localTo' | 'doctorId' | 'absenceId' | 'locationId'
  >,
  appointmentIds: readonly number[],
): Promise<number | null> {
  const id = await insertDisruption(tx, { ...cause, createdBy: viewer.id }, appointmentIds);
  if (id === undefined) return null;
  await recordEvent(tx, viewer, {
    action: 'created',
    subject: 'disruptions',
    subjectId: id,
    locationId: cause.locationId ?? null,
    after: { ...cause, visits: appointmentIds.length },
  });
  return id;
}

/** Disruptions with upcoming appointments whose patients have to be called. */
async function withCalls(deps: Deps, viewer: Viewer): Promise<number[]> {
  const rows = await withStates(deps, await displacedToCome(deps.db, viewer, deps.now()));
  return [...new Set(rows.flatMap(({ row, state }) => (state === 'call' ? row.disruptionId : [])))];
}

interface Page extends Pick<DisruptionsAsked, 'before' | 'limit'> {
  which: 'call' | undefined;
  /** Counting stops here. */
  countTo: number;
}

/** The newest disruptions, with the number of appointments in each state, and the total. */
export async function disruptionsFor(
  deps: Deps,
  viewer: Viewer,
  { which, countTo, ...page }: Page,
): Promise<{ heads: DisruptionHead[]; total: number }> {
  const among = which && (await withCalls(deps, viewer));
  const total = among ? among.length : await countDisruptions(deps.db, viewer, countTo);
  const heads = await newestDisruptions(deps.db, viewer, { ...page, among });
  const ids = heads.map(({ id }) => id);
  const rows = await withStates(deps, await displacedBy(deps.db, viewer, ids));
  return { heads: heads.map((head) => headOf(head, rows)), total };
}

async function known(deps: Deps, viewer: Viewer, id: number) {
  const head = await disruptionWithId(deps.db, viewer, id);
  if (!head) throw new Refusal('not_found');
  return { head, rows: await withStates(deps, await displacedBy(deps.db, viewer, [id])) };
}

/** A disruption with all its displaced appointments. */
export async function disruptionFor(deps: Deps, viewer: Viewer, id: number): Promise<Disruption> {
  const { head, rows } = await known(deps, viewer, id);
  return { ...headOf(head, rows), rows: await shownRows(deps, rows) };
}

/** The appointment is still where it cannot take place, and no time is held for its patient. */
export const toOffer = async (deps: Deps, viewer: Viewer, id: number): Promise<number[]> =>
  (await known(deps, viewer, id)).rows.filter(canBeOffered).map(({ row }) => row.appointmentId);

type Input = Body<typeof actOnDisplaced>;

/** Name of an action in the audit log; a move is recorded like every move. */
const actions = {
  called: 'displaced_called',
  later: 'displaced_tried',
  uncalled: 'call_undone',
} as const satisfies Record<CallAct, AuditAction>;

/** The time held for the patient, else the given one. */
function timeFor({ row }: RowWithState, time: Wanted) {
  if (!row.offerHolds || !row.offeredStart || !row.offeredLocationId) return time;
  const at = splitLocal(row.offeredStart);
  return {
    locationId: row.offeredLocationId,
    appointmentDate: at.date,
    appointmentTime: at.time,
    doctorId: row.offeredDoctorId,
  };
}

/** The desk moves the appointment; the patient is notified like after every move. */
async function move(
  deps: Deps,
  viewer: Viewer,
  one: RowWithState,
  said: Wanted,
): Promise<Appointment | false> {
  const time = timeFor(one, said);
  const { appointmentId, visitDoctorWish } = one.row;
  if (!time || appointmentId === null) return false;
  const { doctorId: keptDoctor, ...at } = time;
  const whom = doctorGiven(
    { doctorWish: visitDoctorWish ?? 'any', doctorId: one.row.visitDoctorId },
    keptDoctor,
  );
  return changeAppointment(deps, viewer, appointmentId, { ...at, ...whom }, { keptDoctor });
}

interface Act {
  readonly said: Input['said'];
  /** Time of the request. */
  readonly at: Date;
}

/** Records a call, or removes the record; false if another desk was first. */
const noteOne = (
  deps: Deps,
  viewer: Viewer,
  one: RowWithState,
  { act, said, at }: Act & { act: CallAct },
): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const values = callValues(act, { by: viewer, said, now: at });
    if (!(await noteCall(tx, one.row.id, act, values))) return false;
    await record(tx, viewer, actions[act], [one]);
    return true;
  });

/** Appointments for which the action was done; after a move also the channel of the message to the patient. */
type Done = ReadonlyMap<RowWithState, Appointment['notified']>;
type Run = (deps: Deps, viewer: Viewer, chosen: readonly Chosen[], act: Act) => Promise<Done>;

const withoutNotified = (set: ReadonlySet<RowWithState>): Done =>
  new Map([...set].map((one) => [one, undefined]));
const runOffer: Run = async (deps, viewer, chosen, { at }) =>
  withoutNotified(await offerAll(deps, viewer, chosen, at));
const runRemind: Run = async (deps, viewer, chosen) =>
  withoutNotified(
    await remindAll(
      deps,
      viewer,
      chosen.map(({ one }) => one),
    ),
  );
const runMove: Run = async (deps, viewer, chosen) => {
  const done = new Map<RowWithState, Appointment['notified']>();
  for (const { one, time } of chosen) {
    const moved = await unlessRefused(move(deps, viewer, one, time));
    if (moved) done.set(one, moved.notified);
  }
  return done;
};
const runCall =
  (act: CallAct): Run =>
  async (deps, viewer, chosen, input) => {
    const done = new Set<RowWithState>();
    for (const { one } of chosen) if (await noteOne(deps, viewer, one, { ...input, act })) done.add(one);
    return withoutNotified(done);
  };

const runs: Record<DisplacedAct, Run> = {
  offer: runOffer,
  remind: runRemind,
  move: runMove,
  called: runCall('called'),
  later: runCall('later'),
  uncalled: runCall('uncalled'),
};

/**
 * Runs the action for each appointment separately. Appointments that were answered meanwhile, or have no
 * offer to remind of, stay unchanged.
 */
export async function actOn(
  deps: Deps,
  viewer: Viewer,
  id: number,
  input: Input,
): Promise<Reply<typeof actOnDisplaced>> {
  const { rows } = await known(deps, viewer, id);
  return actOnEach(deps, viewer, rows, input);
}

/** Offers the times that staff chose in the preview before they saved the hours, at every affected branch. */
export async function offerTo(
  deps: Deps,
  viewer: Viewer,
  visits: Input['visits'],
): Promise<Reply<typeof offerDisplaced>> {
  const ids = visits.map(({ appointmentId }) => appointmentId);
  const rows = await withStates(deps, await lastDisplaced(deps.db, viewer, ids));
  const outcome = await actOnEach(deps, viewer, rows, { act: 'offer', visits });
  const last = ids.flatMap((id) => rows.find(({ row }) => row.appointmentId === id)?.row.disruptionId ?? []);
  return { ...outcome, disruptionIds: [...new Set(last)] };
}

async function actOnEach(
  deps: Deps,
  viewer: Viewer,
  rows: readonly RowWithState[],
  { act, said, visits }: Input,
): Promise<Reply<typeof actOnDisplaced>> {
  for (const { time } of visits) if (time) checkBranch(viewer, time.locationId);
  const find = (id: number) => rows.find(({ row }) => row.appointmentId === id);
  const at = deps.now();
  const chosen = visits.flatMap(({ appointmentId, time }): Chosen[] => {
    const one = find(appointmentId);
    return one && leadsOn(act, one.state) ? [{ one, time }] : [];
  });
  const done = await runs[act](deps, viewer, chosen, { said, at });
  const left = visits.flatMap(({ appointmentId }) => {
    const one = find(appointmentId);
    return one && done.has(one) ? [] : appointmentId;
  });
  return { done: visits.length - left.length, left, ...toldOf(done) };
}

/** Patients whom no message reaches; after a single move also the channel of its message. */
function toldOf(done: Done): Pick<Reply<typeof actOnDisplaced>, 'notified' | 'untold'> {
  const untold = new Map<number, string>();
  for (const [{ row }, notified] of done)
    if (notified?.length === 0) untold.set(row.patientId, row.patientName);
  if (untold.size > 0) return { untold: [...untold.values()] };
  const [notified] = done.values();
  return notified && done.size === 1 ? { notified } : {};
}

/** The patient keeps her old time: ends the offer and notifies her. */
export async function withdrawNeedless(deps: Deps): Promise<void> {
  const rows = await withStates(deps, await notifiedDisplaced(deps.db, deps.now()));
  for (const { row, state } of rows)
    if (state === 'stays') await inTransaction(deps.db, (tx) => withdrawIfNeedless(tx, deps, row));
}

/** The same after a change that is saved already: if it fails, the task `offers` repeats it within seconds. */
export async function withdrawNeedlessAfterwards(deps: Deps): Promise<void> {
  await withdrawNeedless(deps).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'offers that are no longer needed are withdrawn later'),
  );
}

/** The offer may be needed again, or may have changed, since it was read. */
async function withdrawIfNeedless(tx: Db, deps: Deps, seen: DisplacedVisitRow): Promise<void> {
  const [now] = await statesToStay(tx, deps, [seen]);
  if (now?.state !== 'stays') return;
  const { offerId, appointmentId, patientId, visitStart } = now.row;
  const offer = offerId ? await offerWithId(tx, offerId) : await lastOfferFor(tx, appointmentId);
  const isOver = offer?.state === 'withdrawn';
  if (!offer || !(isOver || isUnsettled(offer.state))) return;
  if (!isOver && !(await withdrawIn(tx, deps, systemActor, offer))) return;
  if (visitStart) await notify(tx, staysMessage(patientId, offer, visitStart));
}
