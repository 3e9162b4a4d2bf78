import { useState } from 'react';
import { signInByLink } from '#shared/contract/accounts.ts';
import { change } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { setSessionUser } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { forgetToken, useAddressToken } from './address-token.ts';

type State = 'asking' | 'busy' | 'done' | 'failed' | { message: string };

/** The link beside an e-mailed code: it only opens this page, and the button signs in. */
function SignInLinkIsland() {
  const token = useAddressToken();
  const [state, setState] = useState<State>('asking');
  async function enter() {
    setState('busy');
    try {
      const { user } = await change(signInByLink, { body: { token: token ?? '' } });
      document.documentElement.dataset.signedIn = '';
      setSessionUser(user);
      setState('done');
      forgetToken();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const dead = error.code === 'invalid_token' || error.code === 'malformed';
      setState(dead ? 'failed' : { message: error.message });
    }
  }
  if (state === 'done')
    return (
      <>
        <Notice kind="success" live title={t('account.enter.doneTitle')}>
          {t('account.enter.doneText')}
        </Notice>
        <ButtonLink block href="/profile?tab=appointments">
          {t('account.profile.tab.appointments')}
        </ButtonLink>
      </>
    );
  if (state === 'failed' || token === '')
    return (
      <Notice kind="danger" live title={t('account.confirm.failedTitle')}>
        {t('account.enter.failedText')}
      </Notice>
    );
  return (
    <>
      <p className="text-ui text-ink-2">{t('account.enter.text')}</p>
      {typeof state === 'object' && (
        <Notice kind="danger" live>
          {state.message}
        </Notice>
      )}
      <Button
        block
        busy={state === 'busy'}
        busyLabel={t('account.enter.submitting')}
        onClick={() => void enter()}
      >
        {t('account.enter.submit')}
      </Button>
    </>
  );
}

export const island = defineIsland({
  name: 'sign-in-link',
  areas: ['common', 'errors', 'account'],
  component: SignInLinkIsland,
});
