import { type ComponentType, lazy } from 'react';
import { t } from '#web/i18n.ts';
import { Broken } from '#web/ui/fatal-error.tsx';
import { importWithRetry, isOffline } from '#web/ui/frame/import-with-retry.ts';
import { showToast } from './toast-store.ts';

const slowLoadNoticeMs = 3000;

/** Tells the user that code could not be loaded and how to continue. */
export const showLoadFailedToast = () =>
  showToast({ kind: 'error', title: t('common.state.loadFailed'), description: t('common.state.reload') });

/** Replaces a part whose code could not be loaded; its button reloads the page. */
export const LoadFailedPanel = () => (
  <Broken
    labels={{
      title: t('common.state.loadFailed'),
      text: t('common.state.reload'),
      retry: t('common.fatal.button'),
    }}
    onRetry={() => location.reload()}
  />
);

/**
 * React's `lazy` with retries. It tells the user after 3 s that loading takes longer. If the code does not
 * arrive, `Fallback` replaces the part and the rest of the page stays, with everything typed there.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback: ComponentType<P> = LoadFailedPanel,
): ComponentType<P> {
  const Part = lazy(async () => {
    if (isOffline()) showToast({ kind: 'error', title: t('error.offline') });
    const late = setTimeout(
      () => showToast({ kind: 'info', title: t('common.state.late') }),
      slowLoadNoticeMs,
    );
    try {
      return { default: await importWithRetry(load) };
    } catch (error) {
      reportError(error);
      showLoadFailedToast();
      return { default: Fallback };
    } finally {
      clearTimeout(late);
    }
  });
  return Part as unknown as ComponentType<P>;
}
