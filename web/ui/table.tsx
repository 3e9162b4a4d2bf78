import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * A real table on a desktop; under 900 px every row is a card. Say in each cell where it stands on the card:
 * `who` first, `actions` beside it, `meta` and `status` on the second line, `context` and `note` on lines of
 * their own. The roles are written out because cells laid out as a card lose them in some browsers.
 */
export function Table({
  label,
  className,
  long,
  children,
}: {
  label: string;
  className?: string;
  /** It may have hundreds of rows: as cards, only those near what is in sight cost the browser anything. */
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

/** `on` for the row whose menu or editor is open. */
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
 * `choose` is the box before a row; `wide` spans the row (an editor inside it); `desktop` is left out of the
 * card.
 */
export function TableCell({
  place = 'context',
  className,
  ...rest
}: ComponentProps<'td'> & { place?: CellPlace }) {
  return <td role="cell" {...rest} data-place={place} className={className} />;
}

/** A bold first line over a quiet second one: name and phone, date and weekday. */
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
