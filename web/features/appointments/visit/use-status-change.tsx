import { type ReactNode, useCallback, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { changeFollowing } from '#shared/contract/staff-appointments.ts';
import { formatTimeOf, formatWeekdayDate } from '#shared/domain/time-words.ts';
import { type AppointmentStatus, isCalledOff } from '#shared/domain/visits/appointment-status.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { readAgain } from '#web/api/hooks.ts';
import { notifiedOfAll, showNotified } from '#web/api/notified-text.ts';
import { sayFailed } from '#web/api/say-failed.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { patientName } from './appointment-names.ts';
import { type AppointmentChange, staleState, useVisitChange } from './change-appointment.ts';
import { StalePanel } from './stale-panel.tsx';
import { StatusPill, statusWord } from './status-pill.tsx';

interface Asked {
  what: 'cancel' | 'overbook' | 'stale';
  row: Appointment;
  status: AppointmentStatus;
}

/**
 * Sets the status of an appointment, with the dialogs it may need: confirm a cancellation, book a taken time,
 * or another user was faster.
 */
export function useStatusChange(): {
  setStatus(row: Appointment, status: AppointmentStatus): void;
  questions: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
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
        const text = t('staff.status.updatedText', { status: statusWord(status) });
        showNotified(t('staff.status.updatedTitle'), text, saved);
      } catch (error) {
        const current = staleState(error);
        if (current) setAsked({ what: 'stale', row: current, status });
        else if (error instanceof ApiError && error.code === 'slot_taken' && !more.overbook)
          setAsked({ what: 'overbook', row, status });
        else {
          setAsked(null);
          sayFailed(t('staff.status.failedTitle'), error, t('staff.status.failed'));
          void readAgain(['appointments']);
        }
      }
    },
    [saveVisit],
  );
  const setStatus = useCallback(
    (row: Appointment, status: AppointmentStatus) => {
      setFollowing(false);
      if (isCalledOff(status)) setAsked({ what: 'cancel', row, status });
      else void save(row, status);
    },
    [save],
  );
  async function cancelFollowing({ id, version }: Appointment) {
    try {
      const changed = await saveAll({ params: { id }, body: { status: 'cancelled', version } });
      const text = t('staff.series.cancelled', { n: changed.length });
      showNotified(t('staff.status.updatedTitle'), text, notifiedOfAll(changed));
    } catch (error) {
      sayFailed(t('staff.status.failedTitle'), error, t('staff.status.failed'));
      void readAgain(['appointments']);
    } finally {
      setAsked(null);
    }
  }
  const question = asked && wordsOf(asked);
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
            : void save(asked.row, asked.status, asked.what === 'overbook' ? { overbook: true } : {})
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

function wordsOf({ what, row, status }: Asked) {
  const lang = currentLang();
  if (what === 'stale') {
    return {
      title: t('staff.live.staleTitle'),
      description: patientName(row.patient),
      safeLabel: t('staff.live.takeTheirs'),
      confirmLabel: t('staff.live.saveAnyway'),
      destructive: isCalledOff(status),
    };
  }
  if (what === 'overbook') {
    return {
      title: t('staff.overbook.title'),
      description: t('staff.status.reactivateTaken'),
      safeLabel: t('common.action.cancel'),
      confirmLabel: t('staff.overbook.confirm'),
      destructive: false,
    };
  }
  return {
    title: t('staff.status.cancelTitle'),
    description: t(row.patient.unreachable ? 'staff.status.cancelCall' : 'staff.status.cancelText', {
      name: patientName(row.patient),
      date: formatWeekdayDate(lang, row.appointmentDate),
      time: formatTimeOf(lang, row.appointmentDate, row.appointmentTime),
    }),
    safeLabel: t('staff.status.keep'),
    confirmLabel: t('staff.visit.cancel'),
    destructive: true,
  };
}
