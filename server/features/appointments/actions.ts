import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { toReply } from '#server/engine/db/fields.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { patientIdsOf } from '#server/engine/http/viewers.ts';
import {
  checkDoctorWish,
  findCandidateDoctors,
  resolveDoctorWish,
} from '#server/features/doctors/doctor-wish-queries.ts';
import { isHeldForPatient } from '#server/features/held-times/held-time-queries.ts';
import { lockPeople } from '#server/features/users/queries.ts';
import type * as api from '#shared/contract/appointments.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import { type Doctor, doctorNameSchema } from '#shared/contract/doctors.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { Service } from '#shared/contract/services.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { addMinutes, localDateTime, splitLocal } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import {
  adminNotes,
  doctorNotes,
  programNotes,
  websiteNotes,
} from '#shared/domain/visits/appointment-notes.ts';
import { statusOfBooking } from '#shared/domain/visits/appointment-status.ts';
import { maxOpenUnconfirmed } from '#shared/domain/visits/booking-rules.ts';
import { Refusal } from '#shared/errors.ts';
import {
  bookingInsertStatement,
  findBookingByKey,
  type InsertedAppointment,
  lockPatient,
  type NewBooking,
  type Patient,
} from './booking-queries.ts';
import { needsConfirmingCall } from './no-show-queries.ts';
import { findAppointment, presentAppointment } from './queries.ts';
import { createAppointmentWrites, findNotifiedChannels } from './record-actions.ts';
import { writeEventAndMessages } from './record-queries.ts';
import { explainBookingFailure, retryWithFreshHours } from './refusal-actions.ts';
import {
  type BookingBranch,
  checkBookingOpen,
  checkStart,
  findBookableService,
  loadBookingBranch,
  type RequestedTime,
} from './requested-time-actions.ts';

export type BookingInput = Body<typeof api.createAppointment>;

function initialNotesFor(viewer: Viewer, given: string | null | undefined, at: Date): string {
  if (viewer.role === 'patient') return websiteNotes;
  if (given) return given;
  if (viewer.key) return programNotes(viewer.name);
  return viewer.role === 'admin' ? adminNotes : doctorNotes(viewer, at);
}

const idempotentFields = [
  'userId',
  'locationId',
  'serviceId',
  'appointmentDate',
  'appointmentTime',
  'overbooked',
];
const serializeComparedFields = ({
  doctorWish = 'any',
  doctorId,
  ...image
}: Record<string, unknown>): string =>
  JSON.stringify([
    ...idempotentFields.map((field) => image[field]),
    doctorWish === 'named' ? doctorId : doctorWish,
  ]);

export interface Booking extends NewBooking {
  /** Records no message: the caller sends one message for several bookings. */
  quiet?: boolean;
  /** The clinic offered this time, so the limit of upcoming visits does not apply. */
  offered?: boolean;
  viewer: Viewer;
  branch: BookingBranch;
  service: Service;
  /** The doctor that the request names. */
  doctor: Doctor | null;
  /** Doctors that the statement may choose from; null: no doctor. */
  candidates: readonly Doctor[] | null;
}

function presentNewBooking(
  { branch, service, doctor, ...booking }: Booking,
  patient: Pick<Patient, 'name' | 'username' | 'phone' | 'reach' | 'unreachable'>,
  { id, room, version }: Pick<InsertedAppointment, 'id' | 'room' | 'version'>,
) {
  const row = {
    id,
    room,
    version,
    userId: booking.patientId,
    patientName: patient.name,
    patientUsername: patient.username,
    patientPhone: patient.phone,
    patientReach: patient.reach,
    patientUnreachable: patient.unreachable,
    locationId: branch.location.id,
    locationName: branch.location.name,
    localStart: booking.localStart,
    localEnd: addMinutes(booking.localStart, booking.minutes),
    service: service.name,
    serviceId: booking.serviceId,
    doctorId: doctor && doctor.id,
    doctorWish: booking.doctorWish,
    doctorName: doctor && doctor.name,
    doctorNameAr: doctor && doctor.nameAr,
    doctorTitle: doctor && doctor.title,
    doctorTitleAr: doctor && doctor.titleAr,
    status: booking.status,
    notes: booking.notes,
    seriesId: booking.seriesId,
    waitsForCall: booking.waitsForCall,
    createdAt: booking.now,
    updatedAt: booking.now,
  };
  return presentAppointment(row, branch.settings.prefix);
}

