import type { Call } from '#shared/contract/desk/calls.ts';
import { clinicClock, dayClock, readInstant } from '#shared/domain/clinic-time.ts';
import { formatTime, formatVisit } from '#shared/domain/format-time.ts';
import { currentLang, t } from '#web/i18n.ts';
import { now } from '../clock.ts';

/** Time in the clinic's time zone, with the date unless it is today. */
export function formatClinicTime(instant: string): string {
  const at = readInstant(instant);
  if (!at) return '';
  const { date, time } = clinicClock(at);
  const lang = currentLang();
  const isToday = dayClock(at).date === dayClock(now()).date;
  return isToday ? formatTime(lang, time) : formatVisit(lang, date, time);
}

/** Text that says when a patient was called, and by whom. */
export function formatCalledBy({ calledAt, calledBy }: Pick<Call, 'calledAt' | 'calledBy'>): string {
  if (!calledAt) return '';
  const at = formatClinicTime(calledAt);
  return calledBy ? t('plans.calledBy', { at, name: calledBy }) : t('plans.calledAt', { at });
}
