import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export function Count({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        'num shrink-0 rounded-full bg-sunk px-2 py-px font-text text-xs leading-[1.6] font-medium tracking-normal whitespace-nowrap text-ink-2',
        className,
      )}
    >
      {children}
    </span>
  );
}
