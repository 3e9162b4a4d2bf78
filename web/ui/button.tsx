import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonLook, getButtonClass } from './button-look.ts';
import { Spinner } from './spinner.tsx';

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & { busy?: boolean; busyLabel?: ReactNode; icon?: ReactNode };

/** While `busy`, the button keeps its width and focus, shows the busy label and ignores presses. */
export function Button({
  kind,
  size,
  block,
  busy,
  busyLabel,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  const look = getButtonClass({ kind, size, block }, className);
  if (!busy) {
    return (
      <button {...rest} type={type} className={look} onClick={press}>
        {icon}
        {children}
      </button>
    );
  }
  return (
    <button {...rest} type={type} className={look} onClick={press} aria-busy="true" aria-disabled="true">
      <span className="grid items-center justify-items-center">
        <span className="invisible col-start-1 row-start-1 inline-flex items-center gap-2">
          {icon}
          {children}
        </span>
        <span className="col-start-1 row-start-1 inline-flex items-center gap-2">
          <Spinner />
          {busyLabel ?? children}
        </span>
      </span>
    </button>
  );
}
