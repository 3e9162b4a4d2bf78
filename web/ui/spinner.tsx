import { cx } from './cx.ts';

/** A turning ring in the colour of the text around it; say beside it what is being waited for. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'size-4 flex-none rounded-full border-2 border-current border-e-transparent animate-spin',
        className,
      )}
    />
  );
}
