import { cx } from '#web/ui/cx.ts';

/** The arch with the lotus, 36 by 42 px. On a dark background add `brand-mark-light` around it. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 36 42" aria-hidden="true" className={cx('h-[42px] w-9', className)}>
      <path d="M1 42V18a17 17 0 0 1 34 0v24z" fill="var(--mark)" />
      <circle cx="18" cy="8.6" r="2" fill="var(--il-sun)" />
      <g fill="var(--mark-petal)">
        <path
          d="M18 35.5c-8.5 0-13-3.8-13.8-10 6.4.2 11.6 3.8 13.8 10zM18 35.5c8.5 0 13-3.8 13.8-10-6.4.2-11.6 3.8-13.8 10z"
          opacity=".62"
        />
        <path
          d="M18 35.5c-6.2-3.4-8.7-9-7.4-15.7 5.7 3.2 8.3 9 7.4 15.7zM18 35.5c6.2-3.4 8.7-9 7.4-15.7-5.7 3.2-8.3 9-7.4 15.7z"
          opacity=".85"
        />
        <path d="M18 35.5c-4.7-6-4.7-13.5 0-20.5 4.7 7 4.7 14.5 0 20.5z" />
      </g>
    </svg>
  );
}
