import { formatTime } from '#shared/domain/time-words.ts';
import { currentLang, t } from '#web/i18n.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';

interface OverbookQuestionProps {
  time: string;
  location: string;
  isClosed: boolean;
  busy: boolean;
  onCancel(): void;
  onConfirm(): void;
}

/** The second yes: nobody books over a taken time by a slip of the hand. */
export function OverbookQuestion({ time, location, isClosed, ...rest }: OverbookQuestionProps) {
  return (
    <ConfirmDialog
      open
      {...rest}
      destructive={false}
      title={t('staff.overbook.title')}
      description={t(isClosed ? 'staff.overbook.closedText' : 'staff.overbook.text', {
        time: formatTime(currentLang(), time),
        location,
      })}
      safeLabel={t('staff.overbook.back')}
      confirmLabel={t('staff.overbook.confirm')}
      busyLabel={t('staff.newAppointment.submitting')}
      closeLabel={t('common.action.close')}
    />
  );
}
