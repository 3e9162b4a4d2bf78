import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { useFieldControl } from './field-control.ts';

/** A checkbox with its label. The whole line is clickable; the box itself is 24 px (WCAG 2.5.8). */
export function Checkbox({
  label,
  help,
  className,
  ...rest
}: ComponentProps<'input'> & { label: ReactNode; help?: ReactNode }) {
  return (
    <label
      className={cx(
        'flex min-h-tap items-center gap-3 py-[10px] text-ui leading-ui has-disabled:text-ink-off',
        help && 'items-start',
        className,
      )}
    >
      <span className="relative grid size-6 flex-none place-items-center">
        <input
          {...rest}
          {...useFieldControl(rest)}
          type="checkbox"
          className="peer size-6 appearance-none rounded-xs border-[1.5px] border-control bg-surface transition-colors checked:border-btn checked:bg-btn aria-invalid:border-danger disabled:border-line-2 disabled:bg-sunk"
        />
        <Check
          size={16}
          strokeWidth={2.6}
          aria-hidden="true"
          className="pointer-events-none absolute text-btn-ink opacity-0 peer-checked:opacity-100 peer-disabled:text-ink-off"
        />
      </span>
      <span className="min-w-0">
        {label}
        {help && <span className="block text-xs leading-[1.5] text-ink-2">{help}</span>}
      </span>
    </label>
  );
}
