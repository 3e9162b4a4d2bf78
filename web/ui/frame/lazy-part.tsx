import { type ComponentType, lazy } from 'react';
import { t } from '#web/i18n.ts';
import { Broken } from '#web/ui/fatal-error.tsx';
import { dismissToast, showToast } from '#web/ui/overlay/toast-store.ts';
import { fetchCode } from './fetch-code.ts';

/** What did not come at all: the page brings it, anew. Who pressed for it sees it wherever it stands. */
const Missing = () => (
  <div ref={(place) => place?.scrollIntoView({ block: 'nearest' })}>
    <Broken
      labels={{
        title: t('common.state.loadFailed'),
        text: t('common.fatal.text'),
        retry: t('common.fatal.button'),
      }}
      onRetry={() => location.reload()}
    />
  </div>
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
    const part = await fetchCode(bring, late).catch(() => Missing);
    dismissToast(said);
    return { default: part };
  });
  return Part as unknown as ComponentType<P>;
}
