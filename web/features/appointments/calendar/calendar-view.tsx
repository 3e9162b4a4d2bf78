import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { calendarMonth } from '#shared/contract/appointments.ts';
import {
  addDays,
  addMonths,
  type ClinicClock,
  formatLongDate,
  formatMonth,
  isRealDate,
  monthKey,
} from '#shared/domain/clinic-time.ts';
import { allStatuses } from '#shared/domain/visits/appointment-status.ts';
import { useRead } from '#web/api/hooks.ts';
import { dayFormat, monthFormat, monthTurns } from '#web/features/appointments/day-format.ts';
import {
  AppointmentList,
  type AppointmentListProps,
} from '#web/features/appointments/list/appointment-list.tsx';
import type { RowActions } from '#web/features/appointments/list/row-menu.tsx';
import { useAppointmentList } from '#web/features/appointments/list/use-appointment-list.ts';
import type { StaffGrid } from '#web/features/appointments/new/use-staff-times.ts';
import type { VisitTime } from '#web/features/appointments/new/visit-time-fields.tsx';
import { type Names, useNames } from '#web/features/appointments/visit/appointment-names.ts';
import { StatusPill } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, inLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DateInput } from '#web/ui/form/date-input.tsx';
import { MonthInput } from '#web/ui/form/month-input.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { DayView } from './day-view.tsx';
import { MonthCalendar } from './month-calendar.tsx';

interface CalendarViewProps {
  kind: StaffGrid;
  clock: ClinicClock;
  columns: AppointmentListProps['columns'];
  actions: RowActions;
  onNew(preset: Partial<VisitTime>): void;
}

interface Place {
  view: 'month' | 'day';
  month: string;
  day: string | null;
  branch: number | null;
}

/** Where in the calendar one is, kept in the address. */
function usePlace(today: string): [Place, (change: Partial<Place>) => void] {
  const [params, setParams] = useSearchParams();
  const dayText = params.get('day') ?? '';
  const monthText = params.get('month') ?? '';
  const day = isRealDate(dayText) ? dayText : null;
  const place: Place = {
    view: params.get('view') === 'day' ? 'day' : 'month',
    day,
    month: isRealDate(`${monthText}-01`) ? monthText : monthKey(day ?? today),
    branch: Number(/^[1-9]\d{0,8}$/.exec(params.get('branch') ?? '')?.[0]) || null,
  };
  const go = useCallback(
    (change: Partial<Place>) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(change)) {
          if (value === null || value === 'month') next.delete(key);
          else next.set(key, String(value));
        }
        return next;
      }),
    [setParams],
  );
  return [place, go];
}

/** The month of all branches or of one, and a branch's day by the hour. */
export function CalendarView(props: CalendarViewProps) {
  const names = useNames();
  const [place, go] = usePlace(props.clock.date);
  const View = place.view === 'day' ? DayPart : MonthPart;
  return (
    <section aria-label={t('staff.calendar.title')} className="grid gap-4">
      <h2 className="sr-only">{t('staff.calendar.title')}</h2>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          idBase="calendar"
          label={t('staff.calendar.title')}
          value={place.view}
          onChange={(view) =>
            go({
              view: view as Place['view'],
              ...(view === 'day' && !place.day ? { day: props.clock.date } : {}),
            })
          }
          tabs={[
            { value: 'month', label: t('staff.calendar.month') },
            { value: 'day', label: t('staff.calendar.day') },
          ]}
        />
        <div className="ms-auto w-60 max-sm:w-full">
          <Select
            dense
            aria-label={t('staff.filter.location')}
            value={place.branch ?? ''}
            onChange={({ target }) => go({ branch: Number(target.value) || null })}
          >
            <option value="">{t('staff.filter.allLocations')}</option>
            {names.locations?.map(({ id, name, nameAr }) => (
              <option key={id} value={id}>
                {inLang(name, nameAr)}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <div
        role="tabpanel"
        id={`calendar-panel-${place.view}`}
        aria-labelledby={`calendar-tab-${place.view}`}
        className="grid gap-4"
      >
        <View {...props} place={place} go={go} names={names} />
      </div>
    </section>
  );
}

interface PartProps extends CalendarViewProps {
  place: Place;
  go(change: Partial<Place>): void;
  names: Names;
}

const turn = { size: 20, strokeWidth: 1.7, 'aria-hidden': true, className: 'flip' } as const;

function MonthPart({ place, go, clock, columns, actions }: PartProps) {
  const lang = currentLang();
  const { month, day, branch } = place;
  const { data, isError } = useRead(
    calendarMonth,
    { query: { month, locationId: branch ?? undefined } },
    { keepPrevious: true },
  );
  const thisMonth = monthKey(clock.date);
  const turnTo = (next: string) => go({ month: next, day: null });
  /** A wide screen opens the day; a phone lists it under the month. */
  const open = (chosen: string) =>
    go({ day: chosen, ...(matchMedia('(min-width: 900px)').matches ? { view: 'day' } : { month }) });
  return (
    <>
      <Card className="overflow-hidden">
        <div className="flex items-center gap-1 px-3 py-[10px] lg:gap-2 lg:px-[14px]">
          <MonthInput
            value={month}
            current={thisMonth}
            onChange={turnTo}
            format={monthFormat()}
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
        <div className="grid gap-3 lg:hidden">
          <DayList day={day} branch={branch} clock={clock} columns={columns} actions={actions} />
          <Button kind="out" onClick={() => go({ view: 'day' })}>
            {t('staff.calendar.openDay', { date: formatLongDate(lang, day) })}
          </Button>
        </div>
      )}
    </>
  );
}

function DayPart({ place, go, names, kind, clock, columns, actions, onNew }: PartProps) {
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
          <DayList day={day} branch={null} clock={clock} columns={columns} actions={actions} />
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

interface DayListProps extends Pick<CalendarViewProps, 'clock' | 'columns' | 'actions'> {
  day: string;
  branch: number | null;
}

function DayList({ day, branch, clock, columns, actions }: DayListProps) {
  const list = useAppointmentList({ from: day, to: day, locationId: branch ?? undefined });
  return (
    <AppointmentList
      list={list}
      layout="days"
      columns={columns}
      actions={actions}
      today={clock.date}
      emptyState={<p className="px-1 text-ui text-ink-2">{t('staff.calendar.emptyDay')}</p>}
    />
  );
}
