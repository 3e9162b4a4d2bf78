import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

interface SessionWarningProps {
  /** Milliseconds until the session ends. */
  left: number;
  onStay(): void;
}

/** Asks whether the user is still active. */
export const SessionWarning = ({ left, onStay }: SessionWarningProps) => (
  <Dialog
    open
    role="alertdialog"
    onClose={onStay}
    title={t('session.endingTitle')}
    description={t('session.endingText', { n: Math.ceil(left / 60_000) })}
    closeLabel={t('session.stay')}
    actions={<Button onClick={onStay}>{t('session.stay')}</Button>}
  />
);
