import { Printer } from 'lucide-react';
import { weekOf } from '#shared/domain/clinic-time.ts';
import { useOwnBranches } from '#web/api/own/own-branches.ts';
import { useHomeBranch } from '#web/features/appointments/new/home-branch.ts';
import { useLocationServiceNames } from '#web/features/appointments/visit/appointment-names.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { CalendarDay, DayHead } from './calendar-day.tsx';
import { CalendarMonth } from './calendar-month.tsx';
import {
  type CalendarViewName,
  type CalendarViewProps,
  calendarViews,
  useCalendarPlace,
} from './calendar-place.ts';
import { CalendarWeek, WeekHead } from './calendar-week.tsx';

const views = { day: CalendarDay, week: CalendarWeek, month: CalendarMonth } as const;

/**
 * The calendar of staff: a branch's day by the hour, a week of all branches, or a month. `first` is the view
 * it opens with.
 */
export function CalendarView({ first, ...props }: CalendarViewProps & { first: CalendarViewName }) {
  const names = useLocationServiceNames();
  const home = useHomeBranch();
  const [place, go] = useCalendarPlace(props.clock.date, first);
  const week = weekOf(place.day ?? props.clock.date).from;
  const View = views[place.view];
  const branches = useOwnBranches();
  // A day needs a branch; weeks and months show all branches until one is chosen.
  const branch = place.branch ?? (place.view === 'day' ? home.branch : null);
  return (
    <section aria-label={t('staff.calendar.title')} className="grid grid-cols-1 gap-4">
      <h2 className="sr-only">{t('staff.calendar.title')}</h2>
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-52 max-sm:w-full">
          <Select
            dense
            aria-label={t('staff.filter.location')}
            value={branch ?? ''}
            onChange={({ target }) => {
              const chosen = Number(target.value) || null;
              go({ branch: chosen });
              if (chosen !== null) home.remember(chosen);
            }}
          >
            {place.view !== 'day' && <option value="">{t('staff.filter.allLocations')}</option>}
            <NamedOptions of={branches} />
          </Select>
        </div>
        {place.view === 'day' && (
          <DayHead kind={props.kind} place={{ ...place, branch }} go={go} clock={props.clock} />
        )}
        {place.view === 'week' && <WeekHead week={week} go={go} clock={props.clock} />}
        {props.whose.choice}
        <Segmented
          idBase="calendar"
          label={t('staff.calendar.title')}
          className="ms-auto max-sm:w-full"
          value={place.view}
          onChange={(view) =>
            go({
              view: view as CalendarViewName,
              ...(view === 'month' || place.day ? {} : { day: props.clock.date }),
              ...(view === 'week' ? { branch: null } : {}),
            })
          }
          tabs={calendarViews.map((value) => ({ value, label: t(`staff.calendar.${value}`) }))}
        />
        {place.view === 'day' && (
          <Button
            kind="gho"
            size="sm"
            aria-label={t('staff.calendar.print')}
            className="max-sm:hidden"
            icon={<Printer size={18} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {t('common.action.print')}
          </Button>
        )}
      </div>
      <div
        role="tabpanel"
        id={`calendar-panel-${place.view}`}
        aria-labelledby={`calendar-tab-${place.view}`}
        className="grid gap-4"
      >
        {props.whose.isKnown ? (
          <View {...props} place={{ ...place, branch }} go={go} names={names} week={week} />
        ) : (
          <LoadingRegion label={t('common.state.loading')}>
            <Skeleton className="h-96 rounded-card!" />
          </LoadingRegion>
        )}
      </div>
    </section>
  );
}
