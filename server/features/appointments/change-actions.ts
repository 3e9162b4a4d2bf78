import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import {
  checkDoctorWish,
  findCandidateDoctors,
  resolveChangedWish,
  resolveCurrentWish,
} from '#server/features/doctors/doctor-wish-queries.ts';
import { redactAppointmentFor } from '#server/features/families/family-queries.ts';
import { findOpenLocation, lockBranch } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type * as api from '#shared/contract/appointments.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { clinicTime, dayClock, localDateTime, minutesOf } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import {
  appendNote,
  findAddedText,
  notesLimit,
  statusNotes,
  withoutStatusLine,
} from '#shared/domain/visits/appointment-notes.ts';
import {
  type AppointmentStatus,
  holdsSlot,
  isOpen,
  isTooEarly,
} from '#shared/domain/visits/appointment-status.ts';
import type { DoctorWish } from '#shared/domain/visits/doctor-times.ts';
import { Refusal } from '#shared/errors.ts';
import { lockPatientByAppointment } from './booking-queries.ts';
import { placeAppointment, updateAppointment } from './placement-queries.ts';
import { findAppointment, presentAppointment } from './queries.ts';
import { recordAppointmentChange } from './record-actions.ts';
import { OutdatedRefusal, retryWithFreshHours } from './refusal-actions.ts';
import {
  type BookingBranch,
  checkEnd,
  checkPatientMayChange,
  checkReopening,
  checkStart,
  findBookableService,
  loadBookingBranch,
  statusAfterMove,
} from './requested-time-actions.ts';

export type ChangeInput = Body<typeof api.changeAppointment>;

export interface ChangeOptions {
  /** Records the change but sends no message to the patient. */
  quiet?: boolean | undefined;
  /** The patient accepts an offer: she may move after the cut-off, and the held time is confirmed. */
  offered?: 'kept' | 'another';
  /** The doctor of the offer, if any: allowed whatever the duties and the branch's rules are now. */
  keptDoctor?: number | null;
  /** The length of the held time, also if the appointment has another length now. */
  keptMinutes?: number | null;
  /** The patient deletes her account: she may cancel at any time. */
  afterCutoff?: boolean;
  /** No member of staff chose this offer: an appointment that needs a confirming call still needs it. */
  byItself?: boolean;
  /** One of several appointments that staff change at once: listeners may refuse it. */
  ofList?: boolean;
}

/** The new state of an appointment beside the old one, with the branch if it needs one. */
interface ChangePlan {
  status: AppointmentStatus;
  waitsForCall: boolean;
  notes: string;
  date: string;
  time: string;
  locationId: number;
  serviceId: number;
  minutes: number;
  overbook: boolean;
  doctorWish: DoctorWish;
  /** The doctor, if no room has to be found. */
  doctorId: number | null;
  /** The only room that is allowed; null: any. */
  room: number | null;
  /** Candidate doctors if a room has to be found; null: no doctor. */
  doctors: readonly number[] | null;
  /** Another day, time or branch. */
  moves: boolean;
  /**
   * A room has to be found: the appointment moves, gets another length or doctor, or was cancelled and is
   * reopened.
   */
  branch: BookingBranch | null;
}

/** The new notes. An admin's text replaces the old one; text of anybody else is appended. */
function mergeNotes(
  viewer: Viewer,
  { current, notes }: { current: Appointment; notes: string },
  input: ChangeInput,
  newStatus: boolean,
  at: Date,
): string {
  const sent = input.notes ?? '';
  const typed = newStatus && input.status ? withoutStatusLine(sent, input.status) : sent;
  const addition = findAddedText(current.notes, typed);
  const onlyStatus = typed !== sent && addition === '';
  if (viewer.role === 'admin') return onlyStatus ? notes : sent;
  return addition === '' ? notes : appendNote(notes, addition, viewer, at);
}

function computeNewNotes(
  viewer: Viewer,
  current: Appointment,
  input: ChangeInput,
  newStatus: boolean,
  at: Date,
): string {
  let { notes } = current;
  if (newStatus && input.status) {
    const told = statusNotes(notes, input.status, viewer, at);
    // Full notes do not prevent a status change: the history records the change as well.
    if (told.length <= notesLimit) notes = told;
  }
  if (input.notes !== undefined) notes = mergeNotes(viewer, { current, notes }, input, newStatus, at);
  if (input.appendNote !== undefined) notes = appendNote(notes, input.appendNote, viewer, at);
  if (notes.length > notesLimit)
    throw new Refusal('malformed', { fields: { notes: 'validation.textTooLong' } });
  return notes;
}

