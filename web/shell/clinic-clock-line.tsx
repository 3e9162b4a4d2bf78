import { clinicClock } from '#shared/domain/clinic-time.ts';
import { formatLongDate, formatTime } from '#shared/domain/time-words.ts';
import { useNow } from '#web/features/appointments/use-now.ts';
import { currentLang, joined, t } from '#web/i18n.ts';

/** Monday 16 November 2026, 3:12 PM in Cairo */
export function ClinicClockLine() {
  const lang = currentLang();
  const { date, time } = clinicClock(useNow());
  const clock = t('common.time.inCairo', { time: formatTime(lang, time) });
  return <span className="num">{joined(formatLongDate(lang, date), clock)}</span>;
}
