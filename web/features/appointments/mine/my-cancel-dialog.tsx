import { type RefObject, useRef } from 'react';
import { formatTimeOf, formatWeekdayDate } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { useMultiStepChange } from '#web/api/changes.ts';
import { useSeriesChange } from '#web/features/appointments/series/with-later-ones.tsx';
import { t } from '#web/i18n.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import type { AppointmentChanger, BookedVisit } from './change-own.ts';

interface MyCancelDialogProps {
  lang: Lang;
  visit: BookedVisit;
  /** Name of the branch. */
  location: string;
  change: AppointmentChanger;
  /** The series has later appointments, which can be cancelled too. */
  hasLater?: boolean;
  /** Heading of the card: takes the focus, because the pressed button disappears. */
  heading: RefObject<HTMLElement | null>;
  onDone?(cancelled: BookedVisit): void;
  onClose(): void;
}

/** Asks for confirmation once and names the day, time and branch. */
export function MyCancelDialog(props: MyCancelDialogProps) {
  const { lang, visit, location, heading, onDone, onClose } = props;
  const isDone = useRef(false);
  const later = useSeriesChange(visit, props);
  const change = useMultiStepChange(() => later.change(visit, { status: 'cancelled' }));
  const cancel = () =>
    change.mutate(undefined, {
      onSuccess: (cancelled) => {
        isDone.current = true;
        onDone?.(cancelled);
        showToast({
          kind: 'success',
          title: t('booking.cancel.doneTitle'),
          description: t('booking.cancel.doneText'),
        });
      },
      onError: (error) =>
        showToast({ kind: 'error', title: t('booking.cancel.failed'), description: error.message }),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open
      title={t('booking.cancel.title')}
      description={t('booking.cancel.text', {
        date: formatWeekdayDate(lang, visit.appointmentDate),
        time: formatTimeOf(lang, visit.appointmentDate, visit.appointmentTime),
        location,
      })}
      safeLabel={t('booking.cancel.keep')}
      confirmLabel={t('booking.cancel.submit')}
      busyLabel={t('booking.cancel.submitting')}
      busy={change.isPending}
      closeLabel={t('common.action.close')}
      returnTo={() => (isDone.current ? heading.current : null)}
      onCancel={onClose}
      onConfirm={cancel}
    >
      {later.box}
    </ConfirmDialog>
  );
}
