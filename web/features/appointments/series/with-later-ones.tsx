import { useState } from 'react';
import {
  type BookedVisit,
  type ChangeVisit,
  changeOwnFrom,
} from '#web/features/appointments/mine/change-own.ts';
import { t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';

/** Of a visit that others follow in a series: whether they go along, and what then changes it. */
export function useLaterOnes(
  visit: BookedVisit,
  { change, hasLater = false, hint }: { change: ChangeVisit; hasLater?: boolean | undefined; hint?: string },
) {
  const [all, setAll] = useState(false);
  return {
    change: all ? changeOwnFrom : change,
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
