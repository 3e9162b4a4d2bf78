import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Round background of an icon, with a smaller radius at the bottom start corner. */
export function Petal({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span className={cx('petal grid size-14 flex-none place-items-center bg-tint text-brand', className)}>
      {children}
    </span>
  );
}
