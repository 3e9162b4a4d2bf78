import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { systemActor } from '#server/engine/events/queries.ts';
import { lockPatientOf } from '#server/features/appointments/booking-queries.ts';
import { localNow } from '#server/features/appointments/calendar/day-queries.ts';
import { appointmentsWithIds } from '#server/features/appointments/queries.ts';
import { Outdated, withFreshHours } from '#server/features/appointments/refusal-actions.ts';
import { branchFor } from '#server/features/appointments/wanted-time-actions.ts';
import { keepTime } from '#server/features/offers/actions.ts';
import { dayClock, localDateTime, splitLocal, wallToInstant } from '#shared/domain/clinic-time.ts';
import { answerBy } from '#shared/domain/nearest-times.ts';
import { Refusal } from '#shared/errors.ts';
import { withProposals } from './proposal-queries.ts';
import {
  askedTogether,
  claimWanted,
  type DisplacedVisitRow,
  displacedWithId,
  noteOffer,
  nothingWanted,
  updateDisplaced,
  wantedOffers,
} from './queries.ts';
import { canBeOffered, withStates } from './state-queries.ts';
import { tellDisplaced } from './tell-actions.ts';

interface Time {
  locationId: number;
  localStart: string;
  doctorId: number | null;
}

const wantedOf = ({ wantedLocationId, wantedStart, wantedDoctorId }: DisplacedVisitRow): Time | null =>
  wantedLocationId !== null && wantedStart !== null
    ? { locationId: wantedLocationId, localStart: wantedStart, doctorId: wantedDoctorId }
    : null;

/** Somebody has the time by now: the next best there is. */
async function instead(
  deps: Deps,
  { appointmentId, wantedLocationId }: DisplacedVisitRow,
): Promise<Time | null> {
  const everywhere = { id: 0, role: 'admin' } as const;
  const rows = await appointmentsWithIds(deps.db, everywhere, appointmentId === null ? [] : [appointmentId]);
  const [visit] = await withProposals(deps, {}, rows);
  const here = visit?.proposals.filter(
    ({ kind, locationId }) => kind !== 'branch' || locationId === wantedLocationId,
  );
  const [found] = here ?? [];
  if (!found) return null;
  const { locationId, appointmentDate, appointmentTime, doctorId } = found;
  return { locationId, localStart: localDateTime(appointmentDate, appointmentTime), doctorId };
}

/** Keeps the time and tells her, all or nothing. False: somebody has it. */
function keep(deps: Deps, row: DisplacedVisitRow, time: Time): Promise<boolean> {
  return withFreshHours(deps, async () => {
    const branch = await branchFor(deps, time.locationId);
    return inTransaction(deps.db, async (tx) => {
      if (!(await claimWanted(tx, row.id))) return true;
      // Whoever changes her visit meanwhile waits for this, or is seen here; so is who offered it before.
      await lockPatientOf(tx, row.appointmentId ?? 0, time.locationId);
      const current = await displacedWithId(tx, row.id);
      const isSame = current?.visitStart === row.visitStart && current.visitStatus === row.visitStatus;
      if (!isSame || current.offerId !== row.offerId) {
        await updateDisplaced(tx, [row.id], nothingWanted);
        return true;
      }
      const now = deps.now();
      const by = splitLocal(answerBy(localNow(dayClock(now)), row.localStart, time.localStart));
      const { doctorId, ...at } = time;
      const offer = {
        ...at,
        patientId: row.patientId,
        serviceId: row.serviceId ?? 0,
        doctors: doctorId === null ? null : [doctorId],
        minutes: row.minutes ?? 0,
        reason: 'displaced' as const,
        heldUntil: wallToInstant(by.date, by.time),
        appointmentId: row.appointmentId,
        createdBy: row.wantedBy,
        wishId: null,
      };
      const made = await keepTime(tx, deps, systemActor, offer, branch.hours.version);
      if (!made) return false;
      const together = await askedTogether(tx, row.id);
      const batch = `${row.wantedBy}:${row.wantedAt?.getTime()}`;
      const reached = await tellDisplaced(tx, deps, made, { together, batch });
      await noteOffer(tx, row, made.id, reached);
      return true;
    });
  });
}

const none = (deps: Deps, row: DisplacedVisitRow): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    if (await claimWanted(tx, row.id)) await noteOffer(tx, row, null, false);
  });

/** Tries so often to find her another time when somebody is always quicker. */
const attempts = 3;

async function offerOne(deps: Deps, id: number): Promise<void> {
  const row = await displacedWithId(deps.db, id);
  const [one] = row ? await withStates(deps, [row]) : [];
  if (!row || !one) return;
  // She has answered by another way, or has an offer by now, or it takes place after all.
  if (!canBeOffered(one)) return updateDisplaced(deps.db, [id], nothingWanted);
  let time = wantedOf(row);
  for (let attempt = 0; time && attempt < attempts; attempt++) {
    const kept = await keep(deps, row, time).catch(whyNot);
    if (kept !== false) return;
    time = await instead(deps, row);
  }
  await none(deps, row);
}

/** False: this time cannot be kept. Undefined: others were quicker again and again; it stays wanted. */
function whyNot(error: unknown): false | undefined {
  if (!(error instanceof Refusal)) throw error;
  return error instanceof Outdated ? undefined : false;
}

const atOnce = 500;

/**
 * Offers what was asked to be offered, each in a transaction of its own: whoever dies in between leaves the
 * rest to whoever comes next, and nobody is told twice.
 */
export async function offerWanted(deps: Deps): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  for (;;) {
    const wanted = await wantedOffers(deps.db, atOnce);
    // What another process is at just now is its own; what nobody comes to is the next round's.
    if (wanted.length === 0 || wanted.length >= left) return;
    left = wanted.length;
    for (const { id } of wanted) await offerOne(deps, id);
  }
}
