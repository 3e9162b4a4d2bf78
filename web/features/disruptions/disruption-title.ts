import type { DisruptionHead } from '#shared/contract/disruptions.ts';
import { addDays, dayEdge, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/time-words.ts';
import { formatAt } from '#web/api/own/called-words.ts';
import { currentLang, joined, t } from '#web/i18n.ts';
import type { Names } from './names.ts';

/** Reason of a disruption: the absent doctor, or what changed at the branch or at several branches. */
export function titleOf(
  { cause, fewerRooms, doctorId, doctor, locationId }: DisruptionHead,
  names: Names,
): string {
  if (doctorId !== null)
    return t(cause === 'departure' ? 'plans.left' : 'plans.away', {
      name: names.doctor(doctorId, doctor ?? ''),
    });
  if (locationId === null) return t('plans.hoursOfBranches');
  const branch = names.branch(locationId);
  if (cause === 'departure') return t(fewerRooms ? 'plans.roomsAndOffDuty' : 'plans.offDuty', { branch });
  return t(cause === 'rooms' ? 'plans.rooms' : 'plans.hours', { branch });
}

/** Time at which the clinic's day begins and the day before ends. */
const edge = timeOfMinutes(dayEdge);

/** Start and end: dates only for whole days, otherwise with times. */
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
