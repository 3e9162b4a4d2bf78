import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export function Count({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        'num rounded-full bg-sunk px-2 py-px font-text text-xs leading-[1.6] font-medium tracking-normal text-ink-2',
        className,
      )}
    >
      {children}
    </span>
  );
}
