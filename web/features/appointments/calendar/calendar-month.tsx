import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { calendarMonth } from '#shared/contract/staff-appointments.ts';
import { addMonths, monthKey } from '#shared/domain/clinic-time.ts';
import { formatLongDate, formatMonth } from '#shared/domain/format-time.ts';
import { allStatuses } from '#shared/domain/visits/appointment-status.ts';
import { useRead } from '#web/api/hooks.ts';
import { StatusPill } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { createMonthFormat } from '#web/ui/form/time/day-format.ts';
import { MonthInput } from '#web/ui/form/time/month-input.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CalendarList } from './calendar-list.tsx';
import type { CalendarPartProps } from './calendar-place.ts';
import { MonthCalendar } from './month-calendar.tsx';

const turn = { size: 20, strokeWidth: 1.7, 'aria-hidden': true, className: 'flip' } as const;

/** A month. On a phone, and while no branch is chosen, the chosen day is listed below it. */
export function CalendarMonth({ place, go, clock, columns, actions, whose }: CalendarPartProps) {
  const lang = currentLang();
  const { month, day, branch } = place;
  const { data, isError } = useRead(
    calendarMonth,
    { query: { month, locationId: branch ?? undefined, doctorId: whose.doctorId ?? undefined } },
    { keepPrevious: true },
  );
  const thisMonth = monthKey(clock.date);
  const turnTo = (next: string) => go({ month: next, day: null });
  const listed = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  /**
   * On a wide screen opens the day of the chosen branch; on a phone, or without a branch, lists the day below
   * the month.
   */
  const open = (chosen: string) => {
    const opensDay = branch !== null && matchMedia('(min-width: 900px)').matches;
    wasPressed.current = !opensDay;
    go({ day: chosen, ...(opensDay ? { view: 'day' } : { month }) });
  };
  useEffect(() => {
    if (day && wasPressed.current) listed.current?.scrollIntoView({ block: 'start' });
  }, [day]);
  return (
    <>
      <Card className="overflow-hidden">
        <div className="flex items-center gap-1 px-3 py-[10px] lg:gap-2 lg:px-[14px]">
          <MonthInput
            value={month}
            current={thisMonth}
            onChange={turnTo}
            format={createMonthFormat()}
            labels={{
              previous: t('staff.calendar.previousYear'),
              next: t('staff.calendar.nextYear'),
              panel: t('staff.calendar.chooseMonth'),
            }}
            trigger={
              <button
                type="button"
                title={t('staff.calendar.chooseMonth')}
                className="me-auto min-h-tap rounded-sm px-2 text-start text-[1.125rem] font-strong hover:bg-tint"
              >
                <span aria-live="polite">{formatMonth(lang, month)}</span>
              </button>
            }
          />
          <Button
            kind="out"
            size="sm"
            aria-label={t('staff.calendar.goToday')}
            onClick={() => turnTo(thisMonth)}
          >
            {t('common.time.today')}
          </Button>
          <IconButton label={t('staff.calendar.previous')} onClick={() => turnTo(addMonths(month, -1))}>
            <ChevronLeft {...turn} />
          </IconButton>
          <IconButton label={t('staff.calendar.next')} onClick={() => turnTo(addMonths(month, 1))}>
            <ChevronRight {...turn} />
          </IconButton>
        </div>
        {isError && !data && <Notice kind="danger">{t('staff.calendar.loadFailed')}</Notice>}
        <MonthCalendar
          month={month}
          days={data?.days}
          today={clock.date}
          chosen={day}
          alerts={actions.alerts}
          onOpen={open}
          onMonthChange={(next) => go({ month: next })}
        />
      </Card>
      <div className="flex flex-wrap items-center gap-2">
        {allStatuses.map((status) => (
          <StatusPill key={status} status={status} />
        ))}
        <p className="ms-auto text-xs text-ink-2 max-lg:sr-only">{t('staff.calendar.keys')}</p>
      </div>
      {day && (
        <div ref={listed} className={cx('grid scroll-mt-20 gap-3', branch !== null && 'lg:hidden')}>
          <CalendarList from={day} to={day} {...{ branch, clock, columns, actions, whose }} />
          <Button kind="out" className="lg:hidden" onClick={() => go({ view: 'day' })}>
            {t('staff.calendar.openDay', { date: formatLongDate(lang, day) })}
          </Button>
        </div>
      )}
    </>
  );
}
