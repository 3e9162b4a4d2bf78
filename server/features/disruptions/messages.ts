import { toldStarts } from '#server/engine/delivery/queries.ts';
import type { PersonalMessage } from '#server/features/notifications/notify-actions.ts';
import type { OfferRow } from '#server/features/offers/queries.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';

/** The appointment takes place unchanged; the patient need not answer any more. */
export function appointmentStaysMessage(
  userId: number,
  { id, appointmentId }: Pick<OfferRow, 'id' | 'appointmentId'>,
  visitStart: string,
): PersonalMessage {
  const { date, time } = splitLocal(visitStart);
  const told = appointmentId === null ? {} : toldStarts([{ id: appointmentId, localStart: visitStart }]);
  return {
    userId,
    dedupeKey: `stays:${id}`,
    template: 'visitStays',
    params: { date, time, link: '/profile?tab=appointments', ...told },
    appointmentId,
  };
}
