import { type Appointment, changeAppointment, getAppointment } from '#shared/contract/appointments.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import type { bookAsVisitor } from '#shared/contract/links.ts';
import { changeFollowing } from '#shared/contract/staff-appointments.ts';
import { isOutcomeUnknown, sendChange } from '#web/api/changes.ts';
import { call } from '#web/api/client.ts';
import { refetchSubjects } from '#web/api/hooks.ts';

export type OwnAppointmentChange = Pick<
  Body<typeof changeAppointment>,
  'status' | 'appointmentDate' | 'appointmentTime' | 'locationId'
>;

/** The appointment as the patient sees it after booking; in her own list also whether it waits for a call. */
export type BookedVisit = Reply<typeof bookAsVisitor>['appointment'] &
  Partial<Pick<Appointment, 'waitsForCall'>>;

/** Makes the change that the patient wants and returns the changed appointment. */
export type AppointmentChanger = (visit: BookedVisit, wanted: OwnAppointmentChange) => Promise<BookedVisit>;

/** True if the appointment already has the wanted values. */
export const hasWantedValues = (visit: BookedVisit, wanted: OwnAppointmentChange): boolean =>
  Object.entries(wanted).every(([field, value]) => visit[field as keyof OwnAppointmentChange] === value);

/** Sends a change and returns the appointment itself, also if others of its series changed. */
type Send = (id: number, body: OwnAppointmentChange & { version: number }) => Promise<Appointment>;

/**
 * Moves or cancels the patient's own appointment with the version she saw, so that a repeated press acts
 * once. If the answer is lost, reads the appointment: returns it if the change was made; otherwise rethrows
 * the error, and she may try again.
 */
const createChanger =
  (send: Send): AppointmentChanger =>
  async (visit, wanted) => {
    try {
      return await send(visit.id, { ...wanted, version: visit.version });
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      const found = await call(getAppointment, { params: { id: visit.id } }).catch(() =>
        Promise.reject(error),
      );
      if (found.version === visit.version || !hasWantedValues(found, wanted)) throw error;
      await refetchSubjects(['appointments']);
      return found;
    }
  };

export const changeOwnAppointment = createChanger((id, body) =>
  sendChange(changeAppointment, { params: { id }, body }, { untilRead: true }),
);

/** Also changes the later appointments of the series, all or none. */
export const changeOwnSeries = createChanger(async (id, { status, ...to }) => {
  const cancels = status === 'cancelled' ? { status } : {};
  const changed = await sendChange(
    changeFollowing,
    { params: { id }, body: { ...to, ...cancels } },
    { untilRead: true },
  );
  const own = changed.find((visit) => visit.id === id);
  if (!own) throw new Error('the reply lacks the changed appointment');
  return own;
});
