import { dayClock } from '#shared/domain/clinic-time.ts';
import { formatLongDate, formatTimeOf } from '#shared/domain/format-time.ts';
import { useCurrentTime } from '#web/features/appointments/use-now.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';

/**
 * Clinic date and time, for example "Monday 16 November 2026, 3:12 PM". The clinic's day ends at 3 AM, and
 * the text says so after midnight. Without the date if the heading already shows it (`beside`).
 */
export function ClinicClockLine({ beside }: { beside?: string }) {
  const lang = currentLang();
  const { date, time } = dayClock(useCurrentTime());
  const clock = t('common.time.inCairo', { time: formatTimeOf(lang, date, time) });
  return (
    <span className="num">{beside === date ? clock : joinWithComma(formatLongDate(lang, date), clock)}</span>
  );
}
