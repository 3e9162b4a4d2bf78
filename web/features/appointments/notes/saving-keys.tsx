import type { KeyboardEvent } from 'react';
import { t } from '#web/i18n.ts';
import { Kbd } from '#web/ui/frame/kbd.tsx';

/** Keyboard shortcut of saving, shown on the save button. */
export function SavingKeys() {
  return (
    <Kbd className="ms-1 border-current/40! bg-transparent! text-inherit! max-lg:hidden touch:hidden">
      <span aria-hidden="true">{t('staff.keys.ctrlEnter')}</span>
    </Kbd>
  );
}

/** True for the shortcut that saves; prevents its default action. */
export function handleSaveShortcut(event: KeyboardEvent): boolean {
  const pressed = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (!pressed || event.nativeEvent.isComposing) return false;
  event.preventDefault();
  return true;
}
