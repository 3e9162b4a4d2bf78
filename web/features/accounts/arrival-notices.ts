import { type MessageKey, t } from '#web/i18n.ts';
import { openAuthDialog } from '#web/islands/auth-dialog.ts';
import { toast } from '#web/islands/toast.ts';

const ours = ['logout', 'forcedLogout', 'error', 't', 'denied', 'notice', 'choose-password', 'dialog'];

/** Takes what the address has to say out of it, so that a reload does not say it again. */
function takeParams(): URLSearchParams {
  const params = new URLSearchParams(location.search);
  const rest = new URLSearchParams(params);
  for (const name of ours) rest.delete(name);
  if (rest.size < params.size) history.replaceState(null, '', `${location.pathname}${rest.size > 0 ? `?${rest}` : ''}${location.hash}`);
  return params;
}

const reasons: Record<string, MessageKey> = {
  failed: 'account.social.tryAgain',
  cancelled: 'account.social.cancelled',
  expired: 'account.social.expired',
  staff: 'account.social.staff',
  unknown: 'account.social.unknownFacebook',
};

/** `google-not-configured`, `facebook-failed`, …: why a provider did not open an account. */
export function socialNotice(notice: string): { title: string; text: string } | null {
  const [, provider, reason = ''] = /^(google|facebook)-([a-z-]+)$/.exec(notice) ?? [];
  if (provider !== 'google' && provider !== 'facebook') return null;
  if (reason === 'not-configured') {
    const name = t(`account.login.${provider}`);
    return { title: t('account.social.notConfiguredTitle'), text: t('account.social.notConfigured', { provider: name }) };
  }
  return { title: t(`account.social.${provider}Failed`), text: t(reasons[reason] ?? 'account.social.tryAgain') };
}

/** Says once what the address brought along: a log-out, a refusal, a provider's answer, a dialog that a message leads to. */
export function greetArrival(): void {
  const params = takeParams();
  const tab = params.get('dialog');
  const notice = socialNotice(params.get('notice') ?? '');
  if (params.has('choose-password')) void openAuthDialog({ newSecret: true });
  else if (notice) void openAuthDialog({ notice });
  else if (tab === 'login' || tab === 'register' || tab === 'reset') void openAuthDialog({ tab });
  else if (params.has('denied')) {
    toast({ kind: 'error', title: t('common.toast.accessDenied'), description: t('common.toast.accessDeniedText') });
  } else if (params.has('error')) toast({ kind: 'error', title: t('common.toast.error'), description: t('common.logout.failed') });
  else if (params.has('forcedLogout')) toast({ kind: 'info', title: t('common.session.ended') });
  else if (params.has('logout')) toast({ kind: 'success', title: t('common.logout.done') });
}
