import { dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { isRtl, joinWithComma, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { CardTooltips } from './card-tooltips.tsx';
import { handleMoveKey } from './carry-keys.ts';
import { getGridPositionStyle } from './day-card.tsx';
import { DayCell } from './day-cell.tsx';
import { Backdrop, Head } from './day-frame.tsx';
import { computeColumnPositions, type DayPlan, hasRoomOrDoctor } from './day-plan.ts';
import type { DayPart } from './day-view.tsx';
import { type DropTarget, findNearestStart } from './drop-target.ts';
import type { OpenMore } from './more-visits.tsx';
import { formatAxisTime } from './time-word.ts';
import { useGridFocus } from './use-grid-focus.ts';
import {
  formatConflict,
  formatTarget,
  type MovedAppointment,
  type MovingControls,
} from './use-moving-appointment.ts';

/** First tab stop: the first free time, otherwise the first appointment. */
function findFirstTabStop({ columns }: DayPlan): string | undefined {
  const free = columns
    .flatMap(({ column, free: times }) => times.map(({ from }) => ({ from, key: column.key })))
    .toSorted((a, b) => a.from - b.from)[0];
  if (free) return `free-${free.key}-${free.from}`;
  const [visit] = columns
    .flatMap(({ visits }) => visits.filter(({ isOthers, isFolded }) => !isOthers && !isFolded))
    .toSorted((a, b) => a.from - b.from);
  return visit && `visit-${visit.row.id}`;
}

/** Column under the pointer and the allowed start nearest to it. */
function findTargetUnderPointer(
  body: HTMLElement,
  plan: DayPlan,
  input: { clientX: number; clientY: number },
  grip: number,
): DropTarget | null {
  const rect = body.getBoundingClientRect();
  const style = getComputedStyle(body);
  const axis = Number.parseFloat(style.getPropertyValue('--axis'));
  const scale = Number.parseFloat(style.getPropertyValue('--scale'));
  const along = (isRtl() ? rect.right - input.clientX : input.clientX - rect.left) - axis;
  const share = along / (rect.width - axis);
  const index = share < 0 ? -1 : computeColumnPositions(plan.columns).findLastIndex(({ at }) => at <= share);
  const column = plan.columns[index]?.column;
  const from = findNearestStart(plan, plan.hours.from + (input.clientY - grip - rect.top) / scale);
  return !column || !hasRoomOrDoctor(column) || from === null ? null : { key: column.key, from };
}

/** Handles dragging over the grid; a drop elsewhere cancels the move. */
function useGridDragging(body: RefObject<HTMLElement | null>, plan: DayPlan, carry: MovingControls) {
  const latest = useRef({ plan, carry });
  useEffect(() => {
    latest.current = { plan, carry };
  });
  useEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    let grip = 0;
    const under = (input: { clientX: number; clientY: number }) =>
      findTargetUnderPointer(element, latest.current.plan, input, grip);
    const stops = [
      dropTargetForElements({
        element,
        onDrag({ location }) {
          const target = under(location.current.input);
          if (target) latest.current.carry.over(target);
        },
      }),
      monitorForElements({
        onDragStart({ source, location }) {
          grip = location.initial.input.clientY - source.element.getBoundingClientRect().top;
          latest.current.carry.take(source.data.visit as Appointment, 'hand');
        },
        onDrop: ({ location: { current } }) =>
          current.dropTargets.length > 0
            ? latest.current.carry.drop(under(current.input))
            : latest.current.carry.putBack(),
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [body]);
}

/** Custom properties that position everything in the grid; see time-grid.css. */
const gridStyle = ({ columns, hours }: DayPlan): CSSProperties =>
  ({
    '--shares': columns.reduce((sum, { share }) => sum + share, 0),
    '--columns': columns.map(({ share }) => `minmax(0, ${share}fr)`).join(' '),
    '--start': hours.from,
    ...Object.fromEntries(
      computeColumnPositions(columns).flatMap(({ at, width }, index) => [
        [`--at-${index}`, at],
        [`--width-${index}`, width],
      ]),
    ),
  }) as CSSProperties;

interface DayGridProps extends DayPart {
  plan: DayPlan;
  carry: MovingControls;
  now: number | null;
  openMore: OpenMore | null;
  onMore(open: OpenMore): void;
}

/** A long day opens scrolled to the current time. */
function useScrollToNow(pane: RefObject<HTMLElement | null>, plan: DayPlan, now: number | null) {
  const first = useRef({ plan, now });
  useEffect(() => {
    const {
      plan: { hours },
      now: at,
    } = first.current;
    if (!pane.current || at === null || at < hours.from || at >= hours.to) return;
    const share = (at - hours.from) / (hours.to - hours.from);
    const { scrollHeight, clientHeight } = pane.current;
    pane.current.scrollTo({ top: scrollHeight * share - clientHeight / 3, behavior: 'instant' });
  }, [pane]);
}

/**
 * A branch's day by the hour: rooms or doctors as columns; each row of the grid is a time at which something
 * begins. One tab stop; arrow keys move inside, Enter on a free time books, M moves an appointment.
 */
export function DayGrid(props: DayGridProps) {
  const { plan, carry, now, isMovable, onTurn, takesFocus } = props;
  const pane = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const focus = useGridFocus(grid, findFirstTabStop(plan), takesFocus);
  useGridDragging(body, plan, carry);
  useScrollToNow(pane, plan, now);
  const isNowShown = now !== null && now >= plan.hours.from && now < plan.hours.to;
  const { carried } = carry;

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const here = (event.target as HTMLElement).closest<HTMLElement>('[data-slot]');
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if (carried?.by === 'keys' ? handleMoveKey(carry, event) : onSlot(event, here)) event.preventDefault();
  }
  function onSlot(event: KeyboardEvent, here: HTMLElement): boolean {
    const visit = plan.columns
      .flatMap(({ visits }) => visits)
      .find(({ row }) => String(row.id) === here.dataset.visit);
    // By the code of the key, because an Arabic keyboard gives another letter.
    if (event.code === 'KeyM' && visit && isMovable(visit.row)) carry.take(visit.row, 'keys');
    else if (event.key === 'PageUp' || event.key === 'PageDown') onTurn(event.key === 'PageUp' ? -1 : 1);
    else return focus.walk(event);
    return true;
  }
  return (
    <Card ref={pane} className="tg-pane">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- what stands in it takes focus */}
      <div
        ref={grid}
        role="grid"
        aria-label={t('staff.calendar.dayGrid')}
        aria-colcount={plan.columns.length + 1}
        onKeyDown={onKeyDown}
        onFocus={focus.onFocus}
        onBlur={(event) => {
          focus.onBlur(event);
          if (carried?.by === 'keys' && !event.currentTarget.contains(event.relatedTarget)) carry.putBack();
        }}
        className="tg"
        style={gridStyle(plan)}
      >
        <Head columns={plan.columns} />
        <div
          ref={body}
          role="rowgroup"
          className="tg-body"
          style={{ '--mins': plan.hours.to - plan.hours.from } as CSSProperties}
        >
          <Backdrop plan={plan} now={isNowShown ? now : null} />
          {plan.rows.map((from) => (
            <div key={from} role="row" className="contents">
              <div role="rowheader" className="sr-only">
                {formatAxisTime(from)}
              </div>
              {plan.columns.map((column, index) => (
                <DayCell
                  key={column.column.key}
                  {...props}
                  {...{ column, index, from }}
                  carriedId={carried?.row.id ?? null}
                  reachable={focus.reachable}
                />
              ))}
            </div>
          ))}
          {carried && <MovedCardPreview carried={carried} plan={plan} />}
          {isNowShown && (
            <span aria-hidden="true" className="tg-now" style={{ '--from': now } as CSSProperties} />
          )}
        </div>
      </div>
      <CardTooltips pane={pane} />
    </Card>
  );
}

/** The moved appointment at its drop position, with the reason against it. */
function MovedCardPreview({ carried, plan }: { carried: MovedAppointment; plan: DayPlan }) {
  const { row, target, conflict } = carried;
  const column = plan.columns.findIndex((one) => one.column.key === target.key);
  const to = target.from + row.durationMinutes;
  return (
    <div
      aria-hidden="true"
      className={cx('tg-spot tg-ghost', conflict && 'is-against')}
      style={getGridPositionStyle({ column, from: target.from, to })}
    >
      <span className="tg-line">
        <b dir="auto">{formatPatientName(row.patient)}</b>
      </span>
      <span className="tg-line tg-more">
        <span className="truncate">
          {joinWithComma(formatTarget(plan, target), conflict && formatConflict(conflict))}
        </span>
      </span>
    </div>
  );
}
