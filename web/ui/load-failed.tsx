import { t } from '#web/i18n.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface LoadFailedProps {
  title: string;
  /** The server's error message. */
  reason?: string | undefined;
  onAgain(): void;
}

/** Shown instead of content that could not be loaded, with a button to try again. */
export function LoadFailed({ title, reason, onAgain }: LoadFailedProps) {
  return (
    <Notice kind="danger" live title={title}>
      {reason && <p>{reason}</p>}
      <Button kind="out" size="sm" className="mt-2" onClick={onAgain}>
        {t('common.action.retry')}
      </Button>
    </Notice>
  );
}
