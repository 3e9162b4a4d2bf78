import type { ClinicOffer, Offer } from '#shared/contract/offers.ts';
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

/** When somebody called her about it, and who. */
export function calledOf({ calledAt, calledBy }: ClinicOffer): string {
  const instant = calledAt && readInstant(calledAt);
  if (!instant) return '';
  const { date, time } = clinicClock(instant);
  const at = formatVisit(currentLang(), date, time);
  return calledBy ? t('plans.calledBy', { at, name: calledBy }) : t('plans.calledAt', { at });
}
