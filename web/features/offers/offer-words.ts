import type { Offer } from '#shared/contract/offers.ts';
import { clinicClock, readInstant } from '#shared/domain/clinic-time.ts';
import { formatVisit } from '#shared/domain/time-words.ts';
import { currentLang, t } from '#web/i18n.ts';

export const timeOf = ({ appointmentDate, appointmentTime }: Offer): string =>
  formatVisit(currentLang(), appointmentDate, appointmentTime);

export function untilOf({ heldUntil }: Offer): string {
  const at = readInstant(heldUntil);
  if (!at) return '';
  const { date, time } = clinicClock(at);
  return t('plans.keptUntil', { at: formatVisit(currentLang(), date, time) });
}
