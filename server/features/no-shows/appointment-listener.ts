import type { AppointmentListener } from '#server/registries.ts';
import { isMissed } from '#shared/domain/visits/appointment-status.ts';
import { markNoShow } from './queries.ts';

/** Records when an appointment was marked as missed. */
export const noShowListener: AppointmentListener = {
  async afterChange(tx, { before, after, now }) {
    if (isMissed(after.status) && !isMissed(before.status))
      await markNoShow(tx, { id: after.id, was: before.status, now });
  },
};
