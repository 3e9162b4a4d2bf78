import { type ReactNode, useCallback, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { changeFollowing } from '#shared/contract/staff-appointments.ts';
import { formatTimeOf, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { type AppointmentStatus, isCancelledStatus } from '#shared/domain/visits/appointment-status.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { refetchSubjects } from '#web/api/hooks.ts';
import { findNotified, showNotifiedToast } from '#web/api/notified-text.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { formatPatientName, useLocationServiceNames } from './appointment-names.ts';
import { type AppointmentChange, getStaleAppointment, useVisitChange } from './change-appointment.ts';
import { StalePanel } from './stale-panel.tsx';
import { formatVisitStatus, StatusPill } from './status-pill.tsx';

interface StatusQuestion {
  what: 'cancel' | 'taken' | 'closed' | 'stale';
  row: Appointment;
  status: AppointmentStatus;
}

/** The time is taken, or the branch is closed then: overbooking is possible. */
const isOverbookable = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'slot_taken' || error.code === 'outside_hours');

/**
 * Sets the status of an appointment, with the dialogs it may need: confirm a cancellation, overbook, or
 * another user was faster.
 */
export function useStatusChange(): {
  setStatus(row: Appointment, status: AppointmentStatus): void;
  questions: ReactNode;
} {
  const [asked, setAsked] = useState<StatusQuestion | null>(null);
  const { mutateAsync: saveVisit, isPending: saving } = useVisitChange();
  const { mutateAsync: saveAll, isPending: savingAll } = useChange(changeFollowing);
  const busy = saving || savingAll;
  /** The later appointments of the series are cancelled too. */
  const [following, setFollowing] = useState(false);

  const save = useCallback(
    async (row: Appointment, status: AppointmentStatus, more: AppointmentChange = {}) => {
      try {
        const saved = await saveVisit({ id: row.id, status, version: row.version, ...more });
        setAsked(null);
        const text = t('staff.status.updatedText', { status: formatVisitStatus(status) });
        showNotifiedToast(t('staff.status.updatedTitle'), text, saved);
      } catch (error) {
        const current = getStaleAppointment(error);
        if (current) setAsked({ what: 'stale', row: current, status });
        else if (isOverbookable(error) && !more.overbook)
          setAsked({ what: error.code === 'slot_taken' ? 'taken' : 'closed', row, status });
        else {
          setAsked(null);
          showErrorToast(t('staff.status.failedTitle'), error, t('staff.status.failed'));
          void refetchSubjects(['appointments']);
        }
      }
    },
    [saveVisit],
  );
  const setStatus = useCallback(
    (row: Appointment, status: AppointmentStatus) => {
      setFollowing(false);
      if (isCancelledStatus(status)) setAsked({ what: 'cancel', row, status });
      else void save(row, status);
    },
    [save],
  );
  async function cancelFollowing({ id, version }: Appointment) {
    try {
      const changed = await saveAll({ params: { id }, body: { status: 'cancelled', version } });
      const text = t('staff.series.cancelled', { n: changed.length });
      showNotifiedToast(t('staff.status.updatedTitle'), text, findNotified(changed));
    } catch (error) {
      showErrorToast(t('staff.status.failedTitle'), error, t('staff.status.failed'));
      void refetchSubjects(['appointments']);
    } finally {
      setAsked(null);
    }
  }
  const names = useLocationServiceNames();
  const question =
    asked && buildStatusDialog(asked, names.location(asked.row.locationId, asked.row.locationName));
  return {
    setStatus,
    questions: asked && question && (
      <ConfirmDialog
        open
        {...question}
        busy={busy}
        closeLabel={t('common.action.close')}
        onCancel={() => setAsked(null)}
        onConfirm={() =>
          following && asked.what === 'cancel'
            ? void cancelFollowing(asked.row)
            : void save(asked.row, asked.status, isOverbooking(asked) ? { overbook: true } : {})
        }
      >
        {asked.what === 'cancel' && asked.row.seriesId !== null && (
          <Checkbox
            label={t('staff.series.cancel')}
            checked={following}
            onChange={({ target }) => setFollowing(target.checked)}
          />
        )}
        {asked.what === 'stale' && (
          <StalePanel current={asked.row} mine={<StatusPill status={asked.status} />} />
        )}
      </ConfirmDialog>
    ),
  };
}

const isOverbooking = ({ what }: StatusQuestion): boolean => what === 'taken' || what === 'closed';

function buildStatusDialog({ what, row, status }: StatusQuestion, location: string) {
  const lang = currentLang();
  if (what === 'stale') {
    return {
      title: t('staff.live.staleTitle'),
      description: formatPatientName(row.patient),
      safeLabel: t('staff.live.takeTheirs'),
      confirmLabel: t('staff.live.saveAnyway'),
      destructive: isCancelledStatus(status),
    };
  }
  if (what === 'taken' || what === 'closed') {
    return {
      title: t('staff.overbook.title'),
      description:
        what === 'taken' ? t('staff.status.reactivateTaken') : t('staff.overbook.closedText', { location }),
      safeLabel: t('common.action.cancel'),
      confirmLabel: t('staff.overbook.confirm'),
      destructive: false,
    };
  }
  return {
    title: t('staff.status.cancelTitle'),
    description: t(row.patient.unreachable ? 'staff.status.cancelCall' : 'staff.status.cancelText', {
      name: formatPatientName(row.patient),
      date: formatWeekdayDate(lang, row.appointmentDate),
      time: formatTimeOf(lang, row.appointmentDate, row.appointmentTime),
    }),
    safeLabel: t('staff.status.keep'),
    confirmLabel: t('staff.visit.cancel'),
    destructive: true,
  };
}
