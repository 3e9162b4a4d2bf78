import { type FormEvent, useRef, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { changeFollowing, type RefusedTime } from '#shared/contract/staff-appointments.ts';
import { formatTimeOf, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { type ApiError, getErrorMessage } from '#web/api/client.ts';
import { findNotified, type NotifiedVisit, showNotifiedToast } from '#web/api/notified-text.ts';
import { readDoctorChoice } from '#web/features/appointments/doctors/doctor-choice.ts';
import { useMoveAppointment } from '#web/features/appointments/moving/use-move-appointment.ts';
import {
  findTimeDoubt,
  isOverbooking,
  type StaffGrid,
  type TimeDoubt,
  useStaffTimes,
} from '#web/features/appointments/new/use-staff-times.ts';
import type { FieldErrors } from '#web/features/appointments/new/visit-time-fields.tsx';
import { listSeriesConflicts } from '#web/features/appointments/series/conflict-notice.tsx';
import { isTimeGone } from '#web/features/appointments/time-is-gone.ts';
import {
  formatPatientName,
  useLocationServiceNames,
} from '#web/features/appointments/visit/appointment-names.ts';
import { getStaleAppointment, useVisitChange } from '#web/features/appointments/visit/change-appointment.ts';
import { currentLang, t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';

export interface StaffMove {
  row: Appointment;
  kind: StaffGrid;
  today: string;
  onClose(): void;
}

/** New time of an appointment and the move itself; a taken time only after a second confirmation. */
export function useStaffMove({ row, kind, today, onClose }: StaffMove) {
  const lang = currentLang();
  const names = useLocationServiceNames();
  const [seen, setSeen] = useState(row);
  const [stale, setStale] = useState(false);
  const { mutateAsync: save } = useVisitChange();
  const { mutateAsync: saveAll } = useChange(changeFollowing);
  const moved = useRef<NotifiedVisit>({});
  /** The later appointments of the series move too. */
  const [following, setFollowing] = useState(false);
  const [conflicts, setConflicts] = useState<readonly RefusedTime[]>([]);
  const { when, to, choose, busy, ...mover } = useMoveAppointment(
    row.locationId,
    async ({ locationId, date, time }, overbook: boolean) => {
      const to = { locationId, appointmentDate: date, appointmentTime: time, version: seen.version };
      if (following) {
        const all = await saveAll({ params: { id: row.id }, body: to });
        moved.current = findNotified(all);
        return all;
      }
      moved.current = await save({ id: row.id, ...to, overbook });
      return moved.current;
    },
    row.appointmentDate < today ? null : row.appointmentDate,
  );
  const [errors, setErrors] = useState<FieldErrors>({});
  const [asking, setAsking] = useState<TimeDoubt | null>(null);
  const times = useStaffTimes({
    grid: kind,
    locationId: when.locationId,
    date: when.date,
    serviceId: row.serviceId,
    doctor: readDoctorChoice(seen),
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
    // For a series the server checks each time: overbooking is never possible.
    const doubt = following ? null : findTimeDoubt(times, when.time);
    setAsking(doubt);
    if (!doubt) void move(null);
  }
  /** `doubt`: the reason that the user has confirmed. */
  async function move(doubt: TimeDoubt | null, target = to) {
    if (!target) return;
    const refused = await mover.move(target, isOverbooking(doubt));
    setAsking(null);
    if (refused) return onRefused(refused);
    const description = t('staff.move.doneText', {
      date: formatWeekdayDate(lang, target.date),
      time: formatTimeOf(lang, target.date, target.time),
    });
    showNotifiedToast(t('staff.move.doneTitle'), description, moved.current);
    onClose();
  }
  /** Moves to a free time shown, at the appointment's own branch. */
  function moveTo(date: string, time: string) {
    choose({ locationId: row.locationId, date, time });
    void move(null, { locationId: row.locationId, date, time });
  }
  function onRefused(error: ApiError) {
    const current = getStaleAppointment(error);
    if (current) {
      setSeen(current);
      return setStale(true);
    }
    const refusedTimes = listSeriesConflicts(error);
    setConflicts(refusedTimes);
    if (refusedTimes.length > 0) return;
    const description =
      error.code === 'patient_busy'
        ? t('staff.overbook.patientBusy', { name: formatPatientName(row.patient) })
        : getErrorMessage(error, t('staff.move.failed'));
    showToast({ kind: 'error', title: t('staff.toast.updateFailed'), description });
    if (isTimeGone(error)) setErrors({ time: description });
  }
  return {
    names,
    seen,
    stale,
    when,
    choose,
    errors,
    busy,
    asking,
    setAsking,
    times,
    submit,
    move,
    moveTo,
    following,
    setFollowing,
    conflicts,
  };
}
