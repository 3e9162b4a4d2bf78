import { cx } from '#web/ui/cx.ts';

/** A name in a narrow place: cut at its own end, in whichever script it is, and aligned with the page. */
export const CutName = ({ className, children }: { className?: string; children: string }) => (
  <span className="flex">
    <b dir="auto" className={cx('min-w-0 truncate font-strong', className)}>
      {children}
    </b>
  </span>
);
