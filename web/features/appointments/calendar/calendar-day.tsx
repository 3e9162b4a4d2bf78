import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addDays, monthKey } from '#shared/domain/clinic-time.ts';
import { formatLongDate } from '#shared/domain/time-words.ts';
import { dayFormat, monthTurns } from '#web/features/appointments/day-format.ts';
import type { Names } from '#web/features/appointments/visit/appointment-names.ts';
import { currentLang, inLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { DateInput } from '#web/ui/form/date-input.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CalendarDayList } from './calendar-day-list.tsx';
import type { CalendarPartProps } from './calendar-place.ts';
import { DayView } from './day-view.tsx';

const turn = { size: 20, strokeWidth: 1.7, 'aria-hidden': true, className: 'flip' } as const;

/** A day: the lanes of a branch's rooms, or, of all branches, a list. */
export function CalendarDay({ place, go, names, kind, clock, columns, actions, onNew }: CalendarPartProps) {
  const lang = currentLang();
  const day = place.day ?? clock.date;
  const turnTo = (date: string) => go({ day: date, month: monthKey(date) });
  return (
    <>
      <div className="flex flex-wrap items-center gap-1 lg:gap-2">
        <div className="me-auto w-72 max-sm:w-full">
          <DateInput
            dense
            value={day}
            formatted={formatLongDate(lang, day)}
            placeholder={t('common.time.chooseDate')}
            calendarLabel={t('common.time.chooseDate')}
            today={clock.date}
            onChange={turnTo}
            format={dayFormat()}
            labels={monthTurns()}
          />
        </div>
        <Button
          kind="out"
          size="sm"
          aria-label={t('staff.calendar.goToday')}
          onClick={() => turnTo(clock.date)}
        >
          {t('common.time.today')}
        </Button>
        <IconButton label={t('staff.calendar.previousDay')} onClick={() => turnTo(addDays(day, -1))}>
          <ChevronLeft {...turn} />
        </IconButton>
        <IconButton label={t('staff.calendar.nextDay')} onClick={() => turnTo(addDays(day, 1))}>
          <ChevronRight {...turn} />
        </IconButton>
      </div>
      {place.branch === null ? (
        <>
          <BranchChoice names={names} onChoose={(branch) => go({ branch })} />
          <CalendarDayList day={day} branch={null} clock={clock} columns={columns} actions={actions} />
        </>
      ) : (
        <DayView
          kind={kind}
          locationId={place.branch}
          date={day}
          clock={clock}
          actions={actions}
          onNew={onNew}
        />
      )}
    </>
  );
}

/** Rooms belong to a branch: without one there are no lanes. */
function BranchChoice({ names, onChoose }: { names: Names; onChoose(id: number): void }) {
  return (
    <Notice title={t('staff.calendar.chooseLocation')}>
      <div className="mt-2 flex flex-wrap gap-2">
        {names.locations?.map(({ id, name, nameAr }) => (
          <Button key={id} kind="out" size="sm" onClick={() => onChoose(id)}>
            {inLang(name, nameAr)}
          </Button>
        ))}
      </div>
    </Notice>
  );
}
