import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { Cache } from '#server/engine/live/cache.ts';
import { currentHours, type VersionedHours } from '#server/features/locations/hours-queries.ts';
import { lockBranches } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { lockPeople } from '#server/features/users/queries.ts';
import type { DisplacedRow, DisruptionHead } from '#shared/contract/disruptions.ts';
import { minutesOf, splitLocal } from '#shared/domain/clinic-time.ts';
import {
  type CauseKind,
  cannotTakePlace,
  causeKind,
  type DisplacedCause,
  displacedState,
  isActPossible,
  isStillDisplaced,
} from '#shared/domain/displaced-state.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { isCancelledStatus, isOpen } from '#shared/domain/visits/appointment-status.ts';
import { isHoldActive, offerState } from '#shared/domain/visits/offer-state.ts';
import {
  type DisplacedRecord,
  type DisruptionRow,
  findDisplacedByIds,
  findDisplacements,
} from './queries.ts';

type StateDeps = Pick<Deps, 'cache' | 'db' | 'now'>;

/** The hours of every branch of these appointments, by branch. */
async function loadHoursByBranch(deps: StateDeps, rows: readonly DisplacedRecord[]) {
  const ids = new Set(rows.flatMap(({ visitLocationId }) => visitLocationId ?? []));
  const hours = new Map<number, VersionedHours | undefined>();
  for (const id of ids) hours.set(id, await currentHours(deps, id));
  return hours;
}

/** Day and minutes of the appointment; null if it was deleted. */
function findWindow({ visitStart, minutes }: DisplacedRecord) {
  if (visitStart === null || minutes === null) return null;
  const { date, time } = splitLocal(visitStart);
  const from = minutesOf(time);
  return { date, from, to: from + minutes };
}

/** The doctor is the only reason: with another doctor the appointment counts as moved. */
const isByDoctor = (cause: DisplacedCause): boolean => cause === 'absence' || cause === 'departure';

const isOfferHeld = ({ offerHolds, heldUntil }: DisplacedRecord, now: Date): boolean =>
  offerHolds !== null && heldUntil !== null && isHoldActive({ holds: offerHolds, heldUntil }, now);

function computeState(row: DisplacedRecord, hours: VersionedHours | undefined, now: Date) {
  const { visitStatus: status, visitStart, visitLocationId, reached } = row;
  const visit = status !== null && {
    isOpen: isOpen(status),
    isCancelled: isCancelledStatus(status),
    isUnmoved:
      visitStart === row.localStart &&
      visitLocationId === row.locationId &&
      (row.visitDoctorId === row.doctorId || !row.causes.every(isByDoctor)),
    isAsOffered: visitStart === row.offeredStart && visitLocationId === row.offeredLocationId,
    isDisplaced: cannotTakePlace(row, hours, findWindow(row)),
  };
  const offer = row.offerState === null ? null : { state: row.offerState, isKept: isOfferHeld(row, now) };
  return displacedState({ visit: visit || null, offer, reached, called: row.calledAt !== null });
}

/** Rows with the current facts about each. */
export async function addCurrentStates(deps: StateDeps, rows: readonly DisplacedRecord[]) {
  const hours = await loadHoursByBranch(deps, rows);
  return rows.map((row) => ({
    row,
    ...computeState(row, hours.get(row.visitLocationId ?? 0), deps.now()),
  }));
}

/** Appointments among these that cannot take place, each once, so their patients are not expected. */
export async function findStillDisplaced(
  deps: StateDeps,
  visits: Parameters<typeof findDisplacements>[1],
): Promise<number[]> {
  const rows = await addCurrentStates(deps, await findDisplacements(deps.db, visits));
  const ids = rows.flatMap(({ row, state }) =>
    row.appointmentId !== null && isStillDisplaced(state) ? [row.appointmentId] : [],
  );
  // An appointment may be in the lists of several disruptions.
  return [...new Set(ids)];
}

/**
 * Appointments among these that a change will newly displace; call it before the change. An appointment stays
 * displaced until every cause is over: a second departure, second new hours or an absence do not displace it
 * again. An appointment without a room may be in the list of a branch that got fewer rooms and was booked by
 * doctors in one save.
 */
export async function excludeAlreadyDisplaced(
  tx: Db,
  deps: StateDeps,
  kind: CauseKind,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await addCurrentStates(
    { ...deps, db: tx, cache: new Cache() },
    await findDisplacements(tx, ids),
  );
  const before = rows.filter(
    ({ row, state }) =>
      isStillDisplaced(state) &&
      (kind === 'absence' ||
        (kind === 'rooms' && row.isBeyondRooms) ||
        row.causes.some((cause) => causeKind[cause] === kind)) &&
      (!row.isOfAbsence || row.absenceId !== null),
  );
  const known = new Set(before.map(({ row }) => row.appointmentId));
  return ids.filter((id) => !known.has(id));
}

