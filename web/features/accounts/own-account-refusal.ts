import { ApiError, reasonOf } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';

const changes = {
  profile: { failed: 'account.profile.failed', mustLogin: 'account.profile.mustLogin' },
  password: { failed: 'account.password.failed', mustLogin: 'account.password.mustLogin' },
} as const;

/** Text of a toast: why a change of the user's own account failed. */
export function ownAccountRefusal(
  error: unknown,
  change: keyof typeof changes,
): { title: string; description: string } {
  const failed = t(changes[change].failed);
  if (!(error instanceof ApiError)) return { title: failed, description: t('error.unknown') };
  if (error.status === 401)
    return { title: t('account.profile.authTitle'), description: t(changes[change].mustLogin) };
  if (error.code === 'invalid_response') return { title: failed, description: t('error.serverTryLater') };
  return { title: failed, description: reasonOf(error, failed) };
}
