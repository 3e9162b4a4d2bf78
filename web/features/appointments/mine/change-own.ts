import { type Appointment, changeAppointment, getAppointment } from '#shared/contract/appointments.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import type { bookAsVisitor } from '#shared/contract/links.ts';
import { changeFollowing } from '#shared/contract/staff-appointments.ts';
import { change, isUnsure } from '#web/api/changes.ts';
import { call } from '#web/api/client.ts';
import { readAgain } from '#web/api/hooks.ts';

export type OwnChange = Pick<
  Body<typeof changeAppointment>,
  'status' | 'appointmentDate' | 'appointmentTime' | 'locationId'
>;

/** The appointment as the patient sees it after booking; in her own list also whether it waits for a call. */
export type BookedVisit = Reply<typeof bookAsVisitor>['appointment'] &
  Partial<Pick<Appointment, 'waitsForCall'>>;

/** Makes the change that the patient wants and returns the changed appointment. */
export type ChangeVisit = (visit: BookedVisit, wanted: OwnChange) => Promise<BookedVisit>;

/** True if the appointment already has the wanted values. */
export const isAs = (visit: BookedVisit, wanted: OwnChange): boolean =>
  Object.entries(wanted).every(([field, value]) => visit[field as keyof OwnChange] === value);

/** Sends a change and returns the appointment itself, also if others of its series changed. */
type Send = (id: number, body: OwnChange & { version: number }) => Promise<Appointment>;

/**
 * Moves or cancels the patient's own appointment with the version she saw, so that a repeated press acts
 * once. If the answer is lost, reads the appointment: returns it if the change was made; otherwise rethrows
 * the error, and she may try again.
 */
const changing =
  (send: Send): ChangeVisit =>
  async (visit, wanted) => {
    try {
      return await send(visit.id, { ...wanted, version: visit.version });
    } catch (error) {
      if (!isUnsure(error)) throw error;
      const found = await call(getAppointment, { params: { id: visit.id } }).catch(() =>
        Promise.reject(error),
      );
      if (found.version === visit.version || !isAs(found, wanted)) throw error;
      await readAgain(['appointments']);
      return found;
    }
  };

export const changeOwn = changing((id, body) =>
  change(changeAppointment, { params: { id }, body }, { untilRead: true }),
);

/** Also changes the later appointments of the series, all or none. */
export const changeOwnFrom = changing(async (id, { status, ...to }) => {
  const cancels = status === 'cancelled' ? { status } : {};
  const changed = await change(
    changeFollowing,
    { params: { id }, body: { ...to, ...cancels } },
    { untilRead: true },
  );
  const own = changed.find((visit) => visit.id === id);
  if (!own) throw new Error('the reply lacks the changed appointment');
  return own;
});
