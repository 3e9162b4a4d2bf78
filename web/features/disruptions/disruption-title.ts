import type { DisruptionHead } from '#shared/contract/disruptions.ts';
import { addDays, dayEdge, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/time-words.ts';
import { formatAt } from '#web/api/own/called-words.ts';
import { currentLang, joined, t } from '#web/i18n.ts';
import type { Names } from './names.ts';

/** Why visits cannot take place: who is away, or whose hours changed. */
export const titleOf = ({ cause, doctorId, doctor, locationId }: DisruptionHead, names: Names): string =>
  doctorId === null
    ? t('plans.hours', { branch: names.branch(locationId ?? 0) })
    : t(cause === 'departure' ? 'plans.left' : 'plans.away', { name: names.doctor(doctorId, doctor ?? '') });

/** As the clinic's day begins, and the one before it ends. */
const edge = timeOfMinutes(dayEdge);

/** From when until when: days where they are whole, else with their hours. */
export function whenOf({ startDate, startTime, endDate, endTime }: DisruptionHead): string {
  const lang = currentLang();
  const wholeEnd = endTime === edge;
  const last = wholeEnd ? addDays(endDate, -1) : endDate;
  const day = (date: string, time: string | null) =>
    joined(formatWeekdayDate(lang, date), time === null ? null : formatTime(lang, time));
  const from = day(startDate, startTime === edge ? null : startTime);
  if (wholeEnd && startTime === edge && last === startDate) return from;
  return t('plans.when', { from, to: day(last, wholeEnd ? null : endTime) });
}

export const savedBy = ({ createdAt, createdBy }: DisruptionHead): string => {
  const at = formatAt(createdAt);
  return createdBy ? t('plans.by', { at, name: createdBy }) : t('plans.saved', { at });
};
