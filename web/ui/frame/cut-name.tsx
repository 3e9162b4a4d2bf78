import { cx } from '#web/ui/cx.ts';

/**
 * A name in a narrow place: cut at its own end, in whichever script it is, and aligned with the page. Where
 * nothing can point at it to read the rest it stands whole, in as many lines as it needs.
 */
export const CutName = ({ className, children }: { className?: string; children: string }) => (
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
