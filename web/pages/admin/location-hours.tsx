import { dayFormat, monthTurns } from '#web/features/appointments/day-format.ts';
import { ScheduleDialog, type ScheduleDialogProps } from '#web/features/schedules/admin-schedule-dialog.tsx';
import { useDisplacement } from './use-displacement.tsx';

/** The hours of a branch as they are written, whom they would displace, and what each is to be offered. */
export function LocationHours(
  props: Pick<ScheduleDialogProps, 'location' | 'locations' | 'today' | 'onClose'>,
) {
  const { list, onSaved } = useDisplacement();
  return (
    <ScheduleDialog
      {...props}
      dates={{ format: dayFormat(), labels: monthTurns() }}
      displacedList={list}
      onSaved={onSaved}
    />
  );
}
