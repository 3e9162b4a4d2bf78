import { cx } from '#web/ui/cx.ts';

/**
 * A name in a narrow place, truncated at its own end in either script and aligned with the page. On devices
 * without hover it wraps and is shown in full.
 */
export const TruncatedName = ({ className, children }: { className?: string; children: string }) => (
  <span className="flex">
    <b
      dir="auto"
      className={cx(
        'min-w-0 truncate font-strong [@media(hover:none)]:whitespace-normal [@media(hover:none)]:break-words',
        className,
      )}
    >
      {children}
    </b>
  </span>
);
