import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatClock } from '#shared/domain/format-time.ts';
import { currentLang } from '#web/i18n.ts';

/** A minute of the day as the time axis shows it. */
export const formatAxisTime = (minute: number): string => formatClock(currentLang(), timeOfMinutes(minute));
