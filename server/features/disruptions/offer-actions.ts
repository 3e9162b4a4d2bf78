import type { Deps } from '#server/deps.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { systemActor } from '#server/engine/events/queries.ts';
import { systemViewer } from '#server/engine/http/viewers.ts';
import { findAppointmentsByIds } from '#server/features/appointments/queries.ts';
import { OutdatedRefusal, retryWithFreshHours } from '#server/features/appointments/refusal-actions.ts';
import { loadBookingBranch } from '#server/features/appointments/requested-time-actions.ts';
import { holdTimes } from '#server/features/offers/actions.ts';
import type { NewOffer } from '#server/features/offers/queries.ts';
import { lockPeople } from '#server/features/users/queries.ts';
import { dayClock, localDateTime, splitLocal, storedTimeToInstant } from '#shared/domain/clinic-time.ts';
import { findAnswerDeadline } from '#shared/domain/nearest-times.ts';
import { Refusal } from '#shared/errors.ts';
import { notifyDisplacedPatients } from './notify-actions.ts';
import { proposeTimes } from './proposal-queries.ts';
import { type DisplacedRecord, findDisplacedByIds, updateDisplaced } from './queries.ts';
import {
  claimRequests,
  clearedRequest,
  listRequestedOffers,
  listSameRequest,
  saveOfferResults,
} from './requested-offer-queries.ts';
import {
  addCurrentStates,
  canBeOffered,
  lockAndComputeStates,
  type RowWithAppointment,
} from './state-queries.ts';

interface OfferTime {
  locationId: number;
  localStart: string;
  doctorId: number | null;
}

interface RequestedRow {
  readonly row: RowWithAppointment;
  readonly time: OfferTime;
}

const requestedTimeOf = ({
  wantedLocationId,
  wantedStart,
  wantedDoctorId,
}: DisplacedRecord): OfferTime | null =>
  wantedLocationId !== null && wantedStart !== null
    ? { locationId: wantedLocationId, localStart: wantedStart, doctorId: wantedDoctorId }
    : null;

/**
 * Finds the next best times, one for each patient, after the requested ones were taken: at her own branch and
 * the requested one.
 */
async function findAlternativeTimes(
  deps: Deps,
  rows: readonly RowWithAppointment[],
): Promise<RequestedRow[]> {
  const ids = rows.map(({ appointmentId }) => appointmentId);
  const displaced = await findAppointmentsByIds(deps.db, systemViewer, ids);
  const branches = new Map(rows.map((row) => [row.appointmentId, row.wantedLocationId]));
  const visits = await proposeTimes(deps, {}, displaced, {}, branches);
  return rows.flatMap((row): RequestedRow[] => {
    const [found] = visits.find(({ visit }) => visit.id === row.appointmentId)?.proposals ?? [];
    if (!found) return [];
    const { locationId, appointmentDate, appointmentTime, doctorId } = found;
    return [
      { row, time: { locationId, localStart: localDateTime(appointmentDate, appointmentTime), doctorId } },
    ];
  });
}

/** The appointment or its offer has changed since it was read. */
const hasChangedSince = (seen: DisplacedRecord, now: DisplacedRecord): boolean =>
  now.visitStart !== seen.visitStart || now.visitStatus !== seen.visitStatus || now.offerId !== seen.offerId;

function createNewOffer(deps: Deps, { row, time }: RequestedRow): NewOffer {
  const by = splitLocal(findAnswerDeadline(localNow(dayClock(deps.now())), row.localStart, time.localStart));
  const { doctorId, ...at } = time;
  return {
    ...at,
    patientId: row.patientId,
    serviceId: row.serviceId,
    doctors: doctorId === null ? null : [doctorId],
    minutes: row.minutes,
    reason: 'displaced' as const,
    heldUntil: storedTimeToInstant(by.date, by.time),
    appointmentId: row.appointmentId,
    createdBy: row.wantedBy,
    wishId: null,
  };
}

/**
 * Holds times of one branch, requested together, and enqueues the messages, in one transaction. Returns those
 * whose time was taken.
 */
