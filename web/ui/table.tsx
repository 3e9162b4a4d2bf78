import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * A table on a desktop; under 900 px every row is a card. `place` of a cell sets its position on the card:
 * `who` first, `actions` beside it, `meta` and `status` on the second line, `context` and `note` on lines of
 * their own. ARIA roles are explicit because cells laid out as a card lose theirs in some browsers.
 */
export function Table({
  label,
  className,
  long,
  children,
}: {
  label: string;
  className?: string;
  /** For tables with hundreds of rows: cards outside the viewport are not laid out. */
  long?: boolean;
  children: ReactNode;
}) {
  return (
    <table
      role="table"
      aria-label={label}
      data-long={long || undefined}
      className={cx('data-table', className)}
    >
      {children}
    </table>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup">
      <tr role="row">{children}</tr>
    </thead>
  );
}

export function TableHeading({ className, children, ...rest }: ComponentProps<'th'>) {
  return (
    <th role="columnheader" scope="col" {...rest} className={className}>
      {children}
    </th>
  );
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody role="rowgroup" {...props} />;
}

/** `on` marks the row whose menu or editor is open. */
export function TableRow({ on, className, ...rest }: ComponentProps<'tr'> & { on?: boolean }) {
  return <tr role="row" {...rest} data-on={on || undefined} className={className} />;
}

export type CellPlace =
  | 'choose'
  | 'who'
  | 'actions'
  | 'meta'
  | 'status'
  | 'context'
  | 'note'
  | 'wide'
  | 'desktop';

/**
 * `choose` is the checkbox before a row; `wide` spans the row (for an editor); `desktop` is omitted on the
 * card.
 */
export function TableCell({
  place = 'context',
  className,
  ...rest
}: ComponentProps<'td'> & { place?: CellPlace }) {
  return <td role="cell" {...rest} data-place={place} className={className} />;
}

/** A bold first line above a muted second line, such as name and phone or date and weekday. */
export function TwoLines({
  first,
  second,
  strong = true,
  className,
}: {
  first: ReactNode;
  second?: ReactNode;
  strong?: boolean;
  className?: string | undefined;
}) {
  return (
    <span className={cx('block min-w-0', className)}>
      <span className={cx('block leading-[1.35]', strong && 'font-strong')}>{first}</span>
      {second && <small className="block text-xs leading-[1.4] text-ink-2">{second}</small>}
    </span>
  );
}
