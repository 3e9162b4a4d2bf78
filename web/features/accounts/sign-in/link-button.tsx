import { type ReactNode, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { removeUrlToken, useUrlToken } from './address-token.ts';

type State = 'asking' | 'busy' | 'done' | 'failed' | { message: string };

interface LinkButtonProps {
  /** Purpose of the link; selects the texts. */
  of: 'confirm' | 'enter';
  onPress(token: string): Promise<void>;
  /** Shown after success. */
  children: ReactNode;
}

/** Page of a mailed link: only its button uses the token, because mail scanners follow links. */
export function LinkButton({ of, onPress, children }: LinkButtonProps) {
  const token = useUrlToken();
  const [state, setState] = useState<State>('asking');
  async function spend() {
    setState('busy');
    try {
      await onPress(token ?? '');
      setState('done');
      removeUrlToken();
    } catch (error) {
      const spent =
        error instanceof ApiError && (error.code === 'invalid_token' || error.code === 'malformed');
      setState(spent || !(error instanceof ApiError) ? 'failed' : { message: error.message });
    }
  }
  if (state === 'done') return children;
  if (state === 'failed' || token === '')
    return (
      <Notice kind="danger" live title={t('account.link.failedTitle')}>
        {t(`account.link.${of}.failedText`)}
      </Notice>
    );
  return (
    <>
      <p className="text-ui text-ink-2">{t(`account.link.${of}.text`)}</p>
      {typeof state === 'object' && (
        <Notice kind="danger" live>
          {state.message}
        </Notice>
      )}
      <Button
        block
        busy={state === 'busy'}
        busyLabel={t(`account.link.${of}.submitting`)}
        onClick={() => void spend()}
      >
        {t(`account.link.${of}.submit`)}
      </Button>
    </>
  );
}
