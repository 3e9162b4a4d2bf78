import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, getButtonClass } from './button-look.ts';

/** A link that looks like a button. Use it for navigation and `Button` for actions. */
export function ButtonLink({
  kind,
  size,
  block,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & ButtonLook & { icon?: ReactNode }) {
  return (
    <a {...rest} className={getButtonClass({ kind, size, block }, className)}>
      {icon}
      {children}
    </a>
  );
}
