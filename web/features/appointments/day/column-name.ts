import { number, t } from '#web/i18n.ts';
import type { Column } from './day-plan.ts';

/** What a column is called: its doctor, its room, or that nobody is named in it. */
export function columnName({ room, doctor, key }: Column): string {
  if (doctor) return doctor.name;
  if (room !== null) return t('staff.calendar.room', { n: number(room) });
  return t(key === 'nobody' ? 'staff.doctor.none' : 'staff.calendar.overbooked');
}
