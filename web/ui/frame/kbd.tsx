import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

/** A key of the keyboard; combinations read from left to right in every language. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cx(
        'ltr inline-grid h-[22px] min-w-[22px] place-items-center rounded-[6px] border border-b-2 border-line-2 bg-page px-[6px] font-sans text-xs leading-none font-medium whitespace-nowrap text-ink-2',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
