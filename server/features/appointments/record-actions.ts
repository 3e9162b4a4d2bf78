import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { dropOutdated, insertMessages } from '#server/engine/delivery/queries.ts';
import type { NewEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { findMessageReader } from '#server/features/families/family-queries.ts';
import {
  createPersonalMessages,
  type PersonalMessage,
} from '#server/features/notifications/notify-actions.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Doctor } from '#shared/contract/doctors.ts';
import type { Location } from '#shared/contract/locations.ts';
import { type AuditAction, isAuditAction } from '#shared/domain/audit.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { dayClock, isLater, localDateTime } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { StaffKind } from '#shared/domain/message-kinds.ts';
import {
  findNextStart,
  listTimelyChannels,
  oldStartParams,
} from '#shared/domain/messages/timely-channels.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { isCancelledStatus, isOpen, statuses, statusRow } from '#shared/domain/visits/appointment-status.ts';
import { listBranchStaff, type Patient } from './booking-queries.ts';
import type { StatedAppointment } from './history-queries.ts';
import { patientMessage, staffMessage } from './messages.ts';
import {
  type AppointmentWrites,
  existingAppointmentRow,
  findPatientKnowledge,
  statedAppointmentRow,
  writeEventAndMessages,
} from './record-queries.ts';

/**
 * The columns of an appointment that the history stores: all but the patient's identity, which may be erased
 * later.
 */
function historyImageOf(appointment: Appointment): Record<string, unknown> {
  const {
    id: _id,
    patient: _patient,
    reference: _reference,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    ...image
  } = appointment;
  return image;
}

/** A message in the app to the branch's staff about what a patient did. */
export async function notifyStaff(
  tx: Db,
  occasion: StaffKind,
  appointment: Appointment,
  place: Location,
): Promise<void> {
  const staff = await listBranchStaff(tx, place.id);
  await insertMessages(
    tx,
    staff.map((member) => staffMessage(occasion, member, appointment, place)),
  );
}

const currentStateKind = ({
  status,
}: Pick<Appointment, 'status'>): 'booked' | 'confirmed' | 'cancelledByClinic' =>
  status === 'pending' ? 'booked' : isOpen(status) ? 'confirmed' : 'cancelledByClinic';

/** A message to the patient that states the current time and status of an appointment. */
export const currentStateMessage = (lang: Lang, visit: StatedAppointment, place: Location): PersonalMessage =>
  patientMessage(currentStateKind(visit), lang, visit, place);

/** Before and after of an event: nothing before a booking, nothing after a deletion. */
interface RecordedChange {
  patient: Patient;
  place: Location | undefined;
  before: Appointment | null;
  after: Appointment | null;
  /** Candidate doctors, if the row is inserted together with its event. */
  candidates?: readonly Doctor[];
  /** Records the event but sends no message to the patient. */
  quiet?: boolean;
  settings: Pick<ClinicSettings, 'quietHours'>;
  /** Earlier starts that no message has replaced yet. */
  unread?: readonly string[];
}

const startOf = ({ appointmentDate, appointmentTime }: Appointment): string =>
  localDateTime(appointmentDate, appointmentTime);

/** Whether a change gives an appointment another day, time or branch. */
export const hasMoved = (before: Appointment, after: Appointment): boolean =>
  after.appointmentDate !== before.appointmentDate ||
  after.appointmentTime !== before.appointmentTime ||
  after.locationId !== before.locationId;

/** Whether a change replaces the doctor that the patient was told. */
const hasNewDoctor = (before: Appointment | null, after: Appointment): boolean =>
  before !== null && before.doctorId !== null && after.doctorId !== before.doctorId;

/** Whether the doctor is all that a change of an open appointment means to the patient. */
const changesOnlyDoctor = (before: Appointment, after: Appointment): boolean =>
  isOpen(after.status) &&
  after.status === before.status &&
  !hasMoved(before, after) &&
  hasNewDoctor(before, after);

/**
 * Whether a change tells the patient nothing new: she hears at the branch who sees her, and an appointment
 * without a doctor takes place as she knows, unless she was told that it cannot.
 */
async function isNothingNew(tx: Db, before: Appointment, after: Appointment): Promise<boolean> {
  if (!changesOnlyDoctor(before, after)) return false;
  const { isAtBranch, isInDoubt } = await findPatientKnowledge(tx, after.id);
  return isAtBranch || (after.doctorId === null && !isInDoubt);
}

/** Whether the change makes an earlier message about the appointment wrong. */
function contradictsSentMessage(before: Appointment, after: Appointment | null): boolean {
  if (!after) return isOpen(before.status);
  if (isOpen(before.status) !== isOpen(after.status)) return true;
  if (hasMoved(before, after)) return true;
  return isOpen(after.status) && (after.status !== before.status || hasNewDoctor(before, after));
}

function auditActionOf({ before, after }: RecordedChange): AuditAction {
  if (!before) return 'created';
  if (!after) return 'deleted';
  if (after.status !== before.status && isAuditAction(after.status)) return after.status;
  return hasMoved(before, after) ? 'moved' : 'changed';
}

type StatusMessages = NonNullable<ReturnType<typeof statusRow>['tells']>;

function chooseMessages({ before, after }: RecordedChange): StatusMessages | null {
  if (!before) {
    const byPatient = after?.status === 'confirmed' ? 'confirmed' : 'booked';
    return { byClinic: 'confirmed', byPatient, branch: 'staffBooked' };
  }
  if (!after) return isOpen(before.status) ? statuses.cancelled.tells : null;
  const newStatus = after.status !== before.status;
  if (newStatus && isCancelledStatus(after.status)) return statusRow(after.status).tells;
  if (hasMoved(before, after)) {
    const byPatient = after.status === 'pending' ? 'movedByPatient' : 'moved';
    return { byClinic: 'moved', byPatient, branch: 'staffMoved' };
  }
  if (newStatus) return statusRow(after.status).tells;
  if (!changesOnlyDoctor(before, after)) return null;
  const state = currentStateKind(after);
  return { byClinic: state, byPatient: state, branch: 'staffMoved' };
}

/**
 * The event of a change and its messages: to the patient, and to the branch if the patient made the change.
 * Changes of past appointments send no messages.
 */
export function createAppointmentWrites(
  deps: Deps,
  viewer: Viewer,
  visit: Appointment,
  happened: RecordedChange,
): AppointmentWrites {
  const { patient, place, before, after, candidates = [], settings, unread = [] } = happened;
  const event: NewEvent = {
    action: auditActionOf(happened),
    subject: 'appointments',
    subjectId: visit.id,
    locationId: visit.locationId,
    patientId: visit.userId,
    before: before && historyImageOf(before),
    after: after && historyImageOf(after),
  };
  const told = chooseMessages(happened);
  const isOver = before && !isLater(visit.appointmentDate, visit.appointmentTime, dayClock(deps.now()));
  if (!told || !place || isOver) return { actor: viewer, event, messages: [], links: [], candidates };
  const byStaff = isStaff(viewer.role);
  const occasion = byStaff ? told.byClinic : told.byPatient;
  const reader = patient.reader ?? { ...patient, about: null };
  const now = deps.now();
  const expected = findNextStart(now, [startOf(visit), before && startOf(before), ...unread]);
  const message = patientMessage(occasion, reader.locale, visit, place, hasNewDoctor(before, visit));
  const old = expected === null || expected === startOf(visit) ? {} : oldStartParams(expected);
  const hers =
    patient.gone || happened.quiet
      ? { messages: [], links: [] }
      : createPersonalMessages(reader, { ...message, params: { ...message.params, ...old } });
  const theirs = byStaff
    ? []
    : patient.staff.map((member) => staffMessage(told.branch, member, visit, place));
  const reached = patient.gone ? [] : listTimelyChannels(reader, settings, { now, start: expected });
  const notified = byStaff && !happened.quiet ? reached : undefined;
  const messages = [...hers.messages, ...theirs];
  return { actor: viewer, event, messages, links: hers.links, notified, candidates };
}

/**
 * The channels by which the message about an appointment reaches its reader, for a repeated answer to staff.
 */
export async function findNotifiedChannels(
  deps: Deps,
  { userId, appointmentDate, appointmentTime }: Appointment,
  settings: ClinicSettings,
): Promise<Appointment['notified']> {
  const now = deps.now();
  const start = findNextStart(now, [localDateTime(appointmentDate, appointmentTime)]);
  return listTimelyChannels(await findMessageReader(deps.db, userId), settings, { now, start });
}

/**
 * Records a change in its transaction and calls the listeners of changes. Returns the channels of the message
 * to the patient.
 */
export async function recordAppointmentChange(
  tx: Db,
  deps: Deps,
  viewer: Viewer,
  happened: RecordedChange,
): Promise<Appointment['notified']> {
  const { before, after } = happened;
  const visit = after ?? before;
  if (!visit) return undefined;
  const nothingNew = before && after && (await isNothingNew(tx, before, after));
  const isNews = before !== null && !nothingNew && contradictsSentMessage(before, after);
  const unread = isNews ? await dropOutdated(tx, [visit.id], deps.now()) : [];
  const quiet = happened.quiet || nothingNew || false;
  const trace = createAppointmentWrites(deps, viewer, visit, { ...happened, quiet, unread });
  const row = isNews && after ? statedAppointmentRow(after, deps.now()) : existingAppointmentRow(visit);
  await writeEventAndMessages(tx, row, trace);
  if (before && after)
    for (const { afterChange } of deps.registries.appointmentListeners)
      await afterChange?.(tx, { viewer, before, after, now: deps.now() });
  return trace.notified;
}
