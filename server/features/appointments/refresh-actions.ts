import type { Deps } from '#server/deps.ts';
import { findLastStatement, findToldStart } from '#server/engine/delivery/queries.ts';
import type { KnownMessage, Refresh } from '#server/engine/delivery/worker.ts';
import { systemViewer } from '#server/engine/http/viewers.ts';
import { requeueForCurrentReader } from '#server/features/notifications/notify-actions.ts';
import { currentRecordId } from '#server/features/users/queries.ts';
import { dayClock, isLater, localDateTime } from '#shared/domain/clinic-time.ts';
import type { MessageKind } from '#shared/domain/message-kinds.ts';
import { findNextStart, oldStartParams } from '#shared/domain/messages/timely-channels.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { isCancelledStatus, isOpen } from '#shared/domain/visits/appointment-status.ts';
import { removeLinksAfterCutoff, removePastPromise } from './cutoff-actions.ts';
import { type AppointmentRow, findAppointment } from './queries.ts';

export const cancellationTemplates = new Set(['cancelledByClinic', 'cancelledByPatient']);

/** Redirects the message if its recipient no longer reads the messages of the patient. */
async function redirectIfReaderChanged(deps: Deps, message: KnownMessage, visit: AppointmentRow | undefined) {
  if (visit) return requeueForCurrentReader(deps, message, visit.userId);
  const { patientId } = message.params;
  // A message that an earlier version queued names no patient.
  if (patientId === undefined) return false;
  // The appointment was deleted, and the record of that time may have been merged since.
  return requeueForCurrentReader(deps, message, await currentRecordId(deps.db, Number(patientId)));
}

/** The message says that an open appointment takes place when and where it does, and it has not begun. */
function isStillAccurate({ params }: KnownMessage, visit: AppointmentRow, now: Date): boolean {
  const { date, time, locationId } = params;
  return (
    isOpen(visit.status) &&
    visit.localStart === localDateTime(String(date), String(time)) &&
    isLater(String(date), String(time), dayClock(now)) &&
    (locationId === undefined || visit.locationId === locationId)
  );
}

/**
 * A cancellation with the start that the patient last read on its channel, or else expects, if the
 * appointment was moved since then. Null if both starts are over.
 */
async function addLastReadStart(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const { oldDate, oldTime, ...params } = message.params;
  const start = localDateTime(String(params.date), String(params.time));
  const queued = oldDate && oldTime ? localDateTime(String(oldDate), String(oldTime)) : undefined;
  const told = await findToldStart(deps.db, message);
  const read = (told?.isSent ? told.start : (queued ?? told?.start)) ?? start;
  if (findNextStart(deps.now(), [start, read]) === null) return null;
  return { ...message, params: { ...params, ...(read === start ? {} : oldStartParams(read)) } };
}

/** The kinds that give a new time, instead of those that only say that the appointment stands. */
const newTimeKinds: Partial<Record<MessageKind, MessageKind>> = {
  booked: 'movedByPatient',
  confirmed: 'moved',
};

/** The same message as a new time if the patient last read another one on its channel. */
async function asNewTime(deps: Deps, message: KnownMessage, visit: AppointmentRow): Promise<KnownMessage> {
  const template = newTimeKinds[message.template];
  // Nobody was told another time of an appointment that was never changed.
  if (template === undefined || visit.version === 1) return message;
  const told = await findToldStart(deps.db, message);
  return told?.isSent && told.start !== visit.localStart ? { ...message, template } : message;
}

/** The message as its appointment is now; null if the appointment differs from the message or is over. */
async function currentMessage(
  deps: Deps,
  message: KnownMessage,
  visit: AppointmentRow | undefined,
): Promise<KnownMessage | null> {
  const { params, template, locale } = message;
  if (cancellationTemplates.has(template)) {
    const isCancelled = !visit || isCancelledStatus(visit.status);
    return isCancelled ? addLastReadStart(deps, message) : null;
  }
  if (!visit || !isStillAccurate(message, visit, deps.now())) return null;
  const current = removePastPromise(await asNewTime(deps, message, visit), deps.now());
  if (visit.doctorId === null) {
    const { doctor: _doctor, ...others } = current.params;
    return removeLinksAfterCutoff(deps, { ...current, params: others });
  }
  if (params.doctor === undefined || visit.doctorName === null) return removeLinksAfterCutoff(deps, current);
  const { doctorName: name, doctorNameAr: nameAr, doctorTitle, doctorTitleAr: titleAr } = visit;
  const doctor = doctorName(locale, { name, nameAr, title: doctorTitle ?? '', titleAr });
  return removeLinksAfterCutoff(deps, { ...current, params: { ...current.params, doctor } });
}

/**
 * Compares a message with its appointment just before it is sent. Returns null (send nothing) if the
 * appointment differs from the message or is over, if the patient's last message said the same, if `check`
 * finds a reason, or if the message was redirected because somebody else reads the patient's messages now.
 * The doctor's name is read again, and left out if the appointment has no doctor any more.
 */
export async function refreshAppointmentMessage(
  deps: Deps,
  message: KnownMessage,
  check: Refresh<Deps>,
): Promise<KnownMessage | null> {
  const { appointmentId, says } = message;
  if (appointmentId === null) return message;
  if (says !== null && says === (await findLastStatement(deps.db, { ...message, appointmentId })))
    return null;
  const visit = await findAppointment(deps.db, systemViewer, appointmentId);
  const current = await currentMessage(deps, message, visit);
  const checked = current && (await check(deps, current));
  // Last, because the copy in the app is not checked again.
  return checked && (await redirectIfReaderChanged(deps, checked, visit)) ? null : checked;
}
