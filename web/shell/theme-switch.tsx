import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { setYearCookie } from '#web/api/personal-data-cleanup.ts';
import { t } from '#web/i18n.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { createStore } from '#web/ui/store.ts';

/** The last choice on this page, used only to notify subscribers; the root element and the device decide. */
const choice = createStore<boolean | null>(null);
const system = () => matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  const stop = choice.subscribe(listener);
  system().addEventListener('change', listener);
  return () => {
    stop();
    system().removeEventListener('change', listener);
  };
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : system().matches;
}

/** A choice that equals the device's setting is not stored: the page then follows the device again. */
function choose(dark: boolean): void {
  const root = document.documentElement;
  const follows = dark === system().matches;
  if (follows) delete root.dataset.theme;
  else root.dataset.theme = dark ? 'dark' : 'light';
  setYearCookie('theme', follows ? null : dark ? 'dark' : 'light');
  choice.set(dark);
}

export function useThemeSwitch() {
  const dark = useSyncExternalStore(subscribe, isDark, () => false);
  return {
    Icon: dark ? Sun : Moon,
    label: t(dark ? 'common.theme.switchToLight' : 'common.theme.switchToDark'),
    toggle: () => choose(!dark),
  };
}

export function ThemeSwitch({ className }: { className?: string }) {
  const { Icon, label, toggle } = useThemeSwitch();
  return (
    <IconButton label={label} className={className} onClick={toggle}>
      <Icon size={20} strokeWidth={1.7} aria-hidden="true" />
    </IconButton>
  );
}
