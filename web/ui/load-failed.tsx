import { t } from '#web/i18n.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface LoadFailedProps {
  title: string;
  /** What the server said of it. */
  reason?: string | undefined;
  onAgain(): void;
}

/** In place of what could not be read, with one press to ask again. */
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