/** The appointment as the history records it; the database fills in the room. */
const newAppointmentKeys = (id: number, { overbook }: Booking) => ({
  id,
  room: overbook ? null : 1,
  version: 1,
});

/**
 * The first answer to this idempotency key, for staff with the channels that reach the patient now. A key
 * that was used for another booking is rejected.
 */
export async function replayBookingReply(deps: Deps, booking: Booking): Promise<Appointment | undefined> {
  const { viewer, idempotencyKey, branch } = booking;
  const kept =
    idempotencyKey === null ? undefined : await findBookingByKey(deps.db, viewer.id, idempotencyKey);
  if (!kept) return undefined;
  const row = await findAppointment(deps.db, viewer, kept.id);
  const asked = presentNewBooking(
    booking,
    { name: '', username: null, phone: null, reach: null, unreachable: false },
    newAppointmentKeys(kept.id, booking),
  );
  if (!row || !kept.made || serializeComparedFields(kept.made) !== serializeComparedFields({ ...asked }))
    throw new Refusal('idempotency_key_reused');
  const visit = presentAppointment(row, branch.settings.prefix);
  if (!isStaff(viewer.role)) return visit;
  return { ...visit, notified: await findNotifiedChannels(deps, visit, branch.settings) };
}

/**
 * Maximum number of upcoming visits. An account without a confirmed e-mail or phone gets fewer, because
 * anybody can create one; null: the clinic sets no limit.
 */
function maxUpcomingFor({ confirmed }: Patient, settings: ClinicSettings): number | null {
  const { maxOpenPerPatient } = settings;
  if (confirmed || maxOpenPerPatient === null) return maxOpenPerPatient;
  return Math.min(maxOpenUnconfirmed, maxOpenPerPatient);
}

/** An offered time is confirmed at once and does not count against the limit of upcoming visits. */
async function computeBookingTerms(
  tx: Db,
  deps: Deps,
  wish: Booking,
  { patient, booker }: { patient: Patient; booker: Patient | null | undefined },
): Promise<Pick<Booking, 'status' | 'limit'>> {
  const isKept = patient.isOffered && (await isHeldForPatient(tx, wish, deps.now()));
  const isFree = isStaff(wish.viewer.role) || wish.offered || isKept;
  return {
    status: isKept && !wish.waitsForCall ? 'confirmed' : wish.status,
    limit: isFree ? null : maxUpcomingFor(booker ?? patient, wish.branch.settings),
  };
}

/** Settles an open offer that this booking answers. */
async function notifyBookingListeners(
  tx: Db,
  deps: Deps,
  viewer: Viewer,
  { id, isOffered }: Patient,
): Promise<void> {
  if (!isOffered) return;
  for (const { afterOfferedBooking } of deps.registries.appointmentListeners)
    await afterOfferedBooking?.(tx, { viewer, patientId: id, now: deps.now() });
}

/**
 * Books in the open transaction and enqueues the messages. One statement locks the patient's row and reads
 * the recipients, one inserts the appointment with its event and messages.
 */
export async function bookInTransaction(tx: Db, deps: Deps, wish: Booking): Promise<Appointment> {
  const { viewer, branch, candidates } = wish;
  if (candidates?.length === 0) throw new Refusal('doctor_away');
  // A guardian counts against the limit too. Both rows are locked, always in the same order.
  const forAnother = !isStaff(viewer.role) && viewer.id !== wish.patientId;
  if (forAnother) await lockPeople(tx, [viewer.id, wish.patientId]);
  const booker = forAnother ? await lockPatient(tx, viewer, viewer.id, null) : null;
  const patient = await lockPatient(tx, viewer, wish.patientId, branch.location.id);
  if (!patient) throw new Refusal('unknown_patient', { fields: { userId: 'error.unknownPatient' } });
  // An API key acts as an admin, but nobody is at the desk or on the phone.
  if (patient.withdrew && (viewer.key || !isStaff(viewer.role))) throw new Refusal('consent_withdrawn');
  const booking = { ...wish, ...(await computeBookingTerms(tx, deps, wish, { patient, booker })) };
  const visit = presentNewBooking(booking, patient, newAppointmentKeys(patient.newVisit, booking));
  const happened = {
    patient,
    place: branch.location,
    before: null,
    after: visit,
    quiet: wish.quiet === true,
    candidates: candidates ?? [],
    settings: branch.settings,
  };
  const trace = createAppointmentWrites(deps, viewer, visit, happened);
  const booked = await writeEventAndMessages(tx, bookingInsertStatement(visit.id, booking), trace);
  if (!booked) throw await explainBookingFailure(tx, booking);
  await notifyBookingListeners(tx, deps, viewer, patient);
  const { room, doctorId } = booked;
  const given = candidates?.find(({ id }) => id === doctorId);
  const doctor = given ? toReply(doctorNameSchema, given) : null;
  return { ...visit, room, doctorId, doctor, ...(trace.notified && { notified: trace.notified }) };
}

