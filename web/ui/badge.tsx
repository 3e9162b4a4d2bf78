import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** `solid` marks something of today or current. */
export function Badge({
  solid,
  className,
  children,
}: {
  solid?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-full px-[9px] py-[2px] text-xs leading-[1.5] font-strong',
        solid ? 'bg-btn text-btn-ink' : 'bg-tint text-accent',
        className,
      )}
    >
      {children}
    </span>
  );
}
