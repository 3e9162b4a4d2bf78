import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { type Booking, bookInTransaction, prepareBooking } from '#server/features/appointments/actions.ts';
import { lockPatientByAppointment } from '#server/features/appointments/booking-queries.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { findAppointment, presentAppointment } from '#server/features/appointments/queries.ts';
import { findNotifiedChannels } from '#server/features/appointments/record-actions.ts';
import {
  OutdatedRefusal,
  retryWithFreshHours,
  toRefusal,
} from '#server/features/appointments/refusal-actions.ts';
import { checkStart } from '#server/features/appointments/requested-time-actions.ts';
import { currentDoctors } from '#server/features/doctors/queries.ts';
import { findMessageReader, redactAppointmentFor } from '#server/features/families/family-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import type * as api from '#shared/contract/staff-appointments.ts';
import { addDays, daysBetween, localDateTime } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import {
  findNextStart,
  listTimelyChannels,
  oldStartParams,
} from '#shared/domain/messages/timely-channels.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { Refusal } from '#shared/errors.ts';
import { formatRefused, type RefusedVisit, type SeriesKind, seriesMessage } from './messages.ts';
import { findVisitToFollow } from './plan-queries.ts';
import {
  insertSeries,
  listLaterOpenVisits,
  listSeriesVisits,
  type SeriesRow,
  saveRefused,
  seriesWithKey,
} from './queries.ts';

type FollowUpRequest = Body<typeof api.bookFollowUps>;

/** All or none was requested, and one was rejected: everything is rolled back. */
class SeriesRejected extends Error {
  readonly refused: readonly RefusedVisit[];
  constructor(refused: readonly RefusedVisit[]) {
    super('none of them');
    this.refused = refused;
  }
}

/** Books one of several in a savepoint: a rejected one is rolled back, the others stay. */
async function trySavepoint<T>(tx: Db, act: (step: Db) => Promise<T>): Promise<T | Refusal> {
  try {
    return await tx.transaction((step) => act(step as Db));
  } catch (error) {
    const refusal = toRefusal(error);
    if (!(refusal instanceof Refusal) || refusal instanceof OutdatedRefusal) throw error;
    return refusal;
  }
}

/**
 * Sends a patient one message about several appointments. The first one of the reply shows staff where the
 * message went. `oldStart`: of the first one before they were moved.
 */
async function notifyOfSeries(
  tx: Db,
  deps: Deps,
  viewer: Viewer,
  occasion: SeriesKind,
  visits: readonly Appointment[],
  oldStart: string | null = null,
): Promise<Appointment[]> {
  const [first, ...others] = visits;
  const within = { ...deps, db: tx };
  const places = await currentLocations(within);
  const place = places.find(({ id }) => id === first?.locationId);
  const person = first && (await findMessageReader(tx, first.userId));
  if (!first) return [];
  const now = deps.now();
  const newStart = localDateTime(first.appointmentDate, first.appointmentTime);
  const expected = findNextStart(now, [newStart, oldStart]);
  if (place && person) {
    const message = seriesMessage(occasion, person.locale, [first, ...others], place, places);
    const old = expected === null || expected === newStart ? {} : oldStartParams(expected);
    await notifyPerson(tx, { ...message, params: { ...message.params, ...old } });
  }
  if (!isStaff(viewer.role)) return [...visits];
  const settings = await currentSettings(within);
  return [{ ...first, notified: listTimelyChannels(person, settings, { now, start: expected }) }, ...others];
}

const isSameRequest = (kept: SeriesRow['asked'], asked: SeriesRow['asked']): boolean =>
  kept.after === asked.after &&
  kept.serviceId === asked.serviceId &&
  kept.together === asked.together &&
  JSON.stringify(kept.visits.map(({ date, time }) => [date, time])) ===
    JSON.stringify(asked.visits.map(({ date, time }) => [date, time]));

interface SeriesResult {
  booked: Appointment[];
  refused: readonly RefusedVisit[];
}

