import { useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { refetchSubjects } from '#web/api/hooks.ts';
import { showNotifiedToast } from '#web/api/notified-text.ts';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { getStaleAppointment, useVisitChange } from '#web/features/appointments/visit/change-appointment.ts';
import { currentLang, t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import type { DayPlan } from './day-plan.ts';
import { type DropConflict, type DropTarget, findTargetColumn } from './drop-target.ts';
import { formatConflict } from './use-moving-appointment.ts';

interface UnconfirmedMove {
  row: Appointment;
  target: DropTarget;
  doubt: 'taken' | 'outside';
}

/**
 * Saves a moved appointment. A taken time or a time outside the hours needs confirmation; a time at which the
 * patient has another appointment is rejected.
 */
export function useSaveMove(date: string, plan: DayPlan) {
  const [asking, setAsking] = useState<UnconfirmedMove | null>(null);
  const { mutateAsync: save, isPending: busy } = useVisitChange();

  function refuse(row: Appointment, description: string) {
    showToast({
      kind: 'error',
      title: t('staff.calendar.carry.back', { name: formatPatientName(row.patient) }),
      description,
    });
  }
  async function move({ row, target }: Pick<UnconfirmedMove, 'row' | 'target'>, overbook: boolean) {
    const time = timeOfMinutes(target.from);
    const column = findTargetColumn(plan, target);
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
      showNotifiedToast(t('staff.move.doneTitle'), description, saved);
    } catch (error) {
      void refetchSubjects(['appointments']);
      refuse(
        row,
        getStaleAppointment(error)
          ? t('staff.calendar.carry.stale')
          : getErrorMessage(error, t('staff.move.failed')),
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
    drop(row: Appointment, target: DropTarget, conflict: DropConflict | null) {
      const stays =
        findTargetColumn(plan, target)?.holds(row) === true &&
        row.appointmentTime === timeOfMinutes(target.from);
      if (stays) return;
      if (conflict?.kind === 'busy') return refuse(row, formatConflict(conflict));
      if (conflict) setAsking({ row, target, doubt: conflict.kind });
      else void move({ row, target }, false);
    },
  };
}
