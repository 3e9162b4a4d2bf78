import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { EmptyArch } from './drawings/empty-arch.tsx';

/** States that there is nothing, says what to do next, and offers one secondary button. */
export function EmptyState({
  title,
  children,
  action,
  className,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={cx('grid justify-items-center gap-2 px-5 py-8 text-center text-ui text-ink-2', className)}
    >
      <EmptyArch className="mb-[6px]" />
      <b className="text-body leading-snug text-ink">{title}</b>
      {children && <div className="max-w-[46ch]">{children}</div>}
      {action && <div className="mt-[10px]">{action}</div>}
    </div>
  );
}
