import { CalendarClock, CalendarPlus, CircleX } from 'lucide-react';
import { t } from '#web/i18n.ts';
import { Menu, MenuHeading, MenuItem, MenuRule } from '#web/ui/overlay/menu.tsx';
import { getChangeability } from './changeability.ts';
import { type MyVisitMenuProps, MyVisitTrigger } from './my-visit-trigger.tsx';
import { buildCalendarFileHref } from './my-visits.ts';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

export function MyVisitMenu({ defaultOpen, ...row }: MyVisitMenuProps & { defaultOpen: boolean }) {
  return (
    <Menu defaultOpen={defaultOpen} trigger={<MyVisitTrigger visit={row.visit} props={row.props} />}>
      <RowItems {...row} />
    </Menu>
  );
}

/** Items of the menu: computed when it opens. */
function RowItems({ visit, props, now, onMove, onCancel }: MyVisitMenuProps) {
  const state = getChangeability(visit, props.cutoffHours, now);
  return (
    <>
      {state === 'too-late' && <MenuHeading>{t('account.appointments.tooLate')}</MenuHeading>}
      {state !== 'over' && (
        <MenuItem icon={<CalendarClock {...icon} />} disabled={state === 'too-late'} onSelect={onMove}>
          {t('account.appointments.reschedule')}
        </MenuItem>
      )}
      <MenuItem icon={<CalendarPlus {...icon} />} href={buildCalendarFileHref(visit)}>
        {t('account.appointments.ics')}
      </MenuItem>
      {state !== 'over' && (
        <>
          <MenuRule />
          <MenuItem danger icon={<CircleX {...icon} />} disabled={state === 'too-late'} onSelect={onCancel}>
            {t('account.appointments.cancel')}
          </MenuItem>
        </>
      )}
    </>
  );
}
