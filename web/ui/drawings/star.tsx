import { cx } from '#web/ui/cx.ts';

export function Star({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="currentColor"
      className={cx('size-4 text-il-gold', className)}
    >
      <path d="M8 0c.8 4.6 3.4 7.2 8 8-4.6.8-7.2 3.4-8 8-.8-4.6-3.4-7.2-8-8 4.6-.8 7.2-3.4 8-8z" />
    </svg>
  );
}
