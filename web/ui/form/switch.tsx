import type { ComponentProps } from 'react';
import { cx } from '#web/ui/cx.ts';

/**
 * A switch that takes effect at once: 44 by 26 px, with a larger touch area. Use a checkbox for a value that
 * is saved with a form.
 */
export function Switch({
  label,
  checked,
  onChange,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'onChange'> & {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
}) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      onClick={() => onChange(!checked)}
      className={cx(
        'relative h-[26px] w-11 flex-none rounded-full transition-colors before:absolute before:-inset-x-1 before:-inset-y-[9px] disabled:opacity-50',
        checked ? 'bg-btn' : 'bg-control',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'absolute top-[3px] size-5 rounded-full bg-surface transition-[inset-inline-start]',
          checked ? 'start-[21px]' : 'start-[3px]',
        )}
      />
    </button>
  );
}
