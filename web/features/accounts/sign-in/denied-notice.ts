import { t } from '#web/i18n.ts';
import { toast } from '#web/islands/toast.ts';

const noticeParamNames = [
  'logout',
  'forcedLogout',
  'error',
  't',
  'denied',
  'notice',
  'choose-password',
  'second-step',
  'dialog',
];

/**
 * Reads the notice parameters and removes them from the address, so that a reload does not show them again.
 */
export function takeNoticeParams(): URLSearchParams {
  const params = new URLSearchParams(location.search);
  const rest = new URLSearchParams(params);
  for (const name of noticeParamNames) rest.delete(name);
  if (rest.size < params.size)
    history.replaceState(null, '', `${location.pathname}${rest.size > 0 ? `?${rest}` : ''}${location.hash}`);
  return params;
}

/** Shows once that the requested page was not allowed; staff are redirected to their own pages. */
export function showDeniedOnce(): void {
  if (!new URLSearchParams(location.search).has('denied')) return;
  takeNoticeParams();
  showDeniedToast();
}

export const showDeniedToast = () =>
  toast({
    kind: 'error',
    title: t('common.toast.accessDenied'),
    description: t('common.toast.accessDeniedText'),
  });