/**
 * The first answer to this idempotency key, with the appointments and the patient's channels as they are now.
 */
async function findEarlierResult(
  deps: Deps,
  viewer: Viewer,
  key: string,
  asked: SeriesRow['asked'],
): Promise<SeriesResult | undefined> {
  const kept = await seriesWithKey(deps.db, viewer.id, key);
  if (!kept) return undefined;
  if (!isSameRequest(kept.asked, asked)) throw new Refusal('idempotency_key_reused');
  const settings = await currentSettings(deps);
  const booked: Appointment[] = [];
  for (const id of await listSeriesVisits(deps.db, kept.id)) {
    const row = await findAppointment(deps.db, viewer, id);
    if (row) booked.push(presentAppointment(row, settings.prefix));
  }
  const [first] = booked;
  if (first && isStaff(viewer.role)) {
    booked[0] = { ...first, notified: await findNotifiedChannels(deps, first, settings) };
  }
  const refused = kept.refused.map(({ date, time, code }) => ({
    date,
    time,
    because: new Refusal(code as Refusal['code']),
  }));
  return { booked, refused };
}

/**
 * Books appointments after another one, for its patient at its branch, in one transaction: with `together`
 * all or none, else those that are possible. The patient gets one message. A repeated idempotency key gets
 * the first answer.
 */
