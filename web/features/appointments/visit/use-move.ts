import { type FormEvent, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/clinic-time.ts';
import { ApiError, reasonOf } from '#web/api/client.ts';
import { readAgain } from '#web/api/hooks.ts';
import {
  needsOverbook,
  type StaffGrid,
  useStaffTimes,
} from '#web/features/appointments/new/use-staff-times.ts';
import type { FieldErrors, VisitTime } from '#web/features/appointments/new/visit-time-fields.tsx';
import { currentLang, t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { patientName, useNames } from './appointment-names.ts';
import { staleState, useVisitChange } from './change-appointment.ts';

export interface Move {
  row: Appointment;
  kind: StaffGrid;
  today: string;
  onClose(): void;
}

/** Where a visit shall go, and the move itself, over a taken time only after a second yes. */
export function useMove({ row, kind, onClose }: Move) {
  const lang = currentLang();
  const names = useNames();
  const [seen, setSeen] = useState(row);
  const [stale, setStale] = useState(false);
  const [when, setWhen] = useState<VisitTime>({
    locationId: row.locationId,
    date: null,
    time: null,
    overbook: false,
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const { mutateAsync: save, isPending: busy } = useVisitChange();
  const [asking, setAsking] = useState(false);
  const times = useStaffTimes({
    grid: kind,
    locationId: when.locationId,
    date: when.date,
    serviceId: row.serviceId,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const missing: FieldErrors = {
      ...(when.locationId === null ? { location: t('validation.selectLocation') } : {}),
      ...(when.date === null ? { date: t('validation.selectDate') } : {}),
      ...(when.time === null ? { time: t('validation.selectTime') } : {}),
    };
    setErrors(missing);
    const [first] = Object.keys(missing);
    if (first) return document.getElementById(`move-${first}`)?.focus();
    if (needsOverbook(times, when.time)) setAsking(true);
    else void move(false);
  }
  async function move(overbook: boolean) {
    const { locationId, date, time } = when;
    if (locationId === null || !date || !time) return;
    try {
      await save({
        id: row.id,
        locationId,
        appointmentDate: date,
        appointmentTime: time,
        overbook,
        version: seen.version,
      });
      const description = t('staff.move.doneText', {
        date: formatWeekdayDate(lang, date),
        time: formatTime(lang, time),
      });
      showToast({ kind: 'success', title: t('staff.move.doneTitle'), description });
      onClose();
    } catch (error) {
      onRefused(error);
    } finally {
      setAsking(false);
    }
  }
  function onRefused(error: unknown) {
    const current = staleState(error);
    if (current) {
      setSeen(current);
      return setStale(true);
    }
    const code = error instanceof ApiError ? error.code : null;
    const busyText = () => t('staff.overbook.patientBusy', { name: patientName(row.patient) });
    const description = code === 'patient_busy' ? busyText() : reasonOf(error, t('staff.move.failed'));
    showToast({ kind: 'error', title: t('staff.toast.updateFailed'), description });
    if (code !== 'slot_taken') return;
    setWhen((before) => ({ ...before, time: null }));
    setErrors({ time: description });
    void readAgain(['appointments']);
  }
  return { names, seen, stale, when, setWhen, errors, busy, asking, setAsking, times, submit, move };
}