/** The requested date, time and branch; values that the request omits stay. */
function resolveRequestedTime(
  current: Appointment,
  { appointmentDate, appointmentTime, locationId }: ChangeInput,
) {
  const wanted = {
    ...clinicTime(appointmentDate ?? current.appointmentDate, appointmentTime ?? current.appointmentTime),
    locationId: locationId ?? current.locationId,
  };
  const sameTime = wanted.date === current.appointmentDate && wanted.time === current.appointmentTime;
  return { ...wanted, moves: !sameTime || wanted.locationId !== current.locationId };
}

/** The requested service with its length; null if it stays. A service that is no longer offered may stay. */
async function resolveRequestedService(deps: Deps, current: Appointment, asked: string | number | undefined) {
  if (asked === undefined || String(asked) === String(current.serviceId) || asked === current.service)
    return null;
  return findBookableService(deps, asked);
}

type PlannedTime = Pick<ChangePlan, 'date' | 'time' | 'locationId' | 'minutes' | 'overbook' | 'moves'>;

interface PlacementOptions extends Pick<ChangeOptions, 'keptDoctor'> {
  staff: boolean;
  otherTime: boolean;
  holds: boolean;
}

/** The doctor, the candidate doctors, and the branch if a room or a doctor has to be found. */
async function planDoctor(
  deps: Deps,
  current: Appointment,
  input: ChangeInput,
  times: PlannedTime,
  { staff, otherTime, holds, keptDoctor = null }: PlacementOptions,
): Promise<Pick<ChangePlan, 'doctorWish' | 'doctorId' | 'doctors' | 'branch'>> {
  const { doctorId, doctorWish } = current;
  const asked = await resolveChangedWish(deps, current, input);
  if (!asked && !otherTime) return { doctorWish, doctorId, doctors: null, branch: null };
  const branch = await loadBookingBranch(deps, times.locationId);
  if (asked && keptDoctor === null) checkDoctorWish(asked, branch, staff);
  const wish = asked ?? (await resolveCurrentWish(deps, current));
  const keeps = times.moves || asked ? keptDoctor : doctorId;
  const candidates = await findCandidateDoctors(deps, wish, branch, { ...times, keeps }, staff);
  const placesAnew = otherTime || (holds && (wish.doctor !== null || branch.location.bookedBy === 'doctor'));
  return {
    doctorWish: wish.doctorWish,
    doctorId: wish.doctor?.id ?? null,
    doctors: candidates && candidates.map(({ id }) => id),
    branch: placesAnew ? branch : null,
  };
}

async function planChange(
  deps: Deps,
  viewer: Viewer,
  current: Appointment,
  input: ChangeInput,
  options: ChangeOptions,
): Promise<ChangePlan> {
  const staff = isStaff(viewer.role);
  const wanted = resolveRequestedTime(current, input);
  const asked = input.status ?? current.status;
  const { status, waitsForCall } =
    wanted.moves && !staff
      ? await statusAfterMove(deps, viewer, current, wanted.locationId, options)
      : { status: asked, waitsForCall: current.waitsForCall };
  const service = await resolveRequestedService(deps, current, input.service);
  const minutes = options.keptMinutes ?? service?.durationMinutes ?? current.durationMinutes;
  // An overbooked appointment stays without a room until it gets another time.
  const overbook = input.overbook ?? (!wanted.moves && current.overbooked);
  const revived = holdsSlot(status) && !holdsSlot(current.status);
  const otherRoom = input.room !== undefined && input.room !== current.room;
  const holds = holdsSlot(status) && !overbook;
  const otherLength = minutes !== current.durationMinutes || overbook !== current.overbooked;
  const otherTime = wanted.moves || revived || otherRoom || otherLength;
  const times = { ...wanted, minutes, overbook };
  return {
    ...times,
    ...(await planDoctor(deps, current, input, times, { ...options, staff, otherTime, holds })),
    status,
    waitsForCall,
    notes: staff
      ? computeNewNotes(viewer, current, input, asked !== current.status, deps.now())
      : current.notes,
    serviceId: service?.id ?? current.serviceId,
    room: input.room ?? null,
  };
}

const isPlanUnchanged = (current: Appointment, plan: ChangePlan): boolean =>
  plan.branch === null &&
  plan.doctorId === current.doctorId &&
  plan.doctorWish === current.doctorWish &&
  plan.status === current.status &&
  plan.notes === current.notes &&
  plan.serviceId === current.serviceId;

function checkPlan(
  deps: Deps,
  viewer: Viewer,
  current: Appointment,
  plan: ChangePlan,
  {
    cutoffHours,
    offered,
    overbooks,
  }: Pick<ClinicSettings, 'cutoffHours'> & ChangeOptions & { overbooks: boolean },
): void {
  if (!isStaff(viewer.role)) checkPatientMayChange(current, { cutoffHours }, deps.now());
  const { date, time, minutes, overbook } = plan;
  if (minutes > current.durationMinutes) checkEnd(minutesOf(time), minutes);
  const said = { appointmentDate: date, appointmentTime: time };
  // Whether the patient has checked in is only read where it matters: by the listener of arrivals.
  if (plan.status !== current.status && isTooEarly(plan.status, said, dayClock(deps.now()), true))
    throw new Refusal('visit_to_come');
  if (plan.moves && plan.branch) {
    if (!isOpen(plan.status)) throw new Refusal('not_movable');
    if (offered !== 'kept') checkStart(deps, viewer, plan.branch, { date, time, minutes, overbook });
  } else if (plan.branch && isOpen(plan.status) && !holdsSlot(current.status) && !overbooks) {
    checkReopening(deps, plan.branch, plan);
  }
  if (plan.doctors?.length === 0 && holdsSlot(plan.status)) throw new Refusal('doctor_away');
}

