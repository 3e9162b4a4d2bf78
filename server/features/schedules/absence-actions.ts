import type { Deps } from '#server/deps.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { toReply } from '#server/engine/db/fields.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { findAppointmentsByIds } from '#server/features/appointments/queries.ts';
import { openDisruption, withdrawUnneededOffersAfterSave } from '#server/features/disruptions/actions.ts';
import { maxPreviewed, reassignDoctorWishes } from '#server/features/disruptions/departure-actions.ts';
import { countUnservableWishes } from '#server/features/disruptions/departure-queries.ts';
import { proposeTimes } from '#server/features/disruptions/proposal-queries.ts';
import { excludeAlreadyDisplaced } from '#server/features/disruptions/state-queries.ts';
import { type LocalRange } from '#server/features/doctors/absent-doctor-queries.ts';
import { currentDoctors, findActiveDoctor } from '#server/features/doctors/queries.ts';
import { raiseAllHoursVersions } from '#server/features/locations/queries.ts';
import { endImpossibleOffers } from '#server/features/offers/impossible-actions.ts';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import { type Doctor, doctorNameSchema } from '#shared/contract/doctors.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { Absence, createAbsence, previewAbsence } from '#shared/contract/schedules.ts';
import {
  dayClock,
  dayEdge,
  dayEnd,
  daysBetween,
  localDateTime,
  timeOfMinutes,
} from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import {
  absenceWithId,
  deleteAbsence,
  insertAbsence,
  listOffersInAbsence,
  listVisitsInAbsence,
  presentAbsence,
} from './absence-queries.ts';

/** Maximum length of an absence. */
const longestDays = 366;

type Input = Body<typeof previewAbsence>;

/** Validates the range: in the future, in order, not too long. */
function parseAbsenceRange(deps: Deps, { startDate, startTime, endDate, endTime }: Input): LocalRange {
  const wrong = (field: string, key: string, params = {}) =>
    new Refusal('malformed', { fields: { [field]: key }, params });
  const days = daysBetween(startDate, endDate);
  if (days < 0) throw wrong('endDate', 'validation.dateOrder');
  if (days > longestDays) throw wrong('endDate', 'validation.dateRangeLong', { n: longestDays });
  const from = localDateTime(startDate, startTime ?? timeOfMinutes(dayEdge));
  const to = localDateTime(endDate, endTime ?? timeOfMinutes(dayEnd));
  if (to <= from) throw wrong('endTime', 'validation.timeOrder');
  if (to <= localNow(dayClock(deps.now())))
    throw new Refusal('in_the_past', { fields: { endDate: 'error.inThePast' } });
  return { from, to };
}

/** A doctor enters her own absences, an admin those of every doctor. */
async function resolveAbsenceRange(
  deps: Deps,
  viewer: Viewer,
  input: Input,
): Promise<LocalRange & { userId: number }> {
  if (viewer.role !== 'admin' && input.userId !== viewer.id) throw new Refusal('foreign_user');
  const { id: userId } = await findActiveDoctor(deps, input.userId, 'userId');
  return { userId, ...parseAbsenceRange(deps, input) };
}

/** Appointments that an absence would displace, each with other times. Nothing is saved. */
export async function previewAbsenceFor(deps: Deps, viewer: Viewer, input: Input): Promise<DisplacedVisits> {
  const stretch = await resolveAbsenceRange(deps, viewer, input);
  const clock = dayClock(deps.now());
  const ids = await excludeAlreadyDisplaced(
    deps.db,
    deps,
    'absence',
    await listVisitsInAbsence(deps.db, stretch, clock, viewer),
  );
  const rows = await findAppointmentsByIds(deps.db, viewer, ids.slice(0, maxPreviewed));
  const { userId: doctorId, from, to } = stretch;
  const visits = await proposeTimes(deps, viewer, rows, { away: { doctorId, from, to } });
  const offers = (await listOffersInAbsence(deps.db, stretch)).length;
  const wishes = await countUnservableWishes(deps.db, doctorId, { butIn: stretch }, clock);
  return { count: ids.length, visits, offers, wishes };
}

/** The history records who and when, never why. */
function toAbsenceImage(
  doctors: readonly Doctor[],
  { userId, reason: _reason, id: _id, disruptionId: _disruption, ...when }: Absence,
) {
  const doctor = doctors.find(({ id }) => id === userId);
  return { doctorId: userId, doctor: doctor ? toReply(doctorNameSchema, doctor) : null, ...when };
}

/**
 * Saves a doctor's absence. Her appointments stay unchanged; bookings that were computed before are rejected
 * and retried, at every branch.
 */
export async function saveAbsence(
  deps: Deps,
  viewer: Viewer,
  { reason = '', ...input }: Body<typeof createAbsence>,
): Promise<Absence> {
  const stretch = await resolveAbsenceRange(deps, viewer, input);
  const doctors = await currentDoctors(deps);
  return inTransaction(deps.db, async (tx) => {
    await raiseAllHoursVersions(tx);
    const clock = dayClock(deps.now());
    const ids = await listVisitsInAbsence(tx, stretch, clock);
    const displaced = await excludeAlreadyDisplaced(tx, deps, 'absence', ids);
    const row = await insertAbsence(tx, { ...stretch, reason, createdBy: viewer.id });
    const disruptionId = await openDisruption(
      tx,
      viewer,
      { doctorId: stretch.userId, absenceId: row.id, localFrom: stretch.from, localTo: stretch.to },
      displaced.map((id) => ({ id, causes: ['absence'] })),
    );
    const told = await reassignDoctorWishes(tx, deps, viewer, {
      doctorId: stretch.userId,
      kept: { butIn: stretch },
    });
    await endImpossibleOffers(tx, deps, viewer, await listOffersInAbsence(tx, stretch), new Set(told));
    const absence = presentAbsence({ ...row, disruptionId });
    const after = toAbsenceImage(doctors, absence);
    await recordEvent(tx, viewer, { action: 'created', subject: 'absences', subjectId: absence.id, after });
    return absence;
  });
}

/** Ends an absence: an appointment that was not moved can take place again and needs no other time. */
export async function removeAbsence(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  const doctors = await currentDoctors(deps);
  await inTransaction(deps.db, async (tx) => {
    const row = await absenceWithId(tx, viewer, id);
    if (!row) throw new Refusal('not_found');
    await raiseAllHoursVersions(tx);
    await deleteAbsence(tx, id);
    const before = toAbsenceImage(doctors, presentAbsence(row));
    await recordEvent(tx, viewer, { action: 'deleted', subject: 'absences', subjectId: id, before });
  });
  await withdrawUnneededOffersAfterSave(deps);
}
