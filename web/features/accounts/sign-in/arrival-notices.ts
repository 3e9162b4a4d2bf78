import { mayHaveSession } from '#web/api/session.ts';
import { type MessageKey, t } from '#web/i18n.ts';
import { openAuthDialog } from '#web/islands/auth-dialog.ts';
import { toast } from '#web/islands/toast.ts';
import { showDeniedToast, takeNoticeParams } from './denied-notice.ts';

const providerFailureTexts: Record<string, MessageKey> = {
  failed: 'account.social.tryAgain',
  cancelled: 'account.social.cancelled',
  expired: 'account.social.expired',
  staff: 'account.social.staff',
  locked: 'account.social.locked',
};

/**
 * `google-not-configured`, `facebook-failed`, …: result of signing in with a provider, shown in the dialog
 * or, if the user is signed in, in a toast.
 */
function showProviderResult(notice: string): boolean {
  const [, provider, reason = ''] = /^(google|facebook)-([a-z-]+)$/.exec(notice) ?? [];
  if (provider !== 'google' && provider !== 'facebook') return false;
  const name = t(`account.login.${provider}`);
  const failed = t(`account.social.${provider}Failed`);
  if (reason === 'joined')
    toast({ kind: 'success', title: t('account.identities.joinedDone', { provider: name }) });
  else if (reason === 'taken')
    toast({ kind: 'error', title: failed, description: t('account.identities.taken', { provider: name }) });
  else if (mayHaveSession())
    toast({
      kind: 'error',
      title: failed,
      description: t(providerFailureTexts[reason] ?? 'account.social.tryAgain'),
    });
  else if (reason !== 'not-configured')
    void openAuthDialog({
      notice: { title: failed, text: t(providerFailureTexts[reason] ?? 'account.social.tryAgain') },
    });
  else {
    const text = t('account.social.notConfigured', { provider: name });
    void openAuthDialog({ notice: { title: t('account.social.notConfiguredTitle'), text } });
  }
  return true;
}

/**
 * Shows once what the address contains: a sign-out, a rejection, the result of a provider, or a dialog to
 * open. Required steps after sign-in are opened by the header once the session is loaded: opening them here
 * too discarded the user's input.
 */
export function showUrlNotice(): void {
  const params = takeNoticeParams();
  const tab = params.get('dialog');
  if (showProviderResult(params.get('notice') ?? '')) return;
  else if (tab === 'login' || tab === 'register' || tab === 'reset') void openAuthDialog({ tab });
  else if (params.has('denied')) showDeniedToast();
  else if (params.has('error'))
    toast({ kind: 'error', title: t('common.toast.error'), description: t('common.logout.failed') });
  else if (params.has('forcedLogout')) toast({ kind: 'info', title: t('common.session.ended') });
  else if (params.has('logout')) toast({ kind: 'success', title: t('common.logout.done') });
}
