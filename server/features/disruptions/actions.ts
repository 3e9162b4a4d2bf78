import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { callColumnValues } from '#server/features/calls/queries.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { withdrawOpenOffer } from '#server/features/offers/actions.ts';
import { findDoctorAfterMove } from '#server/features/offers/answer-actions.ts';
import { findLastDisplacedOffer, offerWithId } from '#server/features/offers/queries.ts';
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
import { type DisplacedAct, isActPossible } from '#shared/domain/displaced-state.ts';
import type { CallAct } from '#shared/domain/messages/calls.ts';
import { isUnsettled } from '#shared/domain/visits/offer-state.ts';
import { Refusal } from '#shared/errors.ts';
import { appointmentStaysMessage } from './messages.ts';
import {
  countDisruptions,
  type DisplacedRecord,
  type DisruptionPageFilter,
  findDisruption,
  insertDisruption,
  listDisplacedByDisruptions,
  listDisplacedToCall,
  listInformedDisplaced,
  listNewestDisruptions,
  listVisibleDisplacements,
  type NewDisplaced,
  type NewDisruption,
  recordDisplacedCall,
} from './queries.ts';
import { remindOfOffers } from './reminder-actions.ts';
import {
  falseIfRefused,
  type RequestedAction,
  type RequestedOfferTime,
  recordDisplacedAction,
  requestOffers,
} from './request-offer-actions.ts';
import {
  addCurrentStates,
  canBeOffered,
  lockAndComputeStates,
  presentDisplacedRows,
  presentDisruptionHead,
  type RowWithState,
} from './state-queries.ts';

/**
 * Records appointments that can no longer take place, and the cause, in the transaction of the change. The
 * caller leaves out appointments that are displaced already (`excludeAlreadyDisplaced`). Returns null if none is
 * left.
 */
export async function openDisruption(
  tx: Db,
  viewer: Viewer,
  cause: Pick<NewDisruption, 'cause' | 'localFrom' | 'localTo' | 'doctorId' | 'absenceId' | 'locationId'>,
  visits: readonly NewDisplaced[],
): Promise<number | null> {
  const id = await insertDisruption(tx, { ...cause, createdBy: viewer.id }, visits);
  if (id === undefined) return null;
  await recordEvent(tx, viewer, {
    action: 'created',
    subject: 'disruptions',
    subjectId: id,
    locationId: cause.locationId ?? null,
    after: { ...cause, visits: visits.length },
  });
  return id;
}

/** Disruptions with upcoming appointments whose patients have to be called. */
async function findDisruptionsToCall(deps: Deps, viewer: Viewer): Promise<number[]> {
  const rows = await addCurrentStates(deps, await listDisplacedToCall(deps.db, viewer, deps.now()));
  return [...new Set(rows.flatMap(({ row, state }) => (state === 'call' ? row.disruptionId : [])))];
}

interface DisruptionPageParams extends Pick<DisruptionPageFilter, 'before' | 'limit'> {
  which: 'call' | undefined;
  /** Counting stops here. */
  countTo: number;
}

/** The newest disruptions, with the number of appointments in each state, and the total. */
export async function loadDisruptionPage(
  deps: Deps,
  viewer: Viewer,
  { which, countTo, ...page }: DisruptionPageParams,
): Promise<{ heads: DisruptionHead[]; total: number }> {
  const among = which && (await findDisruptionsToCall(deps, viewer));
  const total = among ? among.length : await countDisruptions(deps.db, viewer, countTo);
  const heads = await listNewestDisruptions(deps.db, viewer, { ...page, among });
  const ids = heads.map(({ id }) => id);
  const rows = await addCurrentStates(deps, await listDisplacedByDisruptions(deps.db, viewer, ids));
  return { heads: heads.map((head) => presentDisruptionHead(head, rows)), total };
}

async function loadWithStates(deps: Deps, viewer: Viewer, id: number) {
  const head = await findDisruption(deps.db, viewer, id);
  if (!head) throw new Refusal('not_found');
  return {
    head,
    rows: await addCurrentStates(deps, await listDisplacedByDisruptions(deps.db, viewer, [id])),
  };
}

/** A disruption with all its displaced appointments. */
export async function loadDisruption(deps: Deps, viewer: Viewer, id: number): Promise<Disruption> {
  const { head, rows } = await loadWithStates(deps, viewer, id);
  return { ...presentDisruptionHead(head, rows), rows: await presentDisplacedRows(deps, rows) };
}

/** The appointment is still where it cannot take place, and no time is held for its patient. */
export const findOfferableAppointments = async (deps: Deps, viewer: Viewer, id: number): Promise<number[]> =>
  (await loadWithStates(deps, viewer, id)).rows.filter(canBeOffered).map(({ row }) => row.appointmentId);

type ActionInput = Body<typeof actOnDisplaced>;

/** Name of an action in the audit log; a move is recorded like every move. */
const eventNameByAct = {
  called: 'displaced_called',
  later: 'displaced_tried',
  uncalled: 'call_undone',
} as const satisfies Record<CallAct, AuditAction>;

