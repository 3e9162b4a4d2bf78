import { useState } from 'react';
import {
  type AppointmentChanger,
  type BookedVisit,
  changeOwnSeries,
} from '#web/features/appointments/mine/change-own.ts';
import { t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';

/**
 * For an appointment with later ones in its series: whether they change too, and the function that changes
 * them.
 */
export function useSeriesChange(
  visit: BookedVisit,
  {
    change,
    hasLater = false,
    hint,
  }: { change: AppointmentChanger; hasLater?: boolean | undefined; hint?: string },
) {
  const [all, setAll] = useState(false);
  return {
    change: all ? changeOwnSeries : change,
    box: hasLater && visit.seriesId !== null && (
      <Checkbox
        label={t('booking.series.all')}
        help={hint}
        checked={all}
        onChange={({ target }) => setAll(target.checked)}
      />
    ),
  };
}
