import { Plus } from 'lucide-react';
import type { DayAvailability } from '#shared/contract/schedules.ts';
import { getAvailability } from '#shared/contract/schedules.ts';
import { calendarDay } from '#shared/contract/staff-appointments.ts';
import { type ClinicClock, minutesOf, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/time-words.ts';
import { useRead } from '#web/api/hooks.ts';
import type { RowActions } from '#web/features/appointments/list/row-menu.tsx';
import type { StaffGrid } from '#web/features/appointments/new/use-staff-times.ts';
import { useDraftRow } from '#web/features/appointments/notes/note-draft.ts';
import { NoteEditor } from '#web/features/appointments/notes/note-editor.tsx';
import { useNames } from '#web/features/appointments/visit/appointment-names.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { type DayPlan, fullHours, inLane, type Lane, planOfDay, type Span } from './day-lanes.ts';
import { DayVisit, OffVisits } from './day-visit.tsx';

/** Pixels a minute: a visit of 20 minutes is as high as a finger. */
const scale = 2.3;

interface DayViewProps {
  kind: StaffGrid;
  locationId: number;
  date: string;
  clock: ClinicClock;
  actions: RowActions;
  onNew(preset: { locationId: number; date: string; time?: string }): void;
}

/**
 * A branch's day by the hour, with a lane per room; a free time leads straight to a new appointment there.
 */
export function DayView({ kind, locationId, date, clock, actions, onNew }: DayViewProps) {
  const day = useRead(calendarDay, { query: { date, locationId } }, { keepPrevious: true });
  const grid = useRead(getAvailability, { params: { id: locationId }, query: { date, grid: kind } });
  const held = useDraftRow();
  const slots = (grid.data as DayAvailability | undefined)?.slots;
  if (day.isError && !day.data) return <Notice kind="danger">{t('staff.calendar.loadFailed')}</Notice>;
  if (!day.data || !slots) return <DaySkeleton />;
  const { rooms, windows, appointments } = day.data;
  const plan = planOfDay({
    rooms,
    appointments,
    windows: windows.map(({ startTime, endTime }) => ({
      from: minutesOf(startTime),
      to: minutesOf(endTime),
    })),
    starts: date < clock.date ? [] : slots.map(({ time }) => minutesOf(time)),
  });
  const noteHere = held?.locationId === locationId && held.appointmentDate === date;
  const isClosed = slots.length === 0;
  return (
    <div className="grid gap-4">
      {noteHere && (
        <NoteEditor seen={held} fresh={appointments.find(({ id }) => id === held.id)} mode={actions.notes} />
      )}
      {isClosed && (
        <Notice title={t('staff.calendar.closed')}>
          {date >= clock.date && (
            <Button kind="out" size="sm" className="mt-2" onClick={() => onNew({ locationId, date })}>
              {t('staff.overbook.option')}
            </Button>
          )}
        </Notice>
      )}
      {appointments.length === 0 && (
        <p className="px-1 text-small text-ink-2">{t('staff.calendar.emptyDay')}</p>
      )}
      {(!isClosed || plan.lanes.some(({ visits }) => visits.length > 0)) && (
        <Lanes
          plan={plan}
          now={date === clock.date ? clock.minutes : null}
          actions={actions}
          noteOpen={held?.id ?? null}
          onFree={(time) => onNew({ locationId, date, time })}
        />
      )}
      <OffVisits rows={plan.off} actions={actions} noteOpen={held?.id ?? null} />
    </div>
  );
}

const laneName = ({ room }: Lane): string =>
  room === null ? t('staff.calendar.overbooked') : t('staff.calendar.room', { n: room });
const at = (hours: Span, { from, to }: Span) => ({
  insetBlockStart: (from - hours.from) * scale,
  blockSize: (to - from) * scale,
});

interface LanesProps {
  plan: DayPlan;
  now: number | null;
  actions: RowActions;
  noteOpen: number | null;
  onFree(time: string): void;
}

function Lanes({ plan, now, actions, noteOpen, onFree }: LanesProps) {
  const lang = currentLang();
  const names = useNames();
  const { hours, lanes } = plan;
  const height = { blockSize: (hours.to - hours.from) * scale };
  return (
    <Card className="flex overflow-x-auto">
      <div aria-hidden="true" className="w-[68px] flex-none lg:w-20">
        <div className="h-10 rounded-ss-card bg-sunk" />
        <div className="relative" style={height}>
          {fullHours(hours).map((hour) => (
            <span
              key={hour}
              className="num absolute end-2 pt-1 text-xs text-ink-2"
              style={at(hours, { from: hour, to: hour + 60 })}
            >
              {formatTime(lang, timeOfMinutes(hour))}
            </span>
          ))}
        </div>
      </div>
      <div className="flex min-w-0 flex-1">
        {lanes.map((lane, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rooms stand in a fixed order
          <section
            key={index}
            aria-label={laneName(lane)}
            className="min-w-[150px] flex-1 border-s border-line"
          >
            <h3 className="grid h-10 items-center bg-sunk px-3 text-xs font-medium text-ink-2">
              {laneName(lane)}
            </h3>
            <div className="relative" style={height}>
              {fullHours(hours).map((hour) => (
                <span
                  key={hour}
                  aria-hidden="true"
                  className="absolute inset-x-0 border-t border-line first:border-t-0"
                  style={at(hours, { from: hour, to: hour + 60 })}
                />
              ))}
              <ul>
                {inLane(lane).map(({ row, time, ...span }) => (
                  <li
                    key={row ? row.id : time}
                    className={cx('absolute inset-x-1 py-px', !row && 'z-0')}
                    style={at(hours, span)}
                  >
                    {row ? (
                      <DayVisit
                        row={row}
                        names={names}
                        actions={actions}
                        noteElsewhere={noteOpen !== null && noteOpen !== row.id}
                      />
                    ) : (
                      <FreeTime time={time} lane={laneName(lane)} onChoose={() => onFree(time)} />
                    )}
                  </li>
                ))}
              </ul>
              {now !== null && now >= hours.from && now < hours.to && (
                <span
                  className="pointer-events-none absolute inset-x-0 border-t-2 border-accent"
                  style={{ insetBlockStart: (now - hours.from) * scale }}
                >
                  {index === 0 && (
                    <span className="absolute -top-2 start-1 rounded-full bg-btn px-2 text-tiny text-btn-ink">
                      {t('staff.calendar.now')}
                    </span>
                  )}
                </span>
              )}
            </div>
          </section>
        ))}
      </div>
    </Card>
  );
}

function FreeTime({ time, lane, onChoose }: { time: string; lane: string; onChoose(): void }) {
  const when = formatTime(currentLang(), time);
  return (
    <button
      type="button"
      aria-label={t('staff.calendar.newAt', { time: when, room: lane })}
      onClick={onChoose}
      className="group flex size-full items-center gap-2 rounded-sm border border-transparent px-2 text-xs text-ink-2 hover:border-line-2 hover:bg-tint focus-visible:bg-tint"
    >
      <Plus
        size={16}
        strokeWidth={1.7}
        aria-hidden="true"
        className="flex-none text-ink-3 group-hover:text-accent"
      />
      <span className="truncate">{t('staff.calendar.free', { time: when })}</span>
    </button>
  );
}

function DaySkeleton() {
  return (
    <LoadingRegion label={t('common.state.loading')}>
      <Skeleton className="h-96 rounded-card!" />
    </LoadingRegion>
  );
}
