import { useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/time-words.ts';
import { reasonOf } from '#web/api/client.ts';
import { readAgain } from '#web/api/hooks.ts';
import { showNotified } from '#web/api/notified-text.ts';
import { patientName } from '#web/features/appointments/visit/appointment-names.ts';
import { staleState, useVisitChange } from '#web/features/appointments/visit/change-appointment.ts';
import { currentLang, t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { type Conflict, columnAt, type Target } from './carry.ts';
import type { DayPlan } from './day-plan.ts';
import { conflictWords } from './use-carry.ts';

interface Doubtful {
  row: Appointment;
  target: Target;
  doubt: 'taken' | 'outside';
}

/**
 * Saves a moved appointment. A taken time or a time outside the hours needs confirmation; a time at which the
 * patient has another appointment is rejected.
 */
export function useDrop(date: string, plan: DayPlan) {
  const [asking, setAsking] = useState<Doubtful | null>(null);
  const { mutateAsync: save, isPending: busy } = useVisitChange();

  function refuse(row: Appointment, description: string) {
    showToast({
      kind: 'error',
      title: t('staff.calendar.carry.back', { name: patientName(row.patient) }),
      description,
    });
  }
  async function move({ row, target }: Pick<Doubtful, 'row' | 'target'>, overbook: boolean) {
    const time = timeOfMinutes(target.from);
    const column = columnAt(plan, target);
    try {
      const saved = await save({
        id: row.id,
        version: row.version,
        ...(time === row.appointmentTime ? {} : { appointmentDate: date, appointmentTime: time }),
        overbook,
        ...(column?.doctor ? { doctorId: column.doctor.id } : {}),
        ...(overbook || !column?.room ? {} : { room: column.room }),
      });
      const description = t('staff.move.doneText', {
        date: formatWeekdayDate(currentLang(), date),
        time: formatTime(currentLang(), time),
      });
      showNotified(t('staff.move.doneTitle'), description, saved);
    } catch (error) {
      void readAgain(['appointments']);
      refuse(
        row,
        staleState(error) ? t('staff.calendar.carry.stale') : reasonOf(error, t('staff.move.failed')),
      );
    } finally {
      setAsking(null);
    }
  }
  return {
    asking,
    busy,
    answer(yes: boolean) {
      if (asking && yes) void move(asking, asking.doubt === 'taken');
      else setAsking(null);
    },
    drop(row: Appointment, target: Target, conflict: Conflict | null) {
      const stays =
        columnAt(plan, target)?.holds(row) === true && row.appointmentTime === timeOfMinutes(target.from);
      if (stays) return;
      if (conflict?.kind === 'busy') return refuse(row, conflictWords(conflict));
      if (conflict) setAsking({ row, target, doubt: conflict.kind });
      else void move({ row, target }, false);
    },
  };
}