interface OfferTerms {
  /** The doctor of the offer stays allowed, whatever the duties are now. */
  doctor?: number | null;
  /** The length of the held time, also if the service has another length now. */
  minutes?: number | null;
  /** Staff offered this time, so no confirming call is needed. */
  byClinic?: boolean;
}

/** What `book` needs to insert an appointment. */
export async function prepareBooking(
  deps: Deps,
  viewer: Viewer,
  input: BookingInput,
  idempotencyKey: string | null,
  { doctor: keptDoctor = null, minutes: keptMinutes = null, byClinic = false }: OfferTerms = {},
): Promise<Booking> {
  const branch = await loadBookingBranch(deps, input.locationId);
  const service = await findBookableService(deps, input.service);
  const wish = await resolveDoctorWish(deps, input);
  const staff = isStaff(viewer.role);
  checkDoctorWish(wish, branch, staff);
  const overbook = input.overbook === true;
  const localStart = localDateTime(input.appointmentDate, input.appointmentTime);
  const { date, time } = splitLocal(localStart);
  const minutes = keptMinutes ?? service.durationMinutes;
  const visit = { date, time, minutes, overbook, keeps: keptDoctor };
  const candidates = await findCandidateDoctors(deps, wish, branch, visit, staff);
  const now = deps.now();
  const calls = !staff && !byClinic && (await needsConfirmingCall(deps, input.userId));
  return {
    viewer,
    branch,
    service,
    ...wish,
    candidates,
    doctors: candidates && candidates.map(({ id }) => id),
    patientId: input.userId,
    locationId: input.locationId,
    serviceId: service.id,
    localStart,
    minutes,
    status: branch.location.autoConfirm && !calls ? 'confirmed' : statusOfBooking(viewer.role),
    waitsForCall: calls,
    notes: initialNotesFor(viewer, input.notes, now),
    createdBy: viewer.id,
    idempotencyKey,
    hoursVersion: branch.hours.version,
    overbook,
    seriesId: null,
    room: input.room ?? null,
    countedOf: isStaff(viewer.role) ? [input.userId] : patientIdsOf(viewer),
    limit: null,
    now,
  };
}

/** A patient may also book a time that an offer holds for her through the ordinary form. */
async function checkRequestedStart(deps: Deps, booking: Booking, wanted: RequestedTime): Promise<void> {
  try {
    checkStart(deps, booking.viewer, booking.branch, wanted);
  } catch (error) {
    const isHers = !isStaff(booking.viewer.role) && (await isHeldForPatient(deps.db, booking, deps.now()));
    if (!isHers) throw error;
  }
}

/**
 * Books an appointment. A patient's booking is pending, a booking by staff is confirmed. The exclusion
 * constraints of the database decide between simultaneous bookings of one time. A repeated idempotency key
 * gets the first answer again.
 */
export async function createAppointment(
  deps: Deps,
  viewer: Viewer,
  input: BookingInput,
  key: string | null,
): Promise<Appointment> {
  return retryWithFreshHours(deps, async () => {
    const booking = await prepareBooking(deps, viewer, input, key);
    const answered = await replayBookingReply(deps, booking);
    if (answered) return answered;
    if (!isStaff(viewer.role)) await checkBookingOpen(deps);
    const { minutes, overbook } = booking;
    const wanted = { ...splitLocal(booking.localStart), minutes, overbook };
    await checkRequestedStart(deps, booking, wanted);
    return inTransaction(deps.db, (tx) => bookInTransaction(tx, deps, booking));
  });
}
