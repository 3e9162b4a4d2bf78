import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export type IconButtonProps = ComponentProps<'button'> & { label: string; word?: string; dot?: boolean };

/**
 * A button of 44 px with an icon and an accessible name. `word` is shown below the icon and must be part of
 * `label`. `dot` marks something new; `label` must say so too.
 */
export function IconButton({
  label,
  word,
  dot,
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={cx(
        'relative inline-grid flex-none place-items-center rounded-ctl text-ink-2 transition-colors hover:bg-tint hover:text-ink aria-expanded:bg-tint aria-expanded:text-ink disabled:text-ink-off',
        word
          ? 'min-h-tap min-w-14 content-center gap-[2px] px-1 text-tiny leading-tight font-medium'
          : 'size-tap',
        className,
      )}
    >
      {children}
      {word}
      {dot && (
        <span
          aria-hidden="true"
          className="absolute end-[11px] top-[10px] size-[9px] rounded-full border-2 border-page bg-accent"
        />
      )}
    </button>
  );
}
