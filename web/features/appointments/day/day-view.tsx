import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { CalendarDay } from '#shared/contract/staff-appointments.ts';
import { addDays, type ClinicClock, clinicClock, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import type { DoctorScope } from '#web/api/own/doctor-scope.ts';
import type { RowActions } from '#web/features/appointments/list/row-menu.tsx';
import { TimeQuestion } from '#web/features/appointments/new/time-question.tsx';
import type { StaffGrid } from '#web/features/appointments/new/use-staff-times.ts';
import type { LocationServiceNames } from '#web/features/appointments/visit/appointment-names.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/frame/kbd.tsx';
import { LostBanner } from '#web/ui/frame/lost-banner.tsx';
import { useIsNarrow } from '#web/ui/frame/use-narrow.ts';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { DayAbsences } from './away-line.tsx';
import { DayAgenda } from './day-agenda.tsx';
import type { DayArrival } from './day-card.tsx';
import { DayGrid } from './day-grid.tsx';
import type { DayPlan } from './day-plan.ts';
import { DaySheet } from './day-sheet.tsx';
import { MoreVisits, type OpenMore } from './more-visits.tsx';
import { OffVisits } from './off-visits.tsx';
import { type OpenSlot, type PatientField, SlotBooking } from './slot-booking.tsx';
import { useDay, useDayPlan } from './use-day.ts';
import { useSaveMove } from './use-drop.ts';
import { useMovingAppointment } from './use-moving-appointment.ts';

interface DayViewProps {
  kind: StaffGrid;
  locationId: number;
  date: string;
  clock: ClinicClock;
  names: LocationServiceNames;
  actions: RowActions;
  patientField: PatientField;
  whose: Pick<DoctorScope, 'doctorId'>;
  onNew(preset: { locationId: number; date: string; time?: string }): void;
  onDay(date: string): void;
}

/** Data and callbacks shared by the grid and the list of a phone. */
export interface DayPart {
  names: LocationServiceNames;
  actions: RowActions;
  arrivals: ReadonlyMap<number, DayArrival>;
  open: OpenSlot | null;
  onChoose(slot: OpenSlot): void;
  isMovable(row: Appointment): boolean;
  onTurn(by: 1 | -1): void;
  /** The day was opened with a key from the day before or after, so that the grid takes the focus. */
  takesFocus: boolean;
}

/** Why nobody sees patients on a day: the branch is closed, or none of the doctors shown is on duty. */
function explainNoConsultation({ windows, doctors }: CalendarDay, mine: number | null): string | null {
  if (windows.length === 0) return t('staff.calendar.closed');
  const there = doctors?.some(({ id }) => mine === null || id === mine) ?? true;
  if (there) return null;
  return t(mine === null ? 'staff.calendar.nobodyOnDuty' : 'staff.whose.offDuty');
}

/** A branch's day by the hour: rooms or doctors as columns; on a phone a list of times. */
export function DayView(props: DayViewProps) {
  const { locationId, date, clock, onNew } = props;
  const { day, slots, isError, lostSince, tryNow } = useDay(props);
  const [showOutside, setShowOutside] = useState(false);
  const [turned, setTurned] = useState(false);
  const mine = props.whose.doctorId;
  const plan = useDayPlan(day, slots, { date, clock, showOutside, mine });
  if (isError) return <Notice kind="danger">{t('staff.calendar.loadFailed')}</Notice>;
  if (!day || !slots || !plan)
    return (
      <LoadingRegion label={t('common.state.loading')}>
        <Skeleton className="h-96 rounded-card!" />
      </LoadingRegion>
    );
  const nobodySees = explainNoConsultation(day, mine);
  const isToCome = date >= clock.date;
  const hasOutside = isToCome && slots.some(({ outside }) => outside);
  return (
    <div className="grid min-w-0 gap-4 *:min-w-0">
      {lostSince && (
        <LostBanner
          title={t('staff.calendar.lost', {
            time: formatTime(currentLang(), clinicClock(lostSince).time),
          })}
          tryLabel={t('staff.calendar.tryNow')}
          onTry={tryNow}
        >
          {t('staff.calendar.lostText')}
        </LostBanner>
      )}
      <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 px-1 text-small text-ink-2">
        <p>
          {joinWithComma(
            t('staff.calendar.booked', { n: plan.booked }),
            isToCome && !nobodySees
              ? plan.free > 0
                ? t('staff.calendar.freeTimes', { n: plan.free })
                : t(date === clock.date ? 'staff.calendar.noneLeft' : 'staff.calendar.full')
              : null,
          )}
        </p>
        {hasOutside && (
          <Button
            kind="gho"
            size="sm"
            aria-pressed={showOutside}
            onClick={() => setShowOutside(!showOutside)}
          >
            {t(showOutside ? 'staff.calendar.hideOutside' : 'staff.calendar.showOutside')}
          </Button>
        )}
        {isToCome && (nobodySees || plan.free === 0) && (
          <Button kind="out" size="sm" onClick={() => onNew({ locationId, date })}>
            {t('staff.overbook.option')}
          </Button>
        )}
      </div>
      {nobodySees && <Notice title={nobodySees} />}
      <DayContent
        key={`${locationId} ${date}`}
        {...props}
        day={day}
        plan={plan}
        takesFocus={turned}
        onTurn={(by) => {
          setTurned(true);
          props.onDay(addDays(date, by));
        }}
      />
    </div>
  );
}

interface DayContentProps extends DayViewProps, Pick<DayPart, 'takesFocus' | 'onTurn'> {
  day: CalendarDay;
  plan: DayPlan;
}

/** One day of one branch; open dialogs close with it. */
function DayContent(props: DayContentProps) {
  const { day, plan, kind, locationId, date, clock, names, actions, patientField } = props;
  const isNarrow = useIsNarrow();
  const [said, announce] = useState('');
  const [open, setOpen] = useState<OpenSlot | null>(null);
  const [openMore, setOpenMore] = useState<OpenMore | null>(null);
  const { asking, busy, answer, drop } = useSaveMove(date, plan);
  const carry = useMovingAppointment(
    plan,
    (...put) => {
      setOpenMore(null);
      drop(...put);
    },
    announce,
  );
  const arrivals = useMemo(() => new Map(day.arrivals.map((one) => [one.id, one])), [day.arrivals]);
  const part: DayPart = {
    names,
    actions,
    arrivals,
    open,
    onChoose: setOpen,
    isMovable: (row) => isOpen(row.status) && date >= clock.date,
    takesFocus: props.takesFocus,
    onTurn: props.onTurn,
  };
  const now = date === clock.date ? clock.minutes : null;
  const isEmpty = plan.rows.length === 0;
  return (
    <>
      <span role="status" className="sr-only">
        {said}
      </span>
      {isEmpty && <p className="px-1 text-small text-ink-2">{t('staff.calendar.emptyDay')}</p>}
      {isEmpty && <DayAbsences plan={plan} />}
      {!isEmpty && isNarrow && <DayAgenda {...part} plan={plan} now={now} />}
      {!isEmpty && !isNarrow && (
        <>
          <DayGrid {...part} plan={plan} now={now} carry={carry} openMore={openMore} onMore={setOpenMore} />
          <Tips />
          {openMore && (
            <MoreVisits
              key={`${openMore.key} ${openMore.from}`}
              {...part}
              open={openMore}
              plan={plan}
              carry={carry}
              onClose={() => setOpenMore(null)}
            />
          )}
        </>
      )}
      <OffVisits rows={plan.off} actions={actions} />
      {open && (
        <SlotBooking
          key={`${open.key} ${open.from}`}
          slot={open}
          today={clock.date}
          onClose={() => setOpen(null)}
          {...{ plan, date, locationId, kind, patientField }}
        />
      )}
      {asking && (
        <TimeQuestion
          time={timeOfMinutes(asking.target.from)}
          location={names.location(locationId)}
          doubt={asking.doubt}
          busy={busy}
          onCancel={() => answer(false)}
          onConfirm={() => answer(true)}
        />
      )}
      {createPortal(
        <DaySheet day={day} branch={locationId} names={names} mine={props.whose.doctorId} />,
        document.body,
      )}
    </>
  );
}

const tips = [
  ['↵', 'staff.calendar.tip.book'],
  ['M', 'staff.calendar.tip.carry'],
  ['Esc', 'staff.calendar.tip.back'],
] as const;

/** Keys of the grid, for sighted users; each button has its own hint for screen readers. */
const Tips = () => (
  <p className="flex flex-wrap gap-x-5 gap-y-1 px-1 text-xs text-ink-2 max-lg:hidden touch:hidden">
    {tips.map(([key, what]) => (
      <span key={key}>
        <Kbd>{key}</Kbd> {t(what)}
      </span>
    ))}
  </p>
);
