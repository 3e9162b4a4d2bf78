import { ApiError } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';

type Change = 'profile' | 'password';

/** Why a change of one's own account did not happen, in the words of a toast. */
export function ownAccountRefusal(error: unknown, change: Change): { title: string; description: string } {
  const failed = t(`account.${change}.failed`);
  if (!(error instanceof ApiError)) return { title: failed, description: t('error.unknown') };
  if (error.status === 401) return { title: t('account.profile.authTitle'), description: t(`account.${change}.mustLogin`) };
  if (error.code === 'invalid_response') return { title: failed, description: t('error.serverTryLater') };
  return { title: failed, description: error.message || failed };
}
