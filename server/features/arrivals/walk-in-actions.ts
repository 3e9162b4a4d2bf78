import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { canReadSubject } from '#server/engine/http/viewers.ts';
import { bookInTransaction, prepareBooking } from '#server/features/appointments/actions.ts';
import { findBookingByKey } from '#server/features/appointments/booking-queries.ts';
import { retryWithFreshHours } from '#server/features/appointments/refusal-actions.ts';
import { checkStart, findBookableService } from '#server/features/appointments/requested-time-actions.ts';
import { currentServices } from '#server/features/services/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { checkBranch } from '#server/features/users/branch-queries.ts';
import { findPatientsByPhones, isNumberKnown } from '#server/features/users/duplicate-queries.ts';
import { insertUser, toStoredPhone } from '#server/features/users/queries.ts';
import type { Card, walkIn } from '#shared/contract/arrivals.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import { dayClock, dayEnd, skippedAfter, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { languageOfName } from '#shared/domain/messages/contact-channels.ts';
import { isSkipped } from '#shared/domain/visits/slots.ts';
import { Refusal } from '#shared/errors.ts';
import { issueTicket, resolveArrival, saveArrival } from './queries.ts';
import { loadCard, recordStage } from './stage-actions.ts';
import { findPatientByNameAndPhone, isPatientNamed } from './walk-in-patient-queries.ts';

type WalkInInput = Body<typeof walkIn>;

/**
 * The patient of a walk-in: a known one, the one with this name and known mobile, or a new one. A mobile of
 * other patients is rejected first; `current` names them.
 */
async function findOrCreatePatient(
  tx: Db,
  deps: Deps,
  viewer: Viewer,
  { userId, name, phone, another }: WalkInInput,
): Promise<number> {
  if (userId !== undefined) return userId;
  if (!name) throw new Refusal('malformed', { fields: { name: 'validation.required' } });
  const kept = toStoredPhone(phone, 'phone');
  const known = kept === null ? undefined : await findPatientByNameAndPhone(tx, viewer, name, kept);
  if (known !== undefined) return known;
  const family = kept === null || another ? [] : await findPatientsByPhones(tx, viewer, [kept]);
  const mayRead = canReadSubject(viewer, 'patients');
  if (kept !== null && family.length > 0)
    throw new Refusal('phone_known', {
      current: family.map((person) => {
        const shown = { id: person.id, numberKnown: isNumberKnown(person, kept) };
        return mayRead ? { ...shown, name: person.name } : shown;
      }),
    });
  const id = await insertUser(tx, {
    role: 'patient',
    name,
    phone: kept,
    locale: languageOfName(name, viewer.lang),
    createdBy: viewer.id,
    createdAt: deps.now(),
  });
  if (id === null) throw new Refusal('unknown_patient');
  await recordEvent(tx, viewer, {
    action: 'user_created',
    subject: 'users',
    subjectId: id,
    patientId: id,
    after: { role: 'patient' },
  });
  return id;
}

/** The first answer to this idempotency key. A key that was used for another request is rejected. */
async function replayWalkIn(
  deps: Deps,
  viewer: Viewer,
  { locationId, serviceId, userId, name, phone }: WalkInInput,
  key: string | null,
): Promise<Card | undefined> {
  const kept = key === null ? undefined : await findBookingByKey(deps.db, viewer.id, key);
  if (!kept) return undefined;
  const { made } = kept;
  const { prefix } = await currentSettings(deps);
  const card = await loadCard(deps.db, viewer, kept.id, prefix);
  const isSame =
    card.walkIn &&
    made !== null &&
    made.locationId === locationId &&
    (serviceId === undefined || made.serviceId === serviceId) &&
    (userId === undefined
      ? await isPatientNamed(deps.db, Number(made.userId), name ?? '', toStoredPhone(phone, 'phone'))
      : made.userId === userId);
  if (!isSame) throw new Refusal('idempotency_key_reused');
  return card;
}

/** The service if none is given: the clinic's first. */
async function defaultServiceId(deps: Deps, asked: number | undefined): Promise<number> {
  if (asked !== undefined) return asked;
  const [first] = await currentServices(deps);
  if (!first) throw new Refusal('unknown_service', { fields: { serviceId: 'error.unknownService' } });
  return first.id;
}

/**
 * The start of a walk-in: in the last minutes of the clinic's day, or before a skipped hour of the clock, so
 * early that it still ends in the day.
 */
function computeWalkInStart(date: string, now: number, duration: number): number {
  const start = Math.min(now, dayEnd - duration);
  const skipped = skippedAfter(date);
  return skipped && isSkipped({ skipped }, start, duration) ? skipped.from - duration : start;
}

/**
 * Makes an overbooked appointment without a room for now, and a waiting ticket, in one transaction. A
 * repeated idempotency key gets the first answer.
 */
export async function addWalkIn(
  deps: Deps,
  viewer: Viewer,
  input: WalkInInput,
  key: string | null,
): Promise<Card> {
  checkBranch(viewer, input.locationId);
  const { prefix } = await currentSettings(deps);
  const service = await defaultServiceId(deps, input.serviceId);
  return retryWithFreshHours(deps, async () => {
    const made = await replayWalkIn(deps, viewer, input, key);
    if (made) return made;
    const { date, minutes } = dayClock(deps.now());
    const { durationMinutes } = await findBookableService(deps, service);
    const time = timeOfMinutes(computeWalkInStart(date, minutes, durationMinutes));
    const wish = {
      userId: input.userId ?? 0,
      locationId: input.locationId,
      service,
      appointmentDate: date,
      appointmentTime: time,
      overbook: true,
    };
    const booking = await prepareBooking(deps, viewer, wish, key);
    checkStart(deps, viewer, booking.branch, { date, time, minutes: booking.minutes, overbook: true });
    return inTransaction(deps.db, async (tx) => {
      const patientId = await findOrCreatePatient(tx, deps, viewer, input);
      // The patient is at the desk, so she gets no message.
      const { id } = await bookInTransaction(tx, deps, { ...booking, patientId, quiet: true });
      const ticket = await issueTicket(tx, input.locationId, date);
      const fresh = resolveArrival(undefined, input.locationId, date);
      await saveArrival(tx, id, { ...fresh, ticket, walkIn: true, arrivedAt: deps.now() });
      const card = await loadCard(tx, viewer, id, prefix);
      await recordStage(tx, viewer, 'arrived', { before: null, after: card });
      return card;
    });
  });
}
