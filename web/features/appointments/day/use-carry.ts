import { useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/time-words.ts';
import { patientName } from '#web/features/appointments/visit/appointment-names.ts';
import { currentLang, joined, t } from '#web/i18n.ts';
import { type Conflict, columnAt, conflictAt, stepFrom, type Target, targetOfRow } from './carry.ts';
import { columnName } from './column-name.ts';
import { type DayPlan, gives } from './day-plan.ts';
import { spanOf } from './in-lanes.ts';

interface InHand {
  row: Appointment;
  target: Target;
  by: 'keys' | 'hand';
}
/** An appointment that is being moved, its drop position and the reason against it. */
export interface Carried extends InHand {
  readonly conflict: Conflict | null;
}

const timeWord = (minute: number): string => formatTime(currentLang(), timeOfMinutes(minute));

/** Text of a conflict. */
export function conflictWords(conflict: Conflict): string {
  if (conflict.kind === 'outside') return t('staff.calendar.conflict.outside');
  const { with: other } = conflict;
  const time = formatTime(currentLang(), other.appointmentTime);
  return conflict.kind === 'busy'
    ? t('staff.calendar.conflict.busy', { time })
    : t('staff.calendar.conflict.taken', { name: patientName(other.patient), time });
}

export function placeWords(plan: DayPlan, target: Target): string {
  const column = columnAt(plan, target);
  return joined(timeWord(target.from), column ? columnName(column) : null);
}

/**
 * Moves one appointment by pointer or by keys. Both only change the drop position, so that a conflict is
 * shown before the drop. `announce` informs screen readers.
 */
export function useCarry(
  plan: DayPlan,
  onDrop: (row: Appointment, target: Target, conflict: Conflict | null) => void,
  announce: (text: string) => void,
) {
  const [inHand, setInHand] = useState<InHand | null>(null);
  const against = ({ id, userId, durationMinutes: minutes }: Appointment, target: Target) =>
    conflictAt(plan, { id, userId, minutes }, target);
  const carried: Carried | null = inHand && { ...inHand, conflict: against(inHand.row, inHand.target) };

  function say(row: Appointment, target: Target) {
    const conflict = against(row, target);
    announce(
      joined(
        placeWords(plan, target),
        conflict ? conflictWords(conflict) : t('staff.calendar.conflict.none'),
      ),
    );
  }
  return {
    carried,
    take(row: Appointment, by: InHand['by']) {
      const first = plan.columns.find(({ column }) => gives(column))?.column.key;
      const target = targetOfRow(plan, row) ?? { key: first ?? '', from: spanOf(row).from };
      setInHand({ row, target, by });
      announce(
        t('staff.calendar.carry.taken', { name: patientName(row.patient), place: placeWords(plan, target) }),
      );
    },
    over(target: Target) {
      if (!inHand || (inHand.target.key === target.key && inHand.target.from === target.from)) return;
      setInHand({ ...inHand, target });
      say(inHand.row, target);
    },
    step(by: Parameters<typeof stepFrom>[2]) {
      if (!inHand) return;
      const target = stepFrom(plan, inHand.target, by);
      setInHand({ ...inHand, target });
      say(inHand.row, target);
    },
    /**
     * Drops the appointment; a pointer passes the exact position, which may be further than the last one
     * seen.
     */
    drop(at?: Target | null) {
      if (!inHand) return;
      const { row, target } = { ...inHand, ...(at ? { target: at } : {}) };
      setInHand(null);
      onDrop(row, target, against(row, target));
    },
    putBack() {
      if (!inHand) return;
      setInHand(null);
      announce(t('staff.calendar.carry.back', { name: patientName(inHand.row.patient) }));
    },
  };
}
export type Carry = ReturnType<typeof useCarry>;
