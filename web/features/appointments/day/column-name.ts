import { formatNumberInLang, t } from '#web/i18n.ts';
import type { Column } from './day-plan.ts';

/** Name of a column: its doctor, its room, or that it has neither. */
export function formatColumnName({ room, doctor, key }: Column): string {
  if (doctor) return doctor.name;
  if (room !== null) return t('staff.calendar.room', { n: formatNumberInLang(room) });
  return t(key === 'nobody' ? 'staff.doctor.none' : 'staff.calendar.overbooked');
}
