import { offerDisplaced } from '#shared/contract/disruptions.ts';
import { change } from '#web/api/changes.ts';
import { dayFormat, monthTurns } from '#web/features/appointments/day-format.ts';
import { offersFor, useChoices } from '#web/features/disruptions/choices.ts';
import { DisplacedBrief } from '#web/features/disruptions/displaced-brief.tsx';
import { ScheduleDialog, type ScheduleDialogProps } from '#web/features/schedules/admin-schedule-dialog.tsx';

const here = '/clinic/disruptions';

/** The hours of a branch as they are written, whom they would displace, and what each is to be offered. */
export function LocationHours(
  props: Pick<ScheduleDialogProps, 'location' | 'locations' | 'today' | 'onClose'>,
) {
  const { choices, choose } = useChoices();
  return (
    <ScheduleDialog
      {...props}
      dates={{ format: dayFormat(), labels: monthTurns() }}
      displacedList={(displaced) => (
        <DisplacedBrief
          displaced={displaced}
          choices={choices}
          onChoose={choose}
          listHref="/admin/dashboard?tab=appointments&"
        />
      )}
      onSaved={async ({ visits }, offers) => {
        if (visits.length === 0) return;
        // Whatever becomes of the offers, the hours are saved: the page of answers says who was not told.
        const done = offers
          ? await change(offerDisplaced, { body: { visits: offersFor(visits, choices) } }).catch(() => null)
          : null;
        const [only, ...more] = done?.disruptionIds ?? [];
        location.assign(only === undefined || more.length > 0 ? here : `${here}/${only}`);
      }}
    />
  );
}
