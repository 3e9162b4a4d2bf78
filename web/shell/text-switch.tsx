import { AArrowDown, AArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { setYearCookie } from '#web/api/personal-data-cleanup.ts';
import { t } from '#web/i18n.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { createStore } from '#web/ui/store.ts';

/**
 * The last choice on this page, used only to notify subscribers; the attribute of the root element decides.
 */
const choice = createStore<boolean | null>(null);
const isLarge = (): boolean => document.documentElement.dataset.text === 'large';

/**
 * Stores the choice in a cookie of the device, like the theme; the page's first script reads it before the
 * first paint.
 */
function choose(large: boolean): void {
  const { dataset } = document.documentElement;
  if (large) dataset.text = 'large';
  else delete dataset.text;
  setYearCookie('text', large ? 'large' : null);
  choice.set(large);
}

/** Enlarges the text by about a sixth, or resets it. */
export function useTextSwitch() {
  const isOn = useSyncExternalStore(choice.subscribe, isLarge, () => false);
  return {
    isOn,
    Icon: isOn ? AArrowDown : AArrowUp,
    label: t(isOn ? 'common.text.smaller' : 'common.text.larger'),
    toggle: () => choose(!isOn),
  };
}

export function TextSwitch({ className }: { className?: string }) {
  const { isOn, Icon, label, toggle } = useTextSwitch();
  return (
    <IconButton label={label} aria-pressed={isOn} className={className} onClick={toggle}>
      <Icon size={20} strokeWidth={1.7} aria-hidden="true" />
    </IconButton>
  );
}
