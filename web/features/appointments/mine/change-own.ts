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

/** What whoever booked is told of her visit; of one in her own list also whether a call comes first. */
export type BookedVisit = Reply<typeof bookAsVisitor>['appointment'] &
  Partial<Pick<Appointment, 'waitsForCall'>>;

/** Carries out what she wants of her visit, and answers the visit as it is then. */
export type ChangeVisit = (visit: BookedVisit, wanted: OwnChange) => Promise<BookedVisit>;

/** Does a visit stand as she wanted it? */
export const isAs = (visit: BookedVisit, wanted: OwnChange): boolean =>
  Object.entries(wanted).every(([field, value]) => visit[field as keyof OwnChange] === value);

/** How the visits that a change changes are sent for; the first of the answer is the visit itself. */
type Send = (id: number, body: OwnChange & { version: number }) => Promise<Appointment>;

/**
 * Moves or cancels her own visit as she saw it, so that the same press twice acts once. When the answer is
 * lost the visit itself is asked: done as she wanted is done; else the error stands, and she may press again.
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

/** The same with those of its series that come after it, all or none. */
export const changeOwnFrom = changing(async (id, { status, ...to }) => {
  const cancels = status === 'cancelled' ? { status } : {};
  const changed = await change(
    changeFollowing,
    { params: { id }, body: { ...to, ...cancels } },
    { untilRead: true },
  );
  const own = changed.find((visit) => visit.id === id);
  if (!own) throw new Error('the visit itself was not changed');
  return own;
});
