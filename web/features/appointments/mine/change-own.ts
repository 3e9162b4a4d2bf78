import { type Appointment, changeAppointment, getAppointment } from '#shared/contract/appointments.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import { change, isUnsure } from '#web/api/changes.ts';
import { call } from '#web/api/client.ts';
import { readAgain } from '#web/api/hooks.ts';

export type OwnChange = Pick<
  Body<typeof changeAppointment>,
  'status' | 'appointmentDate' | 'appointmentTime' | 'locationId'
>;

/** Carries out what she wants of her visit, and answers the visit as it is then. */
export type ChangeVisit = (visit: Appointment, wanted: OwnChange) => Promise<Appointment>;

/** Does a visit stand as she wanted it? */
export const isAs = (visit: Appointment, wanted: OwnChange): boolean =>
  Object.entries(wanted).every(([field, value]) => visit[field as keyof OwnChange] === value);

/**
 * Moves or cancels her own visit as she saw it, so that the same press twice acts once. When the answer is
 * lost the visit itself is asked: done as she wanted is done; else the error stands, and she may press again.
 */
export const changeOwn: ChangeVisit = async (visit, wanted) => {
  const params = { id: visit.id };
  try {
    const body = { ...wanted, version: visit.version };
    return await change(changeAppointment, { params, body }, { untilRead: true });
  } catch (error) {
    if (!isUnsure(error)) throw error;
    const found = await call(getAppointment, { params }).catch(() => Promise.reject(error));
    if (found.version === visit.version || !isAs(found, wanted)) throw error;
    await readAgain(['appointments']);
    return found;
  }
};
