import { dayClock } from '#shared/domain/clinic-time.ts';
import { formatLongDate, formatTimeOf } from '#shared/domain/time-words.ts';
import { useNow } from '#web/features/appointments/use-now.ts';
import { currentLang, joined, t } from '#web/i18n.ts';

/**
 * Monday 16 November 2026, 3:12 PM in Cairo: the clinic's day, which after midnight is the day before until
 * 3 AM, and says so. Where the heading names `beside` already, the time alone.
 */
export function ClinicClockLine({ beside }: { beside?: string }) {
  const lang = currentLang();
  const { date, time } = dayClock(useNow());
  const clock = t('common.time.inCairo', { time: formatTimeOf(lang, date, time) });
  return <span className="num">{beside === date ? clock : joined(formatLongDate(lang, date), clock)}</span>;
}
