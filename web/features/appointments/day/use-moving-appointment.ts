import { useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { formatColumnName } from './column-name.ts';
import { type DayPlan, hasRoomOrDoctor } from './day-plan.ts';
import {
  type DropConflict,
  type DropTarget,
  findDropConflict,
  findRowTarget,
  findTargetColumn,
  stepTarget,
} from './drop-target.ts';
import { toAppointmentSpan } from './lanes.ts';

interface MoveInProgress {
  row: Appointment;
  target: DropTarget;
  by: 'keys' | 'hand';
}
/** An appointment that is being moved, its drop position and the reason against it. */
export interface MovedAppointment extends MoveInProgress {
  readonly conflict: DropConflict | null;
}

const formatMinute = (minute: number): string => formatTime(currentLang(), timeOfMinutes(minute));

/** Text of a conflict. */
export function formatConflict(conflict: DropConflict): string {
  if (conflict.kind === 'outside') return t('staff.calendar.conflict.outside');
  const { with: other } = conflict;
  const time = formatTime(currentLang(), other.appointmentTime);
  return conflict.kind === 'busy'
    ? t('staff.calendar.conflict.busy', { time })
    : t('staff.calendar.conflict.taken', { name: formatPatientName(other.patient), time });
}

export function formatTarget(plan: DayPlan, target: DropTarget): string {
  const column = findTargetColumn(plan, target);
  return joinWithComma(formatMinute(target.from), column ? formatColumnName(column) : null);
}

/**
 * Moves one appointment by pointer or by keys. Both only change the drop position, so that a conflict is
 * shown before the drop. `announce` informs screen readers.
 */
export function useMovingAppointment(
  plan: DayPlan,
  onDrop: (row: Appointment, target: DropTarget, conflict: DropConflict | null) => void,
  announce: (text: string) => void,
) {
  const [inHand, setInHand] = useState<MoveInProgress | null>(null);
  const against = ({ id, userId, durationMinutes: minutes }: Appointment, target: DropTarget) =>
    findDropConflict(plan, { id, userId, minutes }, target);
  const carried: MovedAppointment | null = inHand && {
    ...inHand,
    conflict: against(inHand.row, inHand.target),
  };

  function say(row: Appointment, target: DropTarget) {
    const conflict = against(row, target);
    announce(
      joinWithComma(
        formatTarget(plan, target),
        conflict ? formatConflict(conflict) : t('staff.calendar.conflict.none'),
      ),
    );
  }
  return {
    carried,
    take(row: Appointment, by: MoveInProgress['by']) {
      const first = plan.columns.find(({ column }) => hasRoomOrDoctor(column))?.column.key;
      const target = findRowTarget(plan, row) ?? { key: first ?? '', from: toAppointmentSpan(row).from };
      setInHand({ row, target, by });
      announce(
        t('staff.calendar.carry.taken', {
          name: formatPatientName(row.patient),
          place: formatTarget(plan, target),
        }),
      );
    },
    over(target: DropTarget) {
      if (!inHand || (inHand.target.key === target.key && inHand.target.from === target.from)) return;
      setInHand({ ...inHand, target });
      say(inHand.row, target);
    },
    step(by: Parameters<typeof stepTarget>[2]) {
      if (!inHand) return;
      const target = stepTarget(plan, inHand.target, by);
      setInHand({ ...inHand, target });
      say(inHand.row, target);
    },
    /**
     * Drops the appointment; a pointer passes the exact position, which may be further than the last one
     * seen.
     */
    drop(at?: DropTarget | null) {
      if (!inHand) return;
      const { row, target } = { ...inHand, ...(at ? { target: at } : {}) };
      setInHand(null);
      onDrop(row, target, against(row, target));
    },
    putBack() {
      if (!inHand) return;
      setInHand(null);
      announce(t('staff.calendar.carry.back', { name: formatPatientName(inHand.row.patient) }));
    },
  };
}
export type MovingControls = ReturnType<typeof useMovingAppointment>;