/**
 * The same, and locks these appointments, the hours of their branches and the absences until the transaction
 * ends.
 */
export async function lockAndComputeStates(tx: Db, deps: Deps, rows: readonly DisplacedRecord[]) {
  if (rows.length === 0) return [];
  await lockPeople(
    tx,
    rows.map(({ patientId }) => patientId),
  );
  const read = () =>
    findDisplacedByIds(
      tx,
      rows.map(({ id }) => id),
    );
  const branches = (await read()).flatMap(({ visitLocationId }) => visitLocationId ?? []);
  if (branches.length > 0) await lockBranches(tx, branches);
  // The cache may be older than the locks.
  return addCurrentStates({ ...deps, db: tx, cache: new Cache() }, await read());
}
export type RowWithState = Awaited<ReturnType<typeof addCurrentStates>>[number];

/** A row whose appointment exists: a deleted appointment has no service and no length. */
export type RowWithAppointment = DisplacedRecord & {
  readonly appointmentId: number;
  readonly serviceId: number;
  readonly minutes: number;
};
const hasAppointment = (row: DisplacedRecord): row is RowWithAppointment =>
  row.appointmentId !== null && row.serviceId !== null && row.minutes !== null;

/** The appointment still cannot take place, and no time is held for its patient. */
export const canBeOffered = <One extends Pick<RowWithState, 'row' | 'state'>>(
  one: One,
): one is One & { row: RowWithAppointment } =>
  isActPossible('offer', one.state) && !one.row.offerHolds && hasAppointment(one.row);

const presentTime = (localStart: string, locationId: number, doctorId: number | null) => {
  const { date, time } = splitLocal(localStart);
  return { locationId, appointmentDate: date, appointmentTime: time, doctorId };
};

/** The patient ended the offer, not the desk or the deadline. */
const isOfferAnswered = ({ offerState: state }: DisplacedRecord): boolean =>
  state !== null && offerState(state).answer !== null;

/** Displaced appointments as the API shows them. */
export async function presentDisplacedRows(
  deps: Pick<Deps, 'cache' | 'config' | 'db' | 'now'>,
  rows: readonly RowWithState[],
): Promise<DisplacedRow[]> {
  const { prefix } = await currentSettings(deps);
  return rows.map(({ row, state, why }) => ({
    id: row.id,
    appointmentId: row.appointmentId,
    reference: row.appointmentId === null ? null : referenceCode(prefix, row.appointmentId),
    patient: {
      id: row.patientId,
      name: row.patientName,
      phone: row.patientPhone && formatPhone(row.patientPhone),
      reach: row.patientReach,
    },
    was: presentTime(row.localStart, row.locationId, row.doctorId),
    visit:
      row.visitStart && row.visitLocationId
        ? presentTime(row.visitStart, row.visitLocationId, row.visitDoctorId)
        : null,
    state,
    why,
    offer:
      row.offeredStart && row.offeredLocationId && row.heldUntil
        ? {
            ...presentTime(row.offeredStart, row.offeredLocationId, row.offeredDoctorId),
            heldUntil: row.heldUntil.toISOString(),
            isKept: isOfferHeld(row, deps.now()),
            answeredAt: isOfferAnswered(row) ? (row.answeredAt?.toISOString() ?? null) : null,
          }
        : null,
    remindedAt: row.remindedAt?.toISOString() ?? null,
    calledAt: row.calledAt?.toISOString() ?? null,
    calledBy: row.calledBy,
    said: row.said,
    triedAt: row.triedAt?.toISOString() ?? null,
  }));
}

export function presentDisruptionHead(row: DisruptionRow, rows: readonly RowWithState[]): DisruptionHead {
  const { localFrom, localTo, createdAt, ...same } = row;
  const [from, to] = [splitLocal(localFrom), splitLocal(localTo)];
  const counts: DisruptionHead['counts'] = {};
  for (const { state } of rows.filter((one) => one.row.disruptionId === row.id))
    counts[state] = (counts[state] ?? 0) + 1;
  return {
    ...same,
    startDate: from.date,
    startTime: from.time,
    endDate: to.date,
    endTime: to.time,
    createdAt: createdAt.toISOString(),
    counts,
  };
}