export async function bookFollowUpsAfter(
  deps: Deps,
  viewer: Viewer,
  id: number,
  wish: FollowUpRequest,
  { key, lang }: { key: string | null; lang: Lang },
): Promise<Reply<typeof api.bookFollowUps>> {
  const origin = await findVisitToFollow(deps, viewer, id);
  // The doctor stays the same while active.
  const works = (await currentDoctors(deps)).some((doctor) => doctor.id === origin.doctorId);
  const doctorId = works ? origin.doctorId : null;
  const wishes = [...wish.visits].sort((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`));
  const { booked, refused } = await retryWithFreshHours(deps, async () => {
    const bookings: Booking[] = [];
    for (const { date, time } of wishes) {
      const input = {
        userId: origin.userId,
        locationId: origin.locationId,
        service: wish.service ?? origin.serviceId,
        doctorId,
        appointmentDate: date,
        appointmentTime: time,
      };
      bookings.push({ ...(await prepareBooking(deps, viewer, input, null)), quiet: wishes.length > 1 });
    }
    const serviceId = bookings[0]?.serviceId ?? origin.serviceId;
    const asked = { after: id, serviceId, together: wish.together, visits: wishes };
    const answered = key === null ? undefined : await findEarlierResult(deps, viewer, key, asked);
    if (answered) return answered;
    try {
      return await inTransaction(deps.db, (tx) => bookSeries(tx, deps, viewer, { asked, key, bookings }));
    } catch (error) {
      if (error instanceof SeriesRejected) return { booked: [], refused: error.refused };
      throw error;
    }
  });
  return { booked, refused: formatRefused(lang, refused) };
}

async function bookSeries(
  tx: Db,
  deps: Deps,
  viewer: Viewer,
  { asked, key, bookings }: { asked: SeriesRow['asked']; key: string | null; bookings: readonly Booking[] },
): Promise<SeriesResult> {
  const seriesId = await insertSeries(tx, {
    createdBy: viewer.id,
    idempotencyKey: key,
    asked,
    createdAt: deps.now(),
  });
  // The same request came twice at once: the retry finds the other one's answer.
  if (seriesId === undefined) throw new OutdatedRefusal('unavailable', { retryAfter: 1 });
  const booked: Appointment[] = [];
  const refused: RefusedVisit[] = [];
  for (const [i, booking] of bookings.entries()) {
    const { date = '', time = '' } = asked.visits[i] ?? {};
    const { minutes, overbook } = booking;
    const made = await trySavepoint(tx, async (step) => {
      checkStart(deps, viewer, booking.branch, { date, time, minutes, overbook });
      return bookInTransaction(step, deps, { ...booking, seriesId });
    });
    if (made instanceof Refusal) refused.push({ date, time, because: made });
    else booked.push(made);
  }
  if (booked.length === 0 || (asked.together && refused.length > 0)) throw new SeriesRejected(refused);
  const kept = refused.map(({ date, time, because }) => ({ date, time, code: because.code }));
  if (kept.length > 0) await saveRefused(tx, seriesId, kept);
  if (bookings.length === 1) return { booked, refused };
  return { booked: await notifyOfSeries(tx, deps, viewer, 'seriesBooked', booked), refused };
}

type FollowingChange = Body<typeof api.changeFollowing>;

/** Texts of the message: times that a patient chose and that are not confirmed yet are only held. */
function seriesMessageKind(
  viewer: Viewer,
  { status }: FollowingChange,
  changed: readonly Appointment[],
): SeriesKind {
  if (status) return 'seriesCancelled';
  const isHeld = !isStaff(viewer.role) && changed.some((visit) => visit.status === 'pending');
  return isHeld ? 'seriesMovedByPatient' : 'seriesMoved';
}

/**
 * Moves or cancels an appointment of a series and the later upcoming ones: all or none. They keep their
 * distances in days and get the new time and branch. The patient gets one message. A patient may do so with
 * her own, each by the rules of her changes; the branch is told of each.
 */
export async function changeRestOfSeries(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { status, reason, version, ...to }: FollowingChange,
  lang: Lang,
): Promise<Appointment[]> {
  const moves = Object.values(to).some((value) => value !== undefined);
  if (moves === (status !== undefined)) throw new Refusal('malformed');
  const { prefix } = await currentSettings(deps);
  try {
    return await inTransaction(deps.db, async (tx) => {
      const inTx = { ...deps, db: tx };
      // Concurrent changes of these appointments wait for this lock or are visible here.
      await lockPatientByAppointment(tx, id);
      const row = await findVisitToFollow(inTx, viewer, id);
      const first = presentAppointment(row, prefix);
      if (version !== undefined && version !== first.version)
        throw new Refusal('stale', { current: redactAppointmentFor(viewer, first) });
      if (!isOpen(first.status)) throw new Refusal('not_movable');
      const later = row.seriesId === null ? [] : await listLaterOpenVisits(tx, row.seriesId, row);
      const days = to.appointmentDate ? daysBetween(first.appointmentDate, to.appointmentDate) : 0;
      // If they move later, the last one goes first to make room.
      const ids = days < 0 ? [id, ...later] : [...later.toReversed(), id];
      const changed: Appointment[] = [];
      const refused: RefusedVisit[] = [];
      for (const one of ids) {
        const current = presentAppointment(await findVisitToFollow(inTx, viewer, one), prefix);
        const date = addDays(current.appointmentDate, days);
        const time = to.appointmentTime ?? current.appointmentTime;
        const change = {
          ...(status
            ? { status }
            : { appointmentDate: date, appointmentTime: time, locationId: to.locationId }),
          appendNote: reason,
          ...(version !== undefined && { version: current.version }),
        };
        const made = await trySavepoint(tx, (step) =>
          changeAppointment({ ...deps, db: step }, viewer, one, change, { quiet: later.length > 0 }),
        );
        if (made instanceof Refusal) refused.push({ date, time, because: made });
        else changed.push(made);
      }
      if (refused.length > 0) throw new SeriesRejected(refused);
      changed.sort((a, b) => a.appointmentDate.localeCompare(b.appointmentDate));
      if (later.length === 0) return changed;
      const kind = seriesMessageKind(viewer, { status }, changed);
      return notifyOfSeries(tx, deps, viewer, kind, changed, row.localStart);
    });
  } catch (error) {
    if (!(error instanceof SeriesRejected)) throw toRefusal(error);
    throw new Refusal('series_conflict', { current: formatRefused(lang, error.refused) });
  }
}
