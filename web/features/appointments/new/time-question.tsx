import { formatTime } from '#shared/domain/format-time.ts';
import { currentLang, type MessageKey, t } from '#web/i18n.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import type { TimeDoubt } from './use-staff-times.ts';

interface TimeQuestionProps {
  time: string;
  location: string;
  doubt: TimeDoubt;
  busy: boolean;
  onCancel(): void;
  onConfirm(): void;
}

const overbooking = { title: 'staff.overbook.title', confirm: 'staff.overbook.confirm' } as const;
const timeQuestionTexts = {
  taken: { ...overbooking, text: 'staff.overbook.text' },
  closed: { ...overbooking, text: 'staff.overbook.closedText' },
  outside: {
    title: 'staff.outside.title',
    text: 'staff.outside.text',
    confirm: 'staff.outside.confirm',
  },
} as const satisfies Record<TimeDoubt, Record<'title' | 'text' | 'confirm', MessageKey>>;

/** Second confirmation, so that nobody books a taken time or a closed branch by mistake. */
export function TimeQuestion({ time, location, doubt, ...rest }: TimeQuestionProps) {
  const { title, text, confirm } = timeQuestionTexts[doubt];
  return (
    <ConfirmDialog
      open
      {...rest}
      destructive={false}
      title={t(title)}
      description={t(text, { time: formatTime(currentLang(), time), location })}
      safeLabel={t('staff.overbook.back')}
      confirmLabel={t(confirm)}
      busyLabel={t('staff.newAppointment.submitting')}
      closeLabel={t('common.action.close')}
    />
  );
}
