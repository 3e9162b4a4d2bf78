import { AArrowDown, AArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { keepCookie } from '#web/api/traces.ts';
import { t } from '#web/i18n.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { createStore } from '#web/ui/store.ts';

/** The last choice made here; what counts is said by the page. */
const choice = createStore<boolean | null>(null);
const isLarge = (): boolean => document.documentElement.dataset.text === 'large';

/**
 * Kept in a cookie of the device, as the theme is; the page's first script reads it before the first paint.
 */
function choose(large: boolean): void {
  const { dataset } = document.documentElement;
  if (large) dataset.text = 'large';
  else delete dataset.text;
  keepCookie('text', large ? 'large' : null);
  choice.set(large);
}

/** Everything a good sixth larger. */
export function TextSwitch({ className }: { className?: string }) {
  const large = useSyncExternalStore(choice.subscribe, isLarge, () => false);
  const Icon = large ? AArrowDown : AArrowUp;
  return (
    <IconButton
      label={t(large ? 'common.text.smaller' : 'common.text.larger')}
      aria-pressed={large}
      className={className}
      onClick={() => choose(!large)}
    >
      <Icon size={20} strokeWidth={1.7} aria-hidden="true" />
    </IconButton>
  );
}
