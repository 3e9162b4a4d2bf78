import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { useHeightProperty } from './use-height-property.ts';

/**
 * Heading of a staff page, sticky on a desktop. On a phone `end` is hidden, because the top bar shows the
 * same controls.
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
  /** Shown at the end at every width, after `end`. */
  always?: ReactNode;
}) {
  const bar = useHeightProperty<HTMLDivElement>('--page-head');
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

/** Heading of a section with its count and buttons; on a phone the buttons share the full width. */
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
