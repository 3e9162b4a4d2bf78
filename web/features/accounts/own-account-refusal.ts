import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';

const accountChangeTexts = {
  profile: { failed: 'account.profile.failed', mustLogin: 'account.profile.mustLogin' },
  password: { failed: 'account.password.failed', mustLogin: 'account.password.mustLogin' },
} as const;

/** Text of a toast: why a change of the user's own account failed. */
export function describeAccountError(
  error: unknown,
  change: keyof typeof accountChangeTexts,
): { title: string; description: string } {
  const failed = t(accountChangeTexts[change].failed);
  if (!(error instanceof ApiError)) return { title: failed, description: t('error.unknown') };
  if (error.status === 401)
    return { title: t('account.profile.authTitle'), description: t(accountChangeTexts[change].mustLogin) };
  if (error.code === 'invalid_response') return { title: failed, description: t('error.serverTryLater') };
  return { title: failed, description: getErrorMessage(error, failed) };
}
