import { type RefObject, useRef } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/time-words.ts';
import { useDoing } from '#web/api/changes.ts';
import { t } from '#web/i18n.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { changeOwn } from './change-own.ts';
import { branchName, type MyVisitsProps } from './my-visits.ts';

interface MyCancelDialogProps {
  visit: Appointment;
  props: MyVisitsProps;
  /** Of the card her visits stand in: the button that was pressed goes with the visit. */
  heading: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Asks once, naming the day, the time and the branch that are given up. */
export function MyCancelDialog({ visit, props, heading, onClose }: MyCancelDialogProps) {
  const { lang } = props;
  const isDone = useRef(false);
  const change = useDoing(() => changeOwn(visit, { status: 'cancelled' }));
  const cancel = () =>
    change.mutate(undefined, {
      onSuccess: () => {
        isDone.current = true;
        showToast({
          kind: 'success',
          title: t('account.cancel.doneTitle'),
          description: t('account.cancel.doneText'),
        });
      },
      onError: (error) =>
        showToast({ kind: 'error', title: t('account.cancel.failed'), description: error.message }),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open
      title={t('account.cancel.title')}
      description={t('account.cancel.text', {
        date: formatWeekdayDate(lang, visit.appointmentDate),
        time: formatTime(lang, visit.appointmentTime),
        location: branchName(props, visit),
      })}
      safeLabel={t('account.cancel.keep')}
      confirmLabel={t('account.cancel.submit')}
      busyLabel={t('account.cancel.submitting')}
      busy={change.isPending}
      closeLabel={t('common.action.close')}
      returnTo={() => (isDone.current ? heading.current : null)}
      onCancel={onClose}
      onConfirm={cancel}
    />
  );
}
