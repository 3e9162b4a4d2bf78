import { getLink, useLink as pressLink } from '#shared/contract/links.ts';
import { change, isUnsure } from '#web/api/changes.ts';
import { call } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { type ChangeVisit, isAs } from '#web/features/appointments/mine/change-own.ts';

/** What a patient's move makes of a visit that nobody confirms by himself. */
const moved = { status: 'pending' } as const;

/**
 * Moves or cancels the visit of a link to keep, for who has no account: as `changeOwn` does, by the link's
 * token. When the answer is lost the link is asked what became of the visit.
 */
export const changeByLink =
  (token: string): ChangeVisit =>
  async (visit, wanted) => {
    const params = { token };
    const { appointmentDate, appointmentTime } = wanted;
    const action = wanted.status === 'cancelled' ? 'cancel' : 'move';
    const after = { ...visit, ...(action === 'move' ? moved : {}), ...wanted };
    try {
      const body = { action, appointmentDate, appointmentTime, version: visit.version } as const;
      await change(pressLink, { params, body });
    } catch (error) {
      if (!isUnsure(error)) throw error;
      const { visit: found } = await call(getLink, { params }).catch(() => Promise.reject(error));
      if (!found || found.version === visit.version || !isAs({ ...after, ...found }, wanted)) throw error;
    }
    return { ...after, version: visit.version + 1, updatedAt: now().toISOString() };
  };
