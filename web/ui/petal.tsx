import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** The round ground of an icon, one corner small at the bottom start. */
export function Petal({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span className={cx('petal grid size-14 flex-none place-items-center bg-tint text-brand', className)}>
      {children}
    </span>
  );
}
