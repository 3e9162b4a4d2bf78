import { useState } from 'react';
import { confirmContact } from '#shared/contract/accounts.ts';
import { change } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { refreshSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { forgetToken, useAddressToken } from './sign-in/address-token.ts';

type State = 'asking' | 'busy' | 'done' | 'failed' | { message: string };

/** The link only opens this page; the button spends it, since mail scanners follow links. */
export function ConfirmContactForm() {
  const token = useAddressToken();
  const [state, setState] = useState<State>('asking');
  async function confirm() {
    setState('busy');
    try {
      await change(confirmContact, { body: { token: token ?? '' } });
      setState('done');
      forgetToken();
      void refreshSession();
    } catch (error) {
      const spent =
        error instanceof ApiError && (error.code === 'invalid_token' || error.code === 'malformed');
      setState(spent || !(error instanceof ApiError) ? 'failed' : { message: error.message });
    }
  }
  if (state === 'done') {
    return (
      <Notice kind="success" live>
        {t('account.profile.confirmEmailDone')}
      </Notice>
    );
  }
  if (state === 'failed' || token === '') {
    return (
      <Notice kind="danger" live title={t('account.confirm.failedTitle')}>
        {t('account.confirm.failedText')}
      </Notice>
    );
  }
  return (
    <>
      <p className="text-ui text-ink-2">{t('account.confirm.text')}</p>
      {typeof state === 'object' && (
        <Notice kind="danger" live>
          {state.message}
        </Notice>
      )}
      <Button
        block
        busy={state === 'busy'}
        busyLabel={t('account.confirm.submitting')}
        onClick={() => void confirm()}
      >
        {t('account.confirm.submit')}
      </Button>
    </>
  );
}