/** The time held for the patient, else the given one. */
function chooseOfferedTime({ row }: RowWithState, time: RequestedOfferTime) {
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
async function moveDisplaced(
  deps: Deps,
  viewer: Viewer,
  one: RowWithState,
  said: RequestedOfferTime,
): Promise<Appointment | false> {
  const time = chooseOfferedTime(one, said);
  const { appointmentId, visitDoctorWish } = one.row;
  if (!time || appointmentId === null) return false;
  const { doctorId: keptDoctor, ...at } = time;
  const whom = findDoctorAfterMove(
    { doctorWish: visitDoctorWish ?? 'any', doctorId: one.row.visitDoctorId },
    keptDoctor,
  );
  return changeAppointment(deps, viewer, appointmentId, { ...at, ...whom }, { keptDoctor });
}

interface DisplacedAction {
  readonly said: ActionInput['said'];
  /** Time of the request. */
  readonly at: Date;
}

/** Records a call, or removes the record; false if another desk was first. */
const noteOne = (
  deps: Deps,
  viewer: Viewer,
  one: RowWithState,
  { act, said, at }: DisplacedAction & { act: CallAct },
): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const values = callColumnValues(act, { by: viewer, said, now: at });
    if (!(await recordDisplacedCall(tx, one.row.id, act, values))) return false;
    await recordDisplacedAction(tx, viewer, eventNameByAct[act], [one]);
    return true;
  });

/** Appointments for which the action was done; after a move also the channel of the message to the patient. */
type Done = ReadonlyMap<RowWithState, Appointment['notified']>;
type Run = (
  deps: Deps,
  viewer: Viewer,
  chosen: readonly RequestedAction[],
  act: DisplacedAction,
) => Promise<Done>;

const withoutNotified = (set: ReadonlySet<RowWithState>): Done =>
  new Map([...set].map((one) => [one, undefined]));
const runOffer: Run = async (deps, viewer, chosen, { at }) =>
  withoutNotified(await requestOffers(deps, viewer, chosen, at));
const runRemind: Run = async (deps, viewer, chosen) =>
  withoutNotified(
    await remindOfOffers(
      deps,
      viewer,
      chosen.map(({ one }) => one),
    ),
  );
const runMove: Run = async (deps, viewer, chosen) => {
  const done = new Map<RowWithState, Appointment['notified']>();
  for (const { one, time } of chosen) {
    const moved = await falseIfRefused(moveDisplaced(deps, viewer, one, time));
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
export async function actOnDisruption(
  deps: Deps,
  viewer: Viewer,
  id: number,
  input: ActionInput,
): Promise<Reply<typeof actOnDisplaced>> {
  const { rows } = await loadWithStates(deps, viewer, id);
  return actOnRows(deps, viewer, rows, input);
}

/** Offers the times that staff chose in the preview before they saved the hours, at every affected branch. */
export async function offerChosenTimes(
  deps: Deps,
  viewer: Viewer,
  visits: ActionInput['visits'],
): Promise<Reply<typeof offerDisplaced>> {
  const ids = visits.map(({ appointmentId }) => appointmentId);
  const rows = await addCurrentStates(deps, await listVisibleDisplacements(deps.db, viewer, ids));
  const outcome = await actOnRows(deps, viewer, rows, { act: 'offer', visits });
  const last = ids.flatMap((id) => rows.find(({ row }) => row.appointmentId === id)?.row.disruptionId ?? []);
  return { ...outcome, disruptionIds: [...new Set(last)] };
}

async function actOnRows(
  deps: Deps,
  viewer: Viewer,
  rows: readonly RowWithState[],
  { act, said, visits }: ActionInput,
): Promise<Reply<typeof actOnDisplaced>> {
  for (const { time } of visits) if (time) checkBranch(viewer, time.locationId);
  const find = (id: number) => rows.find(({ row }) => row.appointmentId === id);
  const at = deps.now();
  const chosen = visits.flatMap(({ appointmentId, time }): RequestedAction[] => {
    const one = find(appointmentId);
    return one && isActPossible(act, one.state) ? [{ one, time }] : [];
  });
  const done = await runs[act](deps, viewer, chosen, { said, at });
  const left = visits.flatMap(({ appointmentId }) => {
    const one = find(appointmentId);
    return one && done.has(one) ? [] : appointmentId;
  });
  return { done: visits.length - left.length, left, ...presentUnreached(done) };
}

/** Patients whom no message reaches; after a single move also the channel of its message. */
function presentUnreached(done: Done): Pick<Reply<typeof actOnDisplaced>, 'notified' | 'untold'> {
  const untold = new Map<number, string>();
  for (const [{ row }, notified] of done)
    if (notified?.length === 0) untold.set(row.patientId, row.patientName);
  if (untold.size > 0) return { untold: [...untold.values()] };
  const [notified] = done.values();
  return notified && done.size === 1 ? { notified } : {};
}

/** The patient keeps her old time: ends the offer and notifies her. */
export async function withdrawUnneededOffers(deps: Deps): Promise<void> {
  const rows = await addCurrentStates(deps, await listInformedDisplaced(deps.db, deps.now()));
  for (const { row, state } of rows)
    if (state === 'stays') await inTransaction(deps.db, (tx) => withdrawIfUnneeded(tx, deps, row));
}

/** The same after a change that is saved already: if it fails, the task `offers` repeats it within seconds. */
export async function withdrawUnneededOffersAfterSave(deps: Deps): Promise<void> {
  await withdrawUnneededOffers(deps).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'offers that are no longer needed are withdrawn later'),
  );
}

/** The offer may be needed again, or may have changed, since it was read. */
async function withdrawIfUnneeded(tx: Db, deps: Deps, seen: DisplacedRecord): Promise<void> {
  const [now] = await lockAndComputeStates(tx, deps, [seen]);
  if (now?.state !== 'stays') return;
  const { offerId, appointmentId, patientId, visitStart } = now.row;
  const offer = offerId ? await offerWithId(tx, offerId) : await findLastDisplacedOffer(tx, appointmentId);
  const isOver = offer?.state === 'withdrawn';
  if (!offer || !(isOver || isUnsettled(offer.state))) return;
  if (!isOver && !(await withdrawOpenOffer(tx, deps, systemActor, offer))) return;
  if (visitStart) await notifyPerson(tx, appointmentStaysMessage(patientId, offer, visitStart));
}
