import { getLink, useLink as pressLink } from '#shared/contract/links.ts';
import { isOutcomeUnknown, sendChange } from '#web/api/changes.ts';
import { call } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { type AppointmentChanger, hasWantedValues } from '#web/features/appointments/mine/change-own.ts';

/** A patient who moves an appointment without an account makes it pending again. */
const movedByLink = { status: 'pending' } as const;

/**
 * Moves or cancels an appointment with the token of its link, for patients without an account; see
 * `changeOwnAppointment`. If the answer is lost, reads the appointment to find out whether the change was made.
 */
export const createLinkChange =
  (token: string): AppointmentChanger =>
  async (visit, wanted) => {
    const params = { token };
    const { appointmentDate, appointmentTime } = wanted;
    const action = wanted.status === 'cancelled' ? 'cancel' : 'move';
    const after = { ...visit, ...(action === 'move' ? movedByLink : {}), ...wanted };
    try {
      const body = { action, appointmentDate, appointmentTime, version: visit.version } as const;
      await sendChange(pressLink, { params, body });
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      const { visit: found } = await call(getLink, { params }).catch(() => Promise.reject(error));
      if (!found || found.version === visit.version || !hasWantedValues({ ...after, ...found }, wanted))
        throw error;
    }
    return { ...after, version: visit.version + 1, updatedAt: now().toISOString() };
  };
