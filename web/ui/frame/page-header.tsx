import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { useToldHeight } from './use-told-height.ts';

/**
 * The heading of a staff page, which stays in sight on a desktop; the switches at the end give way to the top
 * bar on a phone.
 */
export function PageHeader({
  title,
  subtitle,
  end,
  always,
}: {
  title: ReactNode;
  subtitle?: ReactNode;
  end?: ReactNode;
  /** At the end on every width, after the switches. */
  always?: ReactNode;
}) {
  const bar = useToldHeight<HTMLDivElement>('--page-head');
  return (
    <div ref={bar} className="page-head flex flex-wrap items-center gap-3">
      <header className={cx('flex min-w-0 flex-1 items-center gap-3', always && 'max-md:basis-full')}>
        <div className="min-w-0">
          <h1 className="text-[1.5rem] lg:text-[1.875rem] arabic:text-[1.85rem] lg:arabic:text-[2.3rem]">
            {title}
          </h1>
          {subtitle && <p className="mt-1 text-small text-ink-2">{subtitle}</p>}
        </div>
        {end && <div className="ms-auto flex items-center gap-1 max-lg:hidden">{end}</div>}
      </header>
      {always}
    </div>
  );
}

/** The heading of a section with its count and its buttons; these share the width on a phone. */
export function SectionHeader({
  title,
  count,
  actions,
}: {
  title: ReactNode;
  count?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-[10px]">
      <h2 className="card-title">{title}</h2>
      {count}
      {actions && (
        <div className="ms-auto flex gap-2 max-lg:ms-0 max-lg:w-full max-lg:flex-wrap max-lg:*:flex-auto max-lg:*:whitespace-nowrap">
          {actions}
        </div>
      )}
    </div>
  );
}
