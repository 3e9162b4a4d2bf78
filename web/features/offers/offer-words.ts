import type { Offer } from '#shared/contract/offers.ts';
import { clinicClock, readInstant } from '#shared/domain/clinic-time.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { currentLang, t } from '#web/i18n.ts';

export const formatOfferTime = ({ appointmentDate, appointmentTime }: Offer): string =>
  formatVisit(currentLang(), appointmentDate, appointmentTime);

export function formatHeldUntil({ heldUntil }: Offer): string {
  const at = readInstant(heldUntil);
  if (!at) return '';
  const { date, time } = clinicClock(at);
  return t('plans.keptUntil', { at: formatVisit(currentLang(), date, time) });
}
