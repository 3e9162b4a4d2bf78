import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export type IconButtonProps = ComponentProps<'button'> & { label: string; dot?: boolean };

/** 44 px, an icon and a name. `dot` marks something new; say the same in `label`. */
export function IconButton({ label, dot, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={cx(
        'relative inline-grid size-tap flex-none place-items-center rounded-ctl text-ink-2 transition-colors hover:bg-tint hover:text-ink aria-expanded:bg-tint aria-expanded:text-ink disabled:text-ink-off',
        className,
      )}
    >
      {children}
      {dot && (
        <span
          aria-hidden="true"
          className="absolute end-[11px] top-[10px] size-[9px] rounded-full border-2 border-page bg-accent"
        />
      )}
    </button>
  );
}