/** The appointment or the branch's hours changed after they were read. */
const outdatedRefusal = (): Refusal => new OutdatedRefusal('unavailable', { retryAfter: 1 });

async function saveChangePlan(
  tx: Db,
  deps: Deps,
  { id, version }: Appointment,
  plan: ChangePlan,
): Promise<void> {
  const { status, waitsForCall, notes, doctorId, doctorWish, date, time, locationId, ...rest } = plan;
  const { minutes, serviceId, overbook, room, doctors } = rest;
  const change = { id, version, status, waitsForCall, notes, doctorId, doctorWish, now: deps.now() };
  if (!plan.branch) {
    if (!(await updateAppointment(tx, change, serviceId))) throw outdatedRefusal();
    return;
  }
  const locked = await lockBranch(tx, locationId);
  if (!locked) throw new Refusal('unknown_location');
  if (locked.hoursVersion !== plan.branch.hours.version) throw outdatedRefusal();
  const placed = await placeAppointment(tx, change, {
    locationId,
    localStart: localDateTime(date, time),
    minutes,
    serviceId,
    overbook,
    room,
    doctors,
  });
  if (!placed) throw new Refusal('slot_taken');
}

/**
 * Whether a check-in forbids this change. For staff: only if the request has the version that they saw; the
 * board sends none. For patients: unless the change answers an offer or deletes the account.
 */
const isLimitedByCheckIn = (
  viewer: Viewer,
  { version }: ChangeInput,
  { offered, afterCutoff }: ChangeOptions,
): boolean => (isStaff(viewer.role) ? version !== undefined : !offered && !afterCutoff);

async function attemptChange(
  deps: Deps,
  viewer: Viewer,
  id: number,
  input: ChangeInput,
  options: ChangeOptions,
): Promise<Appointment> {
  const settings = await currentSettings(deps);
  const read = async (db: Db): Promise<Appointment> => {
    const row = await findAppointment(db, viewer, id);
    if (!row) throw new Refusal('not_found');
    return presentAppointment(row, settings.prefix);
  };
  const before = await read(deps.db);
  if (input.version !== undefined && input.version !== before.version)
    throw new Refusal('stale', { current: redactAppointmentFor(viewer, before) });
  const plan = await planChange(deps, viewer, before, input, options);
  if (isPlanUnchanged(before, plan)) return before;
  const cutoffHours = options.offered || options.afterCutoff ? 0 : settings.cutoffHours;
  const overbooks = input.overbook === true;
  checkPlan(deps, viewer, before, plan, { ...options, cutoffHours, overbooks });
  const place = await findOpenLocation(deps, plan.locationId);
  return inTransaction(
    deps.db,
    async (tx) => {
      const patient = await lockPatientByAppointment(tx, id, plan.locationId);
      if (!patient) throw new Refusal('not_found');
      const current = await read(tx);
      if (current.version !== before.version || current.userId !== patient.id) throw outdatedRefusal();
      if (plan.status !== current.status || plan.moves)
        for (const { beforeChange } of deps.registries.appointmentListeners)
          await beforeChange?.(tx, viewer, current, {
            status: plan.status,
            appointmentDate: plan.date,
            appointmentTime: plan.time,
            locationId: plan.locationId,
            ofList: options.ofList ?? false,
            beforeCheckIn: isLimitedByCheckIn(viewer, input, options),
            prefix: settings.prefix,
            now: deps.now(),
          });
      await saveChangePlan(tx, deps, current, plan);
      const after = await read(tx);
      const { quiet = false } = options;
      const happened = { patient, place, before, after, quiet, settings };
      const notified = await recordAppointmentChange(tx, deps, viewer, happened);
      return notified ? { ...after, notified } : after;
    },
    { retryRoom: true },
  );
}

/**
 * Changes an appointment. A patient may cancel or move her own; staff change status, notes, time, branch and
 * service. A request with an old `version` is rejected (`stale`).
 */
export async function changeAppointment(
  deps: Deps,
  viewer: Viewer,
  id: number,
  input: ChangeInput,
  options: ChangeOptions = {},
): Promise<Appointment> {
  return retryWithFreshHours(deps, () => attemptChange(deps, viewer, id, input, options));
}
