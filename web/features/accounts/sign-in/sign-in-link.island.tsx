import { signInByLink } from '#shared/contract/accounts.ts';
import { sendChange } from '#web/api/changes.ts';
import { setSessionUser } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LinkButton } from './link-button.tsx';

async function signInWithLink(token: string): Promise<void> {
  const { user } = await sendChange(signInByLink, { body: { token } });
  document.documentElement.dataset.signedIn = '';
  setSessionUser(user);
}

/** Page of the mailed link beside a code; signs in. */
function SignInLinkIsland() {
  return (
    <LinkButton of="enter" onPress={signInWithLink}>
      <Notice kind="success" live title={t('account.link.enter.doneTitle')}>
        {t('account.link.enter.doneText')}
      </Notice>
      <ButtonLink block href="/profile?tab=appointments">
        {t('account.profile.tab.appointments')}
      </ButtonLink>
    </LinkButton>
  );
}

export const island = defineIsland({
  name: 'sign-in-link',
  areas: ['common', 'errors', 'account', 'account-own'],
  component: SignInLinkIsland,
});
