import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { BrandMark } from '#web/ui/drawings/brand-mark.tsx';

export type BrandProps = {
  href: string;
  name: ReactNode;
  /** Second line; hidden on a phone unless `lineOnPhone`. */
  line?: ReactNode;
  lineOnPhone?: boolean;
  mark?: ReactNode;
  className?: string;
};

/**
 * Logo, name and second line, as a link to the home page. `mark` replaces the default drawing by the clinic's
 * own logo.
 */
export function Brand({ href, name, line, lineOnPhone, mark, className }: BrandProps) {
  return (
    <a href={href} className={cx('inline-flex min-h-tap min-w-0 items-center gap-3', className)}>
      {mark ?? <BrandMark className="max-lg:h-[35px] max-lg:w-[30px]" />}
      <span className="min-w-0">
        <span className="block font-display text-[1.375rem] leading-none font-[450] tracking-display arabic:text-[1.8rem] arabic:leading-[0.9] arabic:font-[600]">
          {name}
        </span>
        {line && (
          <small
            className={cx(
              'mt-1 block text-tiny leading-[1.1] whitespace-nowrap text-ink-2',
              !lineOnPhone && 'max-lg:hidden',
            )}
          >
            {line}
          </small>
        )}
      </span>
    </a>
  );
}