function holdRequestedTimes(
  deps: Deps,
  locationId: number,
  wished: readonly RequestedRow[],
): Promise<readonly RequestedRow[]> {
  return retryWithFreshHours(deps, async () => {
    const branch = await loadBookingBranch(deps, locationId);
    return inTransaction(deps.db, async (tx) => {
      const claimed = await claimRequests(
        tx,
        wished.map(({ row }) => row),
      );
      const ours = wished.filter(({ row }) => claimed.includes(row));
      const [first] = ours;
      if (!first) return [];
      // Concurrent changes of the appointment, and earlier offers for it, wait for this lock or are visible
      // here.
      await lockPeople(
        tx,
        ours.map(({ row }) => row.patientId),
      );
      const ids = claimed.map(({ id }) => id);
      const current = new Map((await findDisplacedByIds(tx, ids)).map((row) => [row.id, row]));
      // A patient who was merged meanwhile gets the offer under her new id in the next round.
      const hers = ours.filter(({ row }) => current.get(row.id)?.patientId === row.patientId);
      const isOther = ({ row }: RequestedRow) => hasChangedSince(row, current.get(row.id) ?? row);
      const others = hers.filter(isOther).map(({ row }) => row.id);
      if (others.length > 0) await updateDisplaced(tx, others, clearedRequest);
      const same = hers.filter((one) => !isOther(one));
      if (same.length === 0) return [];
      const asked = await listSameRequest(tx, first.row.id);
      const at = { locationId, hoursVersion: branch.hours.version };
      const offers = same.map((one) => createNewOffer(deps, one));
      const made = await holdTimes(tx, deps, systemActor, offers, at);
      const kept = same.flatMap(({ row }, i) => {
        const offer = made[i];
        return offer ? [{ row, offer }] : [];
      });
      const { wantedBy, wantedAt } = first.row;
      const offered = kept.map(({ offer }) => offer);
      const heard = await notifyDisplacedPatients(tx, deps, offered, {
        together: asked,
        batch: `${wantedBy}:${wantedAt?.getTime()}`,
      });
      await saveOfferResults(
        tx,
        kept.map(({ row, offer }) => ({ id: row.id, offerId: offer.id, reached: heard.has(offer) })),
      );
      return same.filter((_, i) => !made[i]);
    });
  });
}

const saveWithoutOffer = (deps: Deps, rows: readonly DisplacedRecord[]): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const ours = await claimRequests(tx, rows);
    await saveOfferResults(
      tx,
      ours.map(({ id }) => ({ id, offerId: null, reached: false })),
    );
  });

/** Number of attempts to find another time if it was always taken meanwhile. */
const attempts = 3;
/** Number of offers per transaction, because bookings at that branch wait for it. */
const offersPerTransaction = 12;

/** Offers requested together at one branch, in batches. */
function groupIntoBatches(wished: readonly RequestedRow[]): RequestedRow[][] {
  const parts = new Map<string, RequestedRow[]>();
  for (const one of wished) {
    const { wantedAt, wantedBy } = one.row;
    const press = `${wantedAt?.getTime()} ${wantedBy} ${one.time.locationId}`;
    parts.set(press, [...(parts.get(press) ?? []), one]);
  }
  return [...parts.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / offersPerTransaction) }, (_, i) =>
      all.slice(i * offersPerTransaction, (i + 1) * offersPerTransaction),
    ),
  );
}

/**
 * Splits appointments: those that were answered otherwise, have an offer by now or can take place after all;
 * and the others.
 */
const clearUnneededRequests = (deps: Deps, rows: readonly DisplacedRecord[]): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const states = await lockAndComputeStates(tx, deps, await claimRequests(tx, rows));
    const past = states.filter((one) => !canBeOffered(one)).map(({ row }) => row.id);
    if (past.length > 0) await updateDisplaced(tx, past, clearedRequest);
  });

async function makeOffersFor(deps: Deps, ids: readonly number[]): Promise<void> {
  const states = await addCurrentStates(deps, await findDisplacedByIds(deps.db, ids));
  const past = states.filter((one) => !canBeOffered(one)).map(({ row }) => row);
  if (past.length > 0) await clearUnneededRequests(deps, past);
  const wanted = states.filter(canBeOffered).map(({ row }) => row);
  const lost = wanted.filter((row) => requestedTimeOf(row) === null);
  let wished = wanted.flatMap((row): RequestedRow[] => {
    const time = requestedTimeOf(row);
    return time ? [{ row, time }] : [];
  });
  for (let attempt = 0; wished.length > 0 && attempt < attempts; attempt++) {
    const taken: RequestedRow[] = [];
    for (const part of groupIntoBatches(wished)) {
      const { locationId } = part[0]?.time ?? { locationId: 0 };
      taken.push(
        ...(await holdRequestedTimes(deps, locationId, part).catch((error) => handleHoldError(error, part))),
      );
    }
    const rows = taken.map(({ row }) => row);
    wished = rows.length > 0 ? await findAlternativeTimes(deps, rows) : [];
    lost.push(...rows.filter((row) => !wished.some((one) => one.row === row)));
  }
  const still = [...lost, ...wished.map(({ row }) => row)];
  if (still.length > 0) await saveWithoutOffer(deps, still);
}

/** No requested time can be held: those that were always taken by others stay requested. */
function handleHoldError(error: unknown, part: readonly RequestedRow[]): readonly RequestedRow[] {
  if (!(error instanceof Refusal)) throw error;
  return error instanceof OutdatedRefusal ? [] : part;
}

const maxRequestsPerRound = 500;

/**
 * Makes the requested offers, several per transaction. After a crash, another process makes the rest, and
 * nobody is notified twice.
 */
export async function makeRequestedOffers(deps: Deps): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  for (;;) {
    const wanted = await listRequestedOffers(deps.db, maxRequestsPerRound);
    // Skips rows that another process has locked; the next round handles what is left.
    if (wanted.length === 0 || wanted.length >= left) return;
    left = wanted.length;
    await makeOffersFor(
      deps,
      wanted.map(({ id }) => id),
    );
  }
}
