import type { DisruptionHead } from '#shared/contract/disruptions.ts';
import { addDays, dayEdge, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { formatClinicTime } from '#web/api/own/call-text.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import type { DisruptionNames } from './names.ts';

/** Causes of a disruption at a branch, in the order in which the title names them. */
const branchChanges = ['rooms', 'hours', 'departure', 'duty'] as const;

/** Reason of a disruption: the absent doctor, or what changed at the branch or at several branches. */
export function formatDisruptionTitle(
  { cause, causes, doctorId, doctor, locationId }: DisruptionHead,
  names: DisruptionNames,
): string {
  if (doctorId !== null)
    return t(cause === 'departure' ? 'plans.left' : 'plans.away', {
      name: names.doctor(doctorId, doctor ?? ''),
    });
  if (locationId === null) return t('plans.hoursOfBranches');
  const known = causes.length > 0 ? causes : [cause];
  const shown = new Set(known.map((one) => (one === 'closed' ? 'hours' : one)));
  const changes = branchChanges.filter((change) => shown.has(change));
  return t('plans.changesAt', {
    branch: names.branch(locationId),
    changes: joinWithComma(...changes.map((change) => t(`plans.change.${change}`))),
  });
}

/** Time at which the clinic's day begins and the day before ends. */
const dayEdgeClock = timeOfMinutes(dayEdge);

/** Start and end: dates only for whole days, otherwise with times. */
export function formatDisruptionPeriod({ startDate, startTime, endDate, endTime }: DisruptionHead): string {
  const lang = currentLang();
  const wholeEnd = endTime === dayEdgeClock;
  const last = wholeEnd ? addDays(endDate, -1) : endDate;
  const day = (date: string, time: string | null) =>
    joinWithComma(formatWeekdayDate(lang, date), time === null ? null : formatTime(lang, time));
  const from = day(startDate, startTime === dayEdgeClock ? null : startTime);
  if (wholeEnd && startTime === dayEdgeClock && last === startDate) return from;
  return t('plans.when', { from, to: day(last, wholeEnd ? null : endTime) });
}

export const formatSavedBy = ({ createdAt, createdBy }: DisruptionHead): string => {
  const at = formatClinicTime(createdAt);
  return createdBy ? t('plans.by', { at, name: createdBy }) : t('plans.saved', { at });
};
