import { addDays } from '#shared/domain/clinic-time.ts';
import { formatDayMonth } from '#shared/domain/format-time.ts';
import { currentLang, t } from '#web/i18n.ts';
import { CalendarList } from './calendar-list.tsx';
import type { CalendarPartProps } from './calendar-place.ts';
import { CalendarTurn } from './calendar-turn.tsx';
import { WeekView } from './week-view.tsx';

/** Heading of the week view: previous, current or next week. */
export function WeekHead({ week, go, clock }: Pick<CalendarPartProps, 'week' | 'go' | 'clock'>) {
  const lang = currentLang();
  return (
    <>
      <CalendarTurn
        previous={t('staff.calendar.previousWeek')}
        now={t('staff.calendar.thisWeek')}
        next={t('staff.calendar.nextWeek')}
        isNow={clock.date >= week && clock.date <= addDays(week, 6)}
        onTurn={(by) => go({ day: by === 0 ? clock.date : addDays(week, by * 7) })}
      />
      <b className="num px-2 font-display text-[1.375rem] font-normal arabic:text-[1.7rem]">
        {t('staff.calendar.weekOf', {
          from: formatDayMonth(lang, week),
          to: formatDayMonth(lang, addDays(week, 6)),
        })}
      </b>
    </>
  );
}

/** A week of all branches; for one branch also its appointments. */
export const CalendarWeek = ({ place, week, go, names, ...props }: CalendarPartProps) => (
  <>
    <WeekView
      from={week}
      doctorId={props.whose.doctorId}
      branch={place.branch}
      clock={props.clock}
      names={names}
      onOpen={(branch, day) => go({ view: 'day', branch, day })}
    />
    {place.branch !== null && (
      <CalendarList
        from={week}
        to={addDays(week, 6)}
        branch={place.branch}
        clock={props.clock}
        columns={props.columns}
        actions={props.actions}
        whose={props.whose}
      />
    )}
  </>
);
