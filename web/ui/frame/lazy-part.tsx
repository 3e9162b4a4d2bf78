import { type ComponentType, lazy } from 'react';
import { t } from '#web/i18n.ts';
import { Broken } from '#web/ui/fatal-error.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { fetchCode } from './fetch-code.ts';

const lateMs = 3000;

/** Says that something did not come, and what to do. */
export const sayMissing = () =>
  showToast({ kind: 'error', title: t('common.state.loadFailed'), description: t('common.state.reload') });

/** In the place of what did not come at all: the page brings it, anew. */
export const Missing = () => (
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
 * React's `lazy`, for which the first failure is the last, and the whole page breaks. A part that is lost on
 * its way is asked for again, and who waits is told. What does not come says so, `Instead` stands in its
 * place, and what she has read and written around it stays.
 */
export function lazyPart<P extends object>(
  bring: () => Promise<ComponentType<P>>,
  Instead: ComponentType<P> = Missing,
): ComponentType<P> {
  const Part = lazy(async () => {
    const late = setTimeout(() => showToast({ kind: 'info', title: t('common.state.late') }), lateMs);
    try {
      return { default: await fetchCode(bring) };
    } catch (error) {
      reportError(error);
      sayMissing();
      return { default: Instead };
    } finally {
      clearTimeout(late);
    }
  });
  return Part as unknown as ComponentType<P>;
}
