import { ScheduleDialog, type ScheduleDialogProps } from '#web/features/schedules/admin-schedule-dialog.tsx';
import { createDayFormat, getMonthTurnLabels } from '#web/ui/form/time/day-format.ts';
import { useDisplacement } from './use-displacement.tsx';

/** Editor of a branch's hours with the appointments that they would displace and the offer for each. */
export function LocationHours(props: Pick<ScheduleDialogProps, 'location' | 'today' | 'onClose'>) {
  const { list, onSaved } = useDisplacement();
  return (
    <ScheduleDialog
      {...props}
      dates={{ format: createDayFormat(), labels: getMonthTurnLabels() }}
      displacedList={list}
      onSaved={onSaved}
    />
  );
}
