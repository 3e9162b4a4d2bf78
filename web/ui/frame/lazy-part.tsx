import { type ComponentType, lazy } from 'react';
import { t } from '#web/i18n.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { dismissToast, showToast } from '#web/ui/overlay/toast-store.ts';
import { fetchCode } from './fetch-code.ts';

/** What did not come at all is asked for by the page that comes anew. */
const Missing = () => (
  <LoadFailed
    title={t('common.state.loadFailed')}
    reason={t('common.state.reload')}
    onAgain={() => globalThis.location.reload()}
  />
);

/**
 * React's `lazy`, for which the first failure is the last, and the whole page breaks. A part that is lost on
 * its way is asked for again, and who waits is told. One that does not come says so in its place: what she
 * has read and written around it stays.
 */
export function lazyPart<P extends object>(bring: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => {
    let said = 0;
    const late = () => {
      said = showToast({ kind: 'info', title: t('common.state.late') });
    };
    try {
      const part = await fetchCode(bring, late);
      dismissToast(said);
      return { default: part };
    } catch {
      const description = t('common.state.reload');
      showToast({ kind: 'error', title: t('common.state.loadFailed'), description });
      return { default: Missing };
    }
  });
  return Part as unknown as ComponentType<P>;
}
