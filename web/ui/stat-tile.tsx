import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { cx } from './cx.ts';

/** A key figure on a dashboard. The icon sets its own colour (`text-tone-info-bar`, `text-accent`). */
export function StatTile({
  label,
  value,
  icon,
  className,
}: {
  label: ReactNode;
  value: ReactNode;
  icon?: ReactNode;
  className?: string;
}) {
  return (
    <Card className={cx('grid min-w-0 content-between gap-1 px-4 py-3', className)}>
      <span className="flex items-center justify-between gap-2 text-small leading-[1.35] text-ink-2">
        {label}
        {icon}
      </span>
      <b className="display num text-[1.5rem] leading-[1.05] arabic:text-[1.8rem] arabic:leading-none">
        {value}
      </b>
    </Card>
  );
}
