import type { ComponentProps } from 'react';
import { cx } from '#web/ui/cx.ts';

/** A key of the keyboard; combinations are written from left to right in every language. */
export function Kbd({ className, ...rest }: ComponentProps<'kbd'>) {
  return (
    <kbd
      {...rest}
      className={cx(
        'ltr inline-grid h-[22px] min-w-[22px] place-items-center rounded-[6px] border border-b-2 border-line-2 bg-page px-[6px] font-sans text-xs leading-none font-medium whitespace-nowrap text-ink-2',
        className,
      )}
    />
  );
}

interface KeyListProps {
  /** Each row: the action, then its keys. */
  rows: readonly (readonly [what: string, ...keys: string[]])[];
  className?: string;
}

/** A list of keyboard shortcuts. */
export function KeyList({ rows, className }: KeyListProps) {
  return (
    <dl className={cx('grid', className)}>
      {rows.map(([what, ...keys]) => (
        <div key={what} className="flex min-h-10 items-center gap-3 border-b border-line last:border-b-0">
          <dt className="min-w-0 flex-1 text-small">{what}</dt>
          <dd className="flex gap-1">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
