import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { disableNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/disable-native-drag-preview';
import { DoorOpen, Hourglass, Layers2, type LucideIcon, Plus } from 'lucide-react';
import { type CSSProperties, memo, useEffect, useRef } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { CalendarDay } from '#shared/contract/staff-appointments.ts';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatClock, formatTime } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { isOpen, statuses } from '#shared/domain/visits/appointment-status.ts';
import type { RowActions } from '#web/features/appointments/list/row-menu.tsx';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { formatVisitStatus, statusIcons } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, formatNumberInLang, joinWithComma, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';

export type DayArrival = CalendarDay['arrivals'][number];

/** Position of a card or a free time: its column and its lane. */
export interface GridPosition {
  column: number;
  from: number;
  to: number;
  lane?: number;
  lanes?: number;
  /** Its column has a list of further appointments at the end of its lanes. */
  besideMore?: boolean;
}

/** Position and width of a column, by the custom properties of the grid. */
export const columnStyle = (column: number): CSSProperties =>
  ({ '--at': `var(--at-${column})`, '--width': `var(--width-${column})` }) as CSSProperties;

/** Position of an element in the body of the grid; see time-grid.css. */
export const getGridPositionStyle = ({
  column,
  from,
  to,
  lane = 0,
  lanes = 1,
  besideMore = false,
}: GridPosition): CSSProperties =>
  ({
    ...columnStyle(column),
    '--from': from,
    '--mins': to - from,
    '--lane': lane,
    '--lanes': lanes,
    ...(besideMore ? { '--more': 'var(--more-size)' } : {}),
  }) as CSSProperties;

const shortCardMinutes = 20;
/** Longer names take more than two lines on a card of a day with many rooms. */
const longNameLength = 24;

/** State of an appointment: the step of the day once the patient has arrived, otherwise the status. */
function getAppointmentState(
  row: Appointment,
  arrived: DayArrival | undefined,
): { icon: LucideIcon; word: string } {
  if (isOpen(row.status) && arrived?.stage === 'with_doctor')
    return { icon: DoorOpen, word: t('staff.calendar.stage.with_doctor') };
  if (isOpen(row.status) && arrived?.stage === 'waiting')
    return { icon: Hourglass, word: t('staff.calendar.stage.waiting') };
  if (isOpen(row.status) && row.overbooked)
    return { icon: Layers2, word: t('staff.appointments.overbooked') };
  return { icon: statusIcons[row.status], word: formatVisitStatus(row.status) };
}

const formatVisitDoctor = ({ doctor }: Appointment): string | null =>
  doctor && doctorName(currentLang(), doctor);

export interface CardProps extends GridPosition {
  row: Appointment;
  arrived: DayArrival | undefined;
  /** In a list, without a position in the grid. */
  flat?: boolean;
  /** Room, if the column does not name it. */
  roomWord?: string | null;
  /** The card is in its doctor's column, so that the doctor need not be named. */
  hers?: boolean;
  service: string;
  actions: RowActions;
  movable: boolean;
  reachable: boolean;
  carried: boolean;
}

/** Card of an appointment: time, patient, state and actions. */
export const DayCard = memo(function DayCard(props: CardProps) {
  const { row, arrived, service, actions, movable, reachable, carried, flat } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current || !movable) return undefined;
    return draggable({
      element: box.current,
      getInitialData: () => ({ visit: row }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => disableNativeDragPreview({ nativeSetDragImage }),
    });
  }, [row, movable]);
  const name = formatPatientName(row.patient);
  const time = formatTime(currentLang(), row.appointmentTime);
  const { icon: Icon, word } = getAppointmentState(row, arrived);
  const ticket = arrived?.ticket ?? null;
  const doctor = formatVisitDoctor(row);
  const { column, from, to, lane, lanes, besideMore } = props;
  return (
    <div
      ref={box}
      data-tone={statuses[row.status].tone}
      style={flat ? undefined : getGridPositionStyle({ column, from, to, lane, lanes, besideMore })}
      className={cx(
        'tg-visit',
        !flat && 'tg-spot',
        to - from < shortCardMinutes && 'is-short',
        movable && 'is-movable',
        carried && 'is-carried',
      )}
    >
      <button
        type="button"
        data-slot={`visit-${row.id}`}
        data-visit={row.id}
        data-column={column}
        data-from={from}
        tabIndex={reachable ? 0 : -1}
        aria-keyshortcuts={movable ? 'M' : undefined}
        aria-label={joinWithComma(
          time,
          t('staff.visit.open', { name }),
          word,
          props.roomWord,
          doctor,
          ticket === null ? null : t('staff.calendar.ticket', { n: formatNumberInLang(ticket) }),
          service,
        )}
        onClick={() => actions.open(row)}
        className="tg-open"
      >
        <span className={cx('tg-who', name.length > longNameLength && 'is-long')}>
          <Icon size={13} strokeWidth={2} aria-hidden="true" />
          <span className="num">{formatClock(currentLang(), row.appointmentTime)}</span>{' '}
          <b dir="auto">{name}</b>
        </span>
        <span className="tg-line tg-more">
          <Icon size={14} strokeWidth={2} aria-hidden="true" className="flex-none" />
          <span className="truncate">
            {joinWithComma(word, props.roomWord, props.hers ? null : doctor, service)}
          </span>
        </span>
      </button>
      {actions.alerts(row.userId, 'brief')}
      {ticket !== null && (
        <span aria-hidden="true" className="tg-ticket">
          {formatNumberInLang(ticket)}
        </span>
      )}
    </div>
  );
});

/** Another doctor's appointment in a view of one doctor: shows only that the time is taken. */
export const OtherDoctorsTime = ({ flat, ...spot }: GridPosition & { flat?: boolean }) => (
  <div style={flat ? undefined : getGridPositionStyle(spot)} className={cx('tg-others', !flat && 'tg-spot')}>
    {t('staff.whose.other')}
  </div>
);

/** A time reserved for a patient by an offer. */
export const ReservedTime = (spot: GridPosition) => (
  <div style={getGridPositionStyle(spot)} className="tg-spot tg-others tg-kept">
    {t('staff.calendar.kept')}
  </div>
);

export interface FreeProps extends GridPosition {
  /** Key of the column. */
  of: string;
  where: string;
  outside: boolean;
  reachable: boolean;
  open: boolean;
  flat?: boolean;
  onChoose(time: { key: string; from: number; to: number; outside: boolean }): void;
}

/** A free time of a room or a doctor; pressing it opens the booking. */
export const FreeButton = memo(function FreeButton(props: FreeProps) {
  const { of: key, where, outside, reachable, open, onChoose, flat, column, from, to } = props;
  const when = formatTime(currentLang(), timeOfMinutes(from));
  return (
    <button
      type="button"
      data-slot={`free-${key}-${from}`}
      data-column={column}
      data-from={from}
      tabIndex={reachable ? 0 : -1}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-label={joinWithComma(
        t('staff.calendar.newAt', { time: when, room: where }),
        outside ? t('staff.calendar.conflict.outside') : null,
      )}
      style={flat ? undefined : getGridPositionStyle({ column, from, to })}
      onClick={() => onChoose({ key, from, to, outside })}
      className={cx('tg-free', !flat && 'tg-spot', outside && 'is-outside', open && 'is-open')}
    >
      <span className="num">{formatClock(currentLang(), timeOfMinutes(from))}</span>
      {outside && !flat && (
        <small className="me-auto truncate text-xs">{t('staff.calendar.conflict.outside')}</small>
      )}
      {flat ? <small>{where}</small> : <Plus size={16} strokeWidth={1.7} aria-hidden="true" />}
    </button>
  );
});
